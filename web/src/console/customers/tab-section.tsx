import { Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

type TabSectionProps = { title: string; description?: ReactNode; actions?: ReactNode; children: ReactNode }

/** A part of a tab: its heading, what can be done there, and its content. */
export function TabSection({ title, description, actions, children }: TabSectionProps) {
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
