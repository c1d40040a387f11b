import { Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

type SectionProps = { title: string; description?: ReactNode; actions?: ReactNode; children: ReactNode }

/** A part of a page under its own heading. */
export function Section({ title, description, actions, children }: SectionProps) {
  return (
    <div>
      <Group justify="space-between" align="flex-start" mb="sm" gap="sm">
        <div>
          <Title order={2} size="h3">
            {title}
          </Title>
          {description && (
            <Text c="dimmed" size="sm">
              {description}
            </Text>
          )}
        </div>
        <Group gap="xs">{actions}</Group>
      </Group>
      {children}
    </div>
  )
}
