import { Box, Group, Select, Stack, Text, Button, Paper } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { FilterSelect } from '../../shared/filter-select.tsx'
import { Problem } from '../../shared/problem.tsx'
import { SearchBox } from '../../shared/search-box.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { gridColumns, AT_START, boundsOf, within } from './grid.ts'
import { CustomerFilter } from '../orders/customer-field.tsx'
import type { GridSelection } from './grid.ts'
import { LineDialogs } from './line-dialogs.tsx'
import { LinesToolbar } from './lines-toolbar.tsx'
import { PriceGrid } from './price-grid.tsx'
import { useLines } from './queries.ts'
import type { LinesQuery, PriceChange } from './queries.ts'
import { useSaver, useSaveState } from './saves.tsx'
import { useGridActs } from './use-grid-acts.ts'
import { counted } from '../../../../server/src/shared/counted.ts'
import { Empty } from '../../shared/empty.tsx'
import { writeToClipboard } from '../../shared/clipboard.tsx'
import { PlainTable } from '../../shared/plain-table.tsx'
import { notify } from '../../shared/toasts.tsx'
import { toSpreadsheetText } from './cells.ts'
import { decimalsOf } from '../../shared/money.ts'
import { roundWords } from '../../../../server/src/shared/read-number.ts'

const route = getRouteApi('/w/$slug/price-changes/$id')

const SHOW = [
  { value: 'rises', label: 'Rises' },
  { value: 'drops', label: 'Drops' },
  { value: 'unchanged', label: 'Unchanged' },
  { value: 'first_price', label: 'First price' },
]

/** Orders that no column's header gives. */
const ORDERS = [
  { value: 'sku', label: 'SKU' },
  { value: '-size', label: 'Largest change first' },
  { value: '-change', label: 'Largest rise first' },
  { value: 'change', label: 'Largest drop first' },
]

/** Two beside each other on a phone. */
const HALF = { base: 'calc(50% - 0.375rem)', xs: 160 }

/** The lines of a price change, as a spreadsheet. */
export function LinesTab({ change }: { change: PriceChange }) {
  const { can } = useWorkspace()
  const search = route.useSearch()
  const changeSearch = useChangeSearch()
  const saver = useSaver()
  const isPhone = useMediaQuery('(max-width: 36em)') ?? false
  const isEditable = change.status === 'draft' && can('priceChanges')
  const sort = search.sort ?? 'sku'
  const filter = useMemo(() => filterOf(search), [search])
  const columns = useMemo(
    () =>
      gridColumns({ isPhone, forCustomer: filter.customer !== undefined, isPublished: change.status === 'published' }),
    [isPhone, filter.customer, change.status],
  )
  const [sight, setSight] = useState({ first: 0, last: 0 })
  const lines = useLines(change.id, filter, sight)
  const [chosen, setChosen] = useState(AT_START)
  const total = lines.total ?? 0
  const selection = within(chosen, { rows: Math.max(1, total), columns: columns.length })
  const acts = useGridActs({ id: change.id, lines, columns, selection, total })
  const showDialog = (dialog: string) => changeSearch({ dialog }, { push: true })
  const onSight = useCallback((next: { first: number; last: number }) => setSight(next), [])
  usePageEvent('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain')
    if (!text || !isEditable) return
    event.preventDefault()
    acts.paste(text)
  })
  usePageEvent('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey)) return
    const key = event.key.toLowerCase()
    const act = { z: event.shiftKey ? acts.redo : acts.undo, y: acts.redo }[key]
    if (act && isEditable) {
      event.preventDefault()
      act()
    } else if (key === 'c' && inGrid(event.target)) {
      event.preventDefault()
      acts.copy()
    }
  })
  const isEmpty = change.lineCount === 0 && total === 0 && saver.state().pending.size === 0
  return (
    <Stack gap="sm">
      {!isEmpty && (
        <Group align="flex-end" gap="sm">
          <SearchBox label="Search lines" />
          <FilterSelect label="Show" param="filter" data={SHOW} placeholder="All lines" w={HALF} />
          <Select
            label="Order"
            data={
              ORDERS.some(({ value }) => value === sort) ? ORDERS : [...ORDERS, { value: sort, label: 'By a column' }]
            }
            value={sort}
            onChange={(value) => changeSearch({ sort: value === 'sku' ? undefined : (value ?? undefined) })}
            allowDeselect={false}
            w={HALF}
          />
          <Box w={HALF}>
            <CustomerFilter label="Prices for" placeholder="A customer" />
          </Box>
        </Group>
      )}
      {isEditable && <LinesToolbar total={total} isEmpty={isEmpty} acts={{ ...acts, show: showDialog }} />}
      <NotTakenList onRound={acts.takeRounded} />
      {lines.error ? <Problem error={lines.error} /> : null}
      {isEmpty ? (
        <NoLines
          isEditable={isEditable}
          onAdd={() => showDialog('add-lines')}
          onFilter={() => showDialog('new-prices')}
        />
      ) : (
        <>
          <PriceGrid
            key={JSON.stringify(filter)}
            lines={lines}
            columns={columns}
            isEditable={isEditable}
            selection={selection}
            onSelect={setChosen}
            onSight={onSight}
            sort={sort}
            onSort={(next) => changeSearch({ sort: next === 'sku' ? undefined : next })}
            acts={{
              ...acts,
              showShortcuts: () => showDialog('shortcuts'),
              tellProblem: (line, text, problem) => saver.tell([{ what: line.sku, value: text, why: problem }]),
            }}
          />
          <Text size="sm" c="dimmed" role="status">
            {lines.total === undefined ? 'Loading …' : countText(total, selection)}
          </Text>
        </>
      )}
      <LineDialogs
        change={change}
        filter={filter}
        total={total}
        selection={selection}
        acts={acts}
        isEditable={isEditable}
      />
    </Stack>
  )
}

function filterOf(search: { q?: string; filter?: string; sort?: string; customer?: string }): LinesQuery {
  const { q, filter, sort = 'sku', customer } = search
  const descending = sort.startsWith('-')
  return {
    ...(q && { q }),
    ...(filter && { show: filter as NonNullable<LinesQuery['show']> }),
    ...(customer && { customer }),
    // By SKU, what looks wrong comes first.
    sort: sort.replace(/^-/, '').replace(/^sku$/, 'look') as NonNullable<LinesQuery['sort']>,
    ...(descending && { descending }),
  }
}

/** Listens anywhere on the page, wherever the focus is, but in a field or a dialog. */
function usePageEvent<Type extends 'paste' | 'keydown'>(
  type: Type,
  listener: (event: DocumentEventMap[Type]) => void,
): void {
  const onEvent = useEffectEvent((event: DocumentEventMap[Type]) => {
    if (!isField(event.target) && !document.querySelector('[role=dialog]')) listener(event)
  })
  useEffect(() => {
    const listen = (event: DocumentEventMap[Type]) => onEvent(event)
    document.addEventListener(type, listen)
    return () => document.removeEventListener(type, listen)
  }, [type])
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, [contenteditable=true]') !== null
}

function inGrid(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('[role=grid]') !== null
}

/** "39 lines", "39 lines, 3 selected". */
function countText(total: number, selection: GridSelection): string {
  const { firstRow, lastRow } = boundsOf(selection)
  const selected = lastRow - firstRow + 1
  return `${counted(total, 'line')}${selected > 1 ? `, ${selected.toLocaleString('en')} selected` : ''}`
}

type NoLinesProps = { isEditable: boolean; onAdd: () => void; onFilter: () => void }

/** What to do with a draft that has no lines. */
function NoLines({ isEditable, onAdd, onFilter }: NoLinesProps) {
  if (!isEditable) return <Empty title="No lines" />
  return (
    <Empty
      title="No lines yet"
      action={
        <Group>
          <Button onClick={onFilter}>New prices for many products</Button>
          <Button variant="default" onClick={onAdd}>
            Type or paste SKUs
          </Button>
        </Group>
      }
    >
      Paste two columns from a spreadsheet here, SKU and price (Ctrl V), or choose what to begin with.
    </Empty>
  )
}

/** As many are shown; all are copied. */
const SHOWN = 50

/** Cells that were not taken, and why. */
function NotTakenList({ onRound }: { onRound: () => void }) {
  const saver = useSaver()
  const { notTaken } = useSaveState()
  const { currency } = useWorkspace()
  if (notTaken.length === 0) return null
  const toRound = notTaken.filter(({ rounded }) => rounded !== undefined).length
  const copy = async () => {
    const rows = notTaken.map(({ what, value, why }) => [what, value, why])
    await writeToClipboard(toSpreadsheetText([['SKU', 'New price', 'Why'], ...rows]))
    notify('Copied them.')
  }
  return (
    <Paper withBorder p="sm" component="section" aria-label="Prices that couldn’t be pasted">
      <Text fw={600}>{counted(notTaken.length, 'price')} couldn’t be pasted</Text>
      <PlainTable
        label="Cells with the reason"
        miw={300}
        mah={220}
        rows={notTaken.slice(0, SHOWN)}
        columns={[
          { header: 'SKU', cell: ({ what }) => what },
          { header: 'Value', cell: ({ value }) => value },
          { header: 'Why', cell: ({ why }) => why },
        ]}
      />
      <Group gap="xs" mt="xs">
        {toRound > 0 && (
          <Button size="compact-sm" onClick={onRound}>
            {roundWords(toRound, decimalsOf(currency))}
          </Button>
        )}
        <Button size="compact-sm" variant="default" onClick={() => void copy()}>
          Copy them
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => saver.dismiss()}>
          Close the list
        </Button>
      </Group>
    </Paper>
  )
}
