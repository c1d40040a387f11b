import { Button, Group, Stack, Textarea, Fieldset, Select, Text, Title } from '@mantine/core'
import { useQueryClient, keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog, useFocusReturn } from '../../shared/dialog.tsx'
import { api, ApiError, errorText } from '../../shared/api.ts'
import { Problem } from '../../shared/problem.tsx'
import { toSpreadsheetText } from '../price-changes/cells.ts'
import { notifyWithUndo } from '../../shared/toasts.tsx'
import { useSubmit } from '../../shared/form.tsx'
import { undoAct } from '../activity/undo.tsx'
import { HowItIsRead } from '../how-it-is-read.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { refreshTerms, ownerKey } from './terms-owner.ts'
import type { TermsOwner } from './terms-owner.ts'
import { formatMoney } from '../../shared/money.tsx'
import { PlainTable } from '../../shared/plain-table.tsx'
import { writtenDay } from './agreed-price-columns.tsx'
import type { components } from '../../shared/app-api.d.ts'
import { useRested } from '../use-rested.ts'

type PastePricesProps = { owner: TermsOwner; onClose: () => void }

/**
 * Takes agreed prices from a spreadsheet. What each row does is shown first; the good ones are saved together, and the
 * others stay in the dialog to be mended.
 */
export function PastePricesDialog({ owner, onClose }: PastePricesProps) {
  useFocusReturn()
  const { slug } = useWorkspace()
  const queryClient = useQueryClient()
  const [text, setText] = useState('')
  const [columns, setColumns] = useState<PasteColumn[] | null>(null)
  const [rounds, setRounds] = useState(false)
  const { check, error, isChecking, checkAgain } = usePasteCheck(owner, { text, columns, rounds })
  const change = (value: string) => {
    setText(value)
    setColumns(null)
    setRounds(false)
  }
  const toSave = check?.good.filter(({ kind }) => kind !== 'same').length ?? 0
  const pasted = check && toSave > 0 && !isChecking ? { text, rounds, version: check.version, columns } : null
  const send = ({ columns: named, ...body }: NonNullable<typeof pasted>) =>
    api.POST(`/app-api/console/{slug}/${owner.kind}/{id}/agreed-prices/paste`, {
      params: { path: { slug, id: owner.id } },
      body: { ...body, ...(named && { columns: named }) },
    })
  const { submit, pending, problem } = useSubmit(async () => {
    const { undo } = (
      await send(pasted!).catch((caught: unknown) => {
        if (caught instanceof ApiError && caught.status === 409) void checkAgain()
        throw caught
      })
    ).data
    void refreshTerms(queryClient, slug)
    notifyWithUndo(savedWords(check!), () =>
      undoAct(slug, { kind: 'agreed_price_edit', id: undo! }).finally(() => refreshTerms(queryClient, slug)),
    )
    if (check!.rejected.length === 0) onClose()
    else setText(rejectedText(check!))
  })
  return (
    <Dialog opened onClose={onClose} title="Paste prices" size="xl">
      <Stack gap="sm">
        <Problem error={problem()} />
        <Textarea
          label="Rows"
          description="Copied from a spreadsheet: SKU, price, from quantity, start, end, in any order. Up to 1,000 rows."
          value={text}
          onChange={(event) => change(event.currentTarget.value)}
          error={error}
          minRows={5}
          maxRows={10}
          autosize
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
        {check && (
          <>
            <PasteColumns check={check} onChange={setColumns} />
            <HowItIsRead check={check} rounds={rounds} onRound={setRounds} />
            <RejectedRows rows={check.rejected} />
            <GoodRows rows={check.good} />
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={() => void submit()} loading={pending} disabled={toSave === 0 || isChecking}>
            {toSave === 0 ? 'Paste prices' : `Paste prices (${toSave.toLocaleString('en')})`}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

function savedWords({ good, rejected }: PasteCheck): string {
  const saved = good.filter(({ kind }) => kind !== 'same').length
  const words = `${saved.toLocaleString('en')} agreed ${saved === 1 ? 'price was' : 'prices were'} saved.`
  return rejected.length === 0
    ? words
    : `${words} ${rejected.length} couldn’t be pasted: correct them, and paste them again.`
}

/** The header, if there is one, and the rows that were not taken. */
function rejectedText({ first, hasHeader, rejected }: PasteCheck): string {
  return toSpreadsheetText([...(hasHeader ? [first] : []), ...rejected.map(({ cells }) => cells)])
}

const MEANINGS = [
  { value: 'sku', label: 'SKU' },
  { value: 'price', label: 'Price' },
  { value: 'minQty', label: 'From quantity' },
  { value: 'startsOn', label: 'Start' },
  { value: 'endsOn', label: 'End' },
] as const

type PasteColumnsProps = { check: PasteCheck; onChange: (columns: PasteColumn[]) => void }

/** What each pasted column was taken for, to be set right where the guess is wrong. */
function PasteColumns({ check: { columns, first, hasHeader }, onChange }: PasteColumnsProps) {
  const choose = (at: number, value: PasteColumn) =>
    // A meaning belongs to one column.
    onChange(columns.map((present, i) => (i === at ? value : present === value ? null : present)))
  return (
    <Fieldset legend="Columns" p="xs">
      <Group gap="xs">
        {columns.map((column, at) => (
          <Select
            // oxlint-disable-next-line react/no-array-index-key -- a column is its position
            key={at}
            size="xs"
            flex="1 1 8rem"
            maw={190}
            label={hasHeader ? first[at] || `Column ${at + 1}` : `Column ${at + 1}: ${first[at] ?? ''}`}
            data={MEANINGS}
            value={column}
            placeholder="Not read"
            clearable
            clearButtonProps={{ 'aria-label': `Do not read column ${at + 1}` }}
            onChange={(value) => choose(at, value)}
          />
        ))}
      </Group>
    </Fieldset>
  )
}

/** As many rows are shown: enough to see that they are read rightly. */
const SHOWN = 100

type GoodRow = PasteCheck['good'][number]

/** Rows that cannot be taken, each with every reason. */
function RejectedRows({ rows }: { rows: PasteCheck['rejected'] }) {
  if (rows.length === 0) return null
  return (
    <div>
      <Title order={3} size="h5" c="var(--mantine-color-error)">
        {rows.length.toLocaleString('en')} couldn’t be pasted
      </Title>
      <PlainTable
        label="Rows that couldn’t be pasted"
        mah="16rem"
        rows={rows.slice(0, SHOWN)}
        columns={[
          { header: 'Line', width: 60, cell: ({ line }) => line },
          { header: 'Pasted', cell: ({ cells }) => cells.filter((cell) => cell !== '').join(' · ') },
          { header: 'Why', cell: ({ reasons }) => reasons.join(' ') },
        ]}
      />
      <More count={rows.length - SHOWN} />
    </div>
  )
}

/** Rows that are saved, and what each does. */
function GoodRows({ rows }: { rows: GoodRow[] }) {
  const { currency } = useWorkspace()
  if (rows.length === 0) return <Text c="dimmed">No row can be pasted yet.</Text>
  return (
    <div>
      <Title order={3} size="h5">
        {summary(rows)}
      </Title>
      <PlainTable
        label="Rows that are saved"
        mah="16rem"
        rows={rows.slice(0, SHOWN)}
        columns={[
          { header: 'Product', cell: ({ sku, name }) => <Product sku={sku} name={name} /> },
          { header: 'List price', align: 'end', cell: ({ listPrice }) => formatMoney(listPrice, currency) },
          { header: 'Price', align: 'end', cell: ({ unit }) => formatMoney(unit, currency) },
          { header: 'From quantity', align: 'end', cell: ({ minQty }) => minQty.toLocaleString('en') },
          { header: 'Start', cell: ({ startsOn }) => <Day day={startsOn} /> },
          { header: 'End', cell: ({ endsOn }) => <Day day={endsOn} /> },
          { header: 'What it does', cell: (row) => effectOf(row, currency) },
        ]}
      />
      <More count={rows.length - SHOWN} />
    </div>
  )
}

function Product({ sku, name }: Pick<GoodRow, 'sku' | 'name'>) {
  return (
    <>
      {sku}{' '}
      <Text span size="sm" c="dimmed">
        {name}
      </Text>
    </>
  )
}

function Day({ day }: { day: string | null }) {
  return <span style={{ whiteSpace: 'nowrap' }}>{writtenDay(day) ?? '–'}</span>
}

function More({ count }: { count: number }) {
  return count > 0 ? <Text size="sm">… and {count.toLocaleString('en')} more</Text> : null
}

function summary(rows: GoodRow[]): string {
  const count = (kind: GoodRow['kind']) => rows.filter((row) => row.kind === kind).length
  const parts = [
    [count('add'), 'new'],
    [count('change'), 'changed'],
    [count('same'), 'as they are'],
  ] as const
  const told = parts.filter(([n]) => n > 0).map(([n, what]) => `${n.toLocaleString('en')} ${what}`)
  return `${rows.length.toLocaleString('en')} good: ${told.join(', ')}`
}

function effectOf({ kind, before, ends }: GoodRow, currency: string): string {
  if (kind === 'same') return 'Nothing: it is already so'
  if (before) return `Changes ${formatMoney(before.unit, currency)}`
  return ends ? `New; ends ${formatMoney(ends.unit, currency)} the day before` : 'New'
}

type PasteCheck = components['schemas']['PasteCheck']
type PasteColumn = PasteCheck['columns'][number]

type Pasted = { text: string; columns: PasteColumn[] | null; rounds: boolean }

/** Checks pasted rows while they are typed or mended. */
function usePasteCheck(owner: TermsOwner, pasted: Pasted) {
  const { slug } = useWorkspace()
  const { rested, isRested } = useRested(pasted)
  const { text, columns, rounds } = rested
  const isBlank = pasted.text.trim() === ''
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...ownerKey(slug, owner), 'paste', rested],
    queryFn: async ({ signal }) => {
      const params = { path: { slug, id: owner.id } }
      const body = { text, rounds, ...(columns && { columns }) }
      const call = { params, body, signal }
      return (await api.POST(`/app-api/console/{slug}/${owner.kind}/{id}/agreed-prices/paste/check`, call)).data
    },
    enabled: text.trim() !== '',
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  })
  return {
    check: isBlank || error ? undefined : data,
    error: isBlank || !error ? undefined : errorText(error).replace(/^text: /, ''),
    isChecking: isFetching || !isRested,
    checkAgain: refetch,
  }
}
