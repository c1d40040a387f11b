import { Card, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** A part of a page, with its own heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card withBorder padding="md" component="section">
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      {children}
    </Card>
  )
}
