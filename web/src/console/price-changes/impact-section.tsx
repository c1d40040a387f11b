import { Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** A part of a page, with a heading. */
export function ImpactSection({ title, beside, children }: { title: string; beside?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          {title}
        </Title>
        {beside}
      </Group>
      {children}
    </div>
  )
}
