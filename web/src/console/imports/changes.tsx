import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, getRouteApi } from '@tanstack/react-router'
import type { Column } from '../../shared/column.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { Empty } from '../../shared/empty.tsx'
import { FilterSelect } from '../../shared/filter-select.tsx'
import { Problem } from '../../shared/problem.tsx'
import { pageNumber, useChangeSearch } from '../../shared/search-params.ts'
import { Section } from '../../shared/section.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { ChangedFields } from './changed-fields.tsx'
import { importChangesQuery, isRunning, PAGE_SIZE } from './import-queries.ts'
import type { Import, ImportedChange } from './import-queries.ts'

const route = getRouteApi('/w/$slug/imports/$id')

const KINDS: Record<ImportedChange['kind'], string> = {
  created: 'New',
  updated: 'Changed',
  price: 'Price in the draft',
}
const OUTCOMES = { restored: 'As before', removed: 'Deleted', kept: 'Left: changed since' } as const

/** What the import changed, product by product and field by field; after an undo, what became of it. */
export function Changes({ data }: { data: Import }) {
  const { slug } = useWorkspace()
  const search = route.useSearch()
  const change = useChangeSearch()
  const { id, undone, status } = data
  // Asked for anew with each step: there may be more, or something else to say of it.
  const query = importChangesQuery(slug, id, search)
  const step = `${status} ${data.progress?.done ?? ''}`
  const list = useQuery({ ...query, queryKey: [...query.queryKey, step] as never })
  return (
    <Section title="Changed products">
      {undone && undone.left > 0 && (
        <FilterSelect
          label="Show"
          param="kept"
          placeholder="All"
          data={[{ value: 'yes', label: 'Only what was left' }]}
          mb="sm"
        />
      )}
      <Problem error={list.data ? null : list.error} retry={() => void list.refetch()} />
      <DataTable<ImportedChange>
        label="Changed products"
        columns={columns(slug, undone !== null)}
        rows={list.data?.data}
        rowKey={({ productId }) => productId}
        isStale={list.isPlaceholderData}
        empty={
          isRunning(status) ? (
            <Empty title="Nothing is changed yet">Products appear here as they are written.</Empty>
          ) : (
            <Empty title="No product was changed">All products were like this already, or were rejected.</Empty>
          )
        }
        pager={{
          page: pageNumber(search.page),
          pageSize: PAGE_SIZE,
          hasNext: list.data !== undefined && list.data.nextOffset !== null,
          onPage: (page) => change({ page: String(page) }),
        }}
      />
    </Section>
  )
}

function columns(slug: string, isUndone: boolean): Column<ImportedChange>[] {
  return [
    { key: 'row', header: 'Row', from: 'sm', cell: ({ line }) => line.toLocaleString('en') },
    {
      key: 'sku',
      header: 'SKU',
      cell: ({ sku, productId: id, outcome }) =>
        outcome === 'removed' ? (
          sku
        ) : (
          <Anchor inherit renderRoot={(props) => <Link {...props} to="/w/$slug/products/$id" params={{ slug, id }} />}>
            {sku}
          </Anchor>
        ),
    },
    { key: 'kind', header: 'Kind', from: 'sm', cell: ({ kind }) => KINDS[kind] },
    {
      key: 'changes',
      header: 'Change',
      cell: ({ kind, changes }) =>
        kind === 'created' ? <Text size="sm">New product</Text> : <ChangedFields changes={changes} />,
    },
    ...(isUndone
      ? [
          {
            key: 'outcome',
            header: 'Undone',
            cell: ({ outcome }: ImportedChange) => (
              <Text size="sm" fw={outcome === 'kept' ? 600 : 400}>
                {outcome && OUTCOMES[outcome]}
              </Text>
            ),
          },
        ]
      : []),
  ]
}
