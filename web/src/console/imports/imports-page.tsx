import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Column } from '../../shared/list.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { Empty } from '../../shared/empty.tsx'
import { Page } from '../../shared/page.tsx'
import { Problem } from '../../shared/problem.tsx'
import { RelativeTime } from '../../shared/relative-time.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { FileDrop } from './file-drop.tsx'
import { importsQuery, importsByDayQuery } from './import-queries.ts'
import type { ListedImport } from './import-queries.ts'
import { ImportStatus } from './import-parts.tsx'
import { KIND_WORDS } from './kind-words.ts'
import { Skeleton } from '@mantine/core'
import { formatDate } from '../../shared/dates.ts'
import { BarChart } from '../charts/charts.tsx'

const route = getRouteApi('/w/$slug/imports')

/** Files that staff have imported, and the place to drop the next one. */
export function ImportsPage() {
  const { slug, timezone, reasonNot } = useWorkspace()
  const search = route.useSearch()
  const { data, error, refetch, isPlaceholderData } = useQuery(importsQuery(slug, search))
  return (
    <Page
      title="Imports"
      description="Products, customers, discounts, agreed prices or minimum quantities from a spreadsheet. Nothing is written before you have seen what the file would change."
    >
      <FileDrop reason={reasonNot('imports')} />
      <ImportsChart />
      <Problem error={data ? null : error} retry={() => void refetch()} />
      <DataTable<ListedImport>
        label="Imports"
        columns={columnsIn(timezone)}
        rows={data?.data}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: '/w/$slug/imports/$id', params: { slug, id } })}
        isStale={isPlaceholderData}
        empty={
          <Empty title="No imports yet">
            Each file that is imported stays listed here, with what it changed and the rows that were rejected. Start
            with a price list of your supplier, or with a file that Products or Customers can export.
          </Empty>
        }
        pager={{ nextOffset: data?.nextOffset }}
      />
    </Page>
  )
}

function columnsIn(timezone: string): Column<ListedImport>[] {
  return [
    { key: 'file', header: 'File', cell: ({ fileName }) => fileName, card: { at: 'title' } },
    { key: 'kind', header: 'What', cell: ({ kind }) => KIND_WORDS[kind].title, card: { at: 'detail' } },
    { key: 'status', header: 'Status', cell: ({ status }) => <ImportStatus status={status} />, card: { at: 'state' } },
    { key: 'who', header: 'Who', from: 'sm', cell: ({ startedBy, uploadedBy }) => startedBy ?? uploadedBy },
    {
      key: 'when',
      header: 'When',
      card: { at: 'detail' },
      cell: ({ uploadedAt }) => <RelativeTime at={uploadedAt} timezone={timezone} />,
    },
    countOf('created', 'New'),
    countOf('updated', 'Changed'),
    countOf('rejected', 'Rejected'),
  ]
}

function countOf(key: 'created' | 'updated' | 'rejected', header: string): Column<ListedImport> {
  return {
    key,
    header,
    align: 'end',
    from: 'md',
    cell: ({ counts }) => counts?.[key].toLocaleString('en') ?? '–',
  }
}

/** The rows that were imported on each day of the last month. Nothing where there is no file. */
function ImportsChart() {
  const { slug } = useWorkspace()
  const { data, isPending } = useQuery(importsByDayQuery(slug))
  if (isPending) return <Skeleton h={250} />
  if (!data?.some(({ files }) => files > 0)) return null
  return (
    <BarChart
      label="Imports by day"
      unit="Rows imported"
      columns={['Day', 'Files', 'Rows imported', 'Rows rejected']}
      bars={data.map(({ day, files, written, rejected }) => {
        const name = formatDate(`${day}T00:00:00Z`, 'UTC')
        return {
          name: name.slice(0, -5),
          value: written,
          cells: [name, ...[files, written, rejected].map((rows) => rows.toLocaleString('en'))],
        }
      })}
    />
  )
}
