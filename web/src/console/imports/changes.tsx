import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Column } from '../../shared/column.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { Empty } from '../../shared/empty.tsx'
import { FilterSelect } from '../../shared/filter-select.tsx'
import { Problem } from '../../shared/problem.tsx'
import { Section } from '../../shared/section.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { ChangedFields } from './changed-fields.tsx'
import { importChangesQuery, isRunning } from './import-queries.ts'
import type { Import, ImportedChange } from './import-queries.ts'
import { capitalized, KIND_WORDS } from './kind-words.ts'
import type { Kind } from './kind-words.ts'
import { TextLink } from '../../shared/text-link.tsx'

const route = getRouteApi('/w/$slug/imports/$id')

const KINDS: Record<ImportedChange['kind'], string> = {
  created: 'New',
  updated: 'Changed',
  price: 'Price in the draft',
}
const OUTCOMES = { restored: 'As before', removed: 'Deleted', kept: 'Left: changed since' } as const

/** What the import changed, one by one and field by field; after an undo, what became of it. */
export function Changes({ data }: { data: Import }) {
  const { slug } = useWorkspace()
  const search = route.useSearch()
  const { id, kind, undone, status } = data
  const { many, one } = KIND_WORDS[kind]
  const title = `Changed ${many}`
  const list = useQuery(importChangesQuery(slug, id, search, `${status} ${data.progress?.done ?? ''}`))
  return (
    <Section title={title}>
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
        label={title}
        columns={columns(kind, undone !== null)}
        rows={list.data?.data}
        rowKey={({ recordId }) => recordId}
        isStale={list.isPlaceholderData}
        empty={
          isRunning(status) ? (
            <Empty title="Nothing is changed yet">{capitalized(many)} appear here as they are written.</Empty>
          ) : (
            <Empty title={`No ${one} was changed`}>All {many} were like this already, or were rejected.</Empty>
          )
        }
        pager={{ nextOffset: list.data?.nextOffset }}
      />
    </Section>
  )
}

function columns(kind: Kind, isUndone: boolean): Column<ImportedChange>[] {
  return [
    { key: 'row', header: 'Row', from: 'sm', cell: ({ line }) => line.toLocaleString('en') },
    {
      key: 'label',
      header: capitalized(KIND_WORDS[kind].one === 'product' ? 'SKU' : KIND_WORDS[kind].one),
      cell: ({ label, shownOn, outcome }) =>
        outcome === 'removed' ? label : <LinkToPage page={KIND_WORDS[kind].page} id={shownOn} label={label} />,
    },
    { key: 'kind', header: 'Kind', from: 'sm', cell: (change) => KINDS[change.kind] },
    {
      key: 'changes',
      header: 'Change',
      wraps: true,
      cell: (change) =>
        change.kind === 'created' && Object.keys(change.changes).length === 0 ? (
          <Text size="sm">New {KIND_WORDS[kind].one}</Text>
        ) : (
          <ChangedFields changes={change.changes} isNew={change.kind === 'created'} />
        ),
    },
    ...(isUndone
      ? [
          {
            key: 'outcome',
            header: 'Undone',
            wraps: true,
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

function LinkToPage({ page, id, label }: { page: 'product' | 'customer'; id: string; label: string }) {
  const { slug } = useWorkspace()
  const to = page === 'product' ? '/w/$slug/products/$id' : '/w/$slug/customers/$id'
  return (
    <TextLink inherit to={to} params={{ slug, id }}>
      {label}
    </TextLink>
  )
}
