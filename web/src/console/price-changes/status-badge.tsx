import { Badge, Group, Title } from '@mantine/core'
import type { ListedPriceChange } from './queries.ts'
import type { ReactNode } from 'react'

type Status = ListedPriceChange['status']

const STATUS: Record<Status, { label: string; color: string }> = {
  draft: { label: 'Draft', color: 'blue' },
  scheduled: { label: 'Scheduled', color: 'violet' },
  published: { label: 'Published', color: 'green' },
  discarded: { label: 'Discarded', color: 'gray' },
  cancelled: { label: 'Cancelled', color: 'gray' },
}

export const STATUSES = Object.keys(STATUS) as Status[]

/** The status in an address; undefined for one that there is not. */
export function readStatus(text: string | undefined): Status | undefined {
  return STATUSES.find((status) => status === text)
}

export function statusLabel(status: Status): string {
  return STATUS[status].label
}

export function StatusBadge({ status }: { status: Status }) {
  const { label, color } = STATUS[status]
  return <Badge color={color}>{label}</Badge>
}

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
