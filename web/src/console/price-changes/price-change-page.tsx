import { Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { formatDateTime } from '../../shared/dates.ts'
import { Page, useTab } from '../../shared/page.tsx'
import { LIVE_MS } from '../../shared/query-client.ts'
import { RelativeTime } from '../../shared/relative-time.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { DecisionButtons } from './decision-buttons.tsx'
import { HistoryTab } from './history-tab.tsx'
import { ImpactTab } from './impact-tab.tsx'
import { LinesTab } from './lines-tab.tsx'
import { changeQuery } from './queries.ts'
import type { PriceChange } from './queries.ts'
import { RenameButton } from './rename-button.tsx'
import { SavesProvider } from './saves.tsx'
import { StatusBadge } from './status-badge.tsx'
import { counted } from '../../../../server/src/shared/counted.ts'

const route = getRouteApi('/w/$slug/price-changes/$id')

const TABS = [
  { value: 'lines', label: 'Lines' },
  { value: 'impact', label: 'Impact' },
  { value: 'history', label: 'History' },
]

/** One price change: its lines, what it does to customers, and who did what. */
export function PriceChangePage() {
  const { slug } = useWorkspace()
  const { id } = route.useParams()
  const { data: change } = useSuspenseQuery({ ...changeQuery(slug, id), refetchInterval: LIVE_MS })
  const tab = useTab(TABS)
  return (
    <SavesProvider key={id} change={change}>
      <Page
        title={change.name}
        beside={
          <>
            <StatusBadge status={change.status} />
            <RenameButton change={change} />
          </>
        }
        description={<Timeline change={change} />}
        crumbs={[{ label: 'Price changes', link: { to: '/w/$slug/price-changes', params: { slug } } }]}
        actions={<DecisionButtons change={change} />}
        tabs={TABS}
      >
        {tab === 'lines' && <LinesTab change={change} />}
        {tab === 'impact' && <ImpactTab change={change} />}
        {tab === 'history' && <HistoryTab change={change} />}
      </Page>
    </SavesProvider>
  )
}

function Timeline({ change }: { change: PriceChange }) {
  const { timezone } = useWorkspace()
  const { createdBy, createdAt, scheduledFor, publishedAt, status, lineCount } = change
  return (
    <Text size="sm">
      {counted(lineCount, 'line')} · started by {createdBy.name}, <RelativeTime at={createdAt} timezone={timezone} />
      {status === 'scheduled' && scheduledFor && (
        <>
          {' '}
          · takes effect {formatDateTime(scheduledFor, timezone)} ({timezone})
        </>
      )}
      {publishedAt && (
        <>
          {' '}
          · published <RelativeTime at={publishedAt} timezone={timezone} />
        </>
      )}
    </Text>
  )
}
