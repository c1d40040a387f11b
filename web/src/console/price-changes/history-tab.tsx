import { Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { components } from '../../shared/app-api.d.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { formatDateTime } from '../../shared/dates.ts'
import { formatMoney } from '../../shared/money.tsx'
import { LIVE_MS } from '../../shared/query-client.ts'
import { historyColumns } from '../activity/history-columns.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { historyText } from './history-text.ts'
import { historyQuery } from './queries.ts'
import type { PriceChange } from './queries.ts'

const route = getRouteApi('/w/$slug/price-changes/$id')

type Entry = components['schemas']['ActivityEntry']

/** Who did what to a price change, newest first. */
export function HistoryTab({ change }: { change: PriceChange }) {
  const { slug } = useWorkspace()
  const { page } = route.useSearch()
  const { data, isPlaceholderData } = useQuery({
    ...historyQuery(slug, change.id, page),
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS,
  })
  return (
    <DataTable
      label="History"
      columns={COLUMNS}
      rows={data?.data}
      rowKey={({ id }) => id}
      isStale={isPlaceholderData}
      empty={<Text>Started by a sync of {change.createdBy.name}. Nobody has done anything to it since.</Text>}
      pager={{ nextOffset: data?.nextOffset }}
    />
  )
}

const COLUMNS = historyColumns((entry: Entry) => <What entry={entry} />)

function What({ entry }: { entry: Entry }) {
  const { timezone, currency } = useWorkspace()
  const { text, details } = historyText(entry, {
    amount: (price) => formatMoney(price, currency),
    time: (at) => formatDateTime(at, timezone),
  })
  return (
    <Stack gap={0}>
      <Text size="sm">{text}</Text>
      {details.map((detail) => (
        <Text key={detail} size="xs" c="dimmed">
          {detail}
        </Text>
      ))}
    </Stack>
  )
}
