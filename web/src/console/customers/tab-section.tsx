import { Group, Text, Title, Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Pager } from '../../shared/pager.tsx'
import { Problem } from '../../shared/problem.tsx'
import type { SearchTexts } from '../../shared/search-params.ts'
import { ActivityList } from '../activity/activity-list.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { historyQuery } from './terms-owner.ts'
import type { TermsOwner } from './terms-owner.ts'

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

export function InactiveBadge() {
  return (
    <Badge color="gray" variant="light">
      Inactive
    </Badge>
  )
}

/** Who did what to a customer or price group, its terms and its buyers, newest first. */
export function HistoryTab({ owner }: { owner: Pick<TermsOwner, 'kind' | 'id'> }) {
  const { slug } = useWorkspace()
  const { page }: SearchTexts = useSearch({ strict: false })
  const { data, error, refetch, isPlaceholderData } = useQuery(historyQuery(slug, owner, page))
  return (
    <>
      <Problem error={error} retry={() => void refetch()} />
      <ActivityList label="History" entries={data?.data} isStale={isPlaceholderData} />
      {data && <Pager shown={data.data.length} nextOffset={data.nextOffset} />}
    </>
  )
}
