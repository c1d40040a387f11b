import { FileButton, Group, Stack, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import { GuardedButton } from '../../shared/disabled-reason.tsx'
import { Problem } from '../../shared/problem.tsx'
import { Section } from '../../shared/page.tsx'
import { UndoDialog } from '../activity/undo.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { counted } from '../../../../server/src/shared/counted.ts'
import { Counts, RejectsLink, ChangedFields } from './import-parts.tsx'
import { isRunning, useUpload, importChangesQuery } from './import-queries.ts'
import type { Import, ImportActs, ImportedChange } from './import-queries.ts'
import { KIND_WORDS, capitalized } from './kind-words.ts'
import type { Kind } from './kind-words.ts'
import { TextLink } from '../../shared/links.tsx'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { Column } from '../../shared/list.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { Empty } from '../../shared/empty.tsx'
import { FilterSelect } from '../../shared/filter-select.tsx'

type Counted = NonNullable<Import['counts']>
type AfterImportProps = { data: Import; counts: Counted; acts: ImportActs }

/** A file that is imported, or being imported: what it did so far, what is left to do, and the way back. */
export function AfterImport({ data, counts, acts }: AfterImportProps) {
  const { slug, reasonNot } = useWorkspace()
  const [isAsked, setIsAsked] = useState(false)
  const { id, kind, status, priceChangeId } = data
  const { created, updated, unchanged, priceChanges, rejected } = counts
  const reason = reasonNot('imports')
  const canGoOn = status === 'stopped' || (status === 'failed' && data.undone === null)
  const canUndo = !isRunning(status) && status !== 'undone' && created + updated > 0
  return (
    <Stack gap="md">
      <Section title="What the import did">
        <Stack gap="md">
          <Counts
            label="Imported so far"
            counts={[
              ['New', created],
              ['Changed', updated],
              ['Unchanged', unchanged],
              ...(KIND_WORDS[kind].hasDraft ? [['Prices in the draft', priceChanges] as [string, number]] : []),
              ['Rejected', rejected],
            ]}
          />
          {priceChangeId && priceChanges > 0 && (
            <Text>
              New prices of existing products wait in a draft.{' '}
              <TextLink inherit underline="always" to="/w/$slug/price-changes/$id" params={{ slug, id: priceChangeId }}>
                Review the prices
              </TextLink>
            </Text>
          )}
          {rejected > 0 && !isRunning(status) && <Rejected id={id} kind={kind} reason={reason} />}
          <Undone data={data} />
          {(canGoOn || canUndo) && (
            <Group gap="sm">
              {canGoOn && (
                <GuardedButton reason={reason} loading={acts.pending === 'start'} onClick={() => acts.move('start')}>
                  Import the rest
                </GuardedButton>
              )}
              {canUndo && (
                <GuardedButton
                  reason={reason}
                  variant="default"
                  leftSection={<IconArrowBackUp size={16} aria-hidden />}
                  onClick={() => setIsAsked(true)}
                >
                  Undo
                </GuardedButton>
              )}
            </Group>
          )}
        </Stack>
      </Section>
      <Changes data={data} />
      {isAsked && (
        <UndoDialog
          way={{ kind: 'import', id, until: null }}
          effect={undoEffect(kind, counts)}
          confirmLabel="Undo import"
          onClose={() => setIsAsked(false)}
        />
      )}
    </Stack>
  )
}

/** All rejected rows as a file, and the place for it once it is mended. */
function Rejected({ id, kind, reason }: { id: string; kind: Kind; reason: string | null }) {
  const { upload, pending, problem } = useUpload()
  return (
    <div>
      <Problem error={problem} />
      <Group gap="md">
        <RejectsLink id={id} />
        <FileButton
          accept=".csv,.tsv,.txt,.xlsx,.xlsm"
          onChange={(file) => file && upload(file, { kind })}
          disabled={reason !== null || pending}
        >
          {(props) => (
            <GuardedButton reason={reason} size="xs" variant="default" loading={pending} {...props}>
              Upload corrected file
            </GuardedButton>
          )}
        </FileButton>
      </Group>
    </div>
  )
}

/** What an undo made of the import, and what it has left. */
function Undone({ data: { kind, undone, status } }: { data: Import }) {
  if (!undone || status === 'undoing') return null
  const { restored, removed, left } = undone
  const { one, many } = KIND_WORDS[kind]
  return (
    <Text role="status">
      {counted(restored, `${one} is`, `${many} are`)} as before, {counted(removed, 'new one was', 'new ones were')}{' '}
      deleted.{' '}
      {left > 0 &&
        `${counted(left, `${one} was`, `${many} were`)} left as ${left === 1 ? 'it is' : 'they are'}, because somebody has changed ${left === 1 ? 'it' : 'them'} since.`}
    </Text>
  )
}

function undoEffect(kind: Kind, { created, updated, priceChanges }: Counted): string {
  const { one, many } = KIND_WORDS[kind]
  const parts = [
    ...(updated > 0 ? [`${counted(updated, `${one} gets back what it had`, `${many} get back what they had`)}.`] : []),
    ...(created > 0 ? [`Delete the ${counted(created, one, many)} this import added.`] : []),
    ...(priceChanges > 0 ? ['The new prices stay in the draft: discard it if they are not wanted.'] : []),
  ]
  return parts.join(' ')
}

const route = getRouteApi('/w/$slug/imports/$id')

const KINDS: Record<ImportedChange['kind'], string> = {
  created: 'New',
  updated: 'Changed',
  price: 'Price in the draft',
}
const OUTCOMES = { restored: 'As before', removed: 'Deleted', kept: 'Left: changed since' } as const

/** What the import changed, one by one and field by field; after an undo, what became of it. */
function Changes({ data }: { data: Import }) {
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
