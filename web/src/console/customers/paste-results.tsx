import { Text, Title } from '@mantine/core'
import { formatMoney } from '../../shared/money.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { PlainTable } from '../../shared/plain-table.tsx'
import { writtenDay } from './period-words.ts'
import type { PasteCheck } from './use-paste-check.ts'

/** As many rows are shown: enough to see that they are read rightly. */
const SHOWN = 100

type GoodRow = PasteCheck['good'][number]

/** Rows that cannot be taken, each with every reason. */
export function RejectedRows({ rows }: { rows: PasteCheck['rejected'] }) {
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
export function GoodRows({ rows }: { rows: GoodRow[] }) {
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
