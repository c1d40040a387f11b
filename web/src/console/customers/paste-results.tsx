import { Box, Table, Text, Title } from '@mantine/core'
import { formatMoney } from '../../shared/money.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import styles from './paste-results.module.css'
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
        {rows.length.toLocaleString('en')} not taken
      </Title>
      <Box className={styles.rows} tabIndex={0} role="region" aria-label="Rows that are not taken">
        <Table aria-label="Rows that are not taken">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={60}>Line</Table.Th>
              <Table.Th>Pasted</Table.Th>
              <Table.Th>Why</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.slice(0, SHOWN).map(({ line, cells, reasons }) => (
              <Table.Tr key={line}>
                <Table.Td>{line}</Table.Td>
                <Table.Td>{cells.filter((cell) => cell !== '').join(' · ')}</Table.Td>
                <Table.Td>{reasons.join(' ')}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Box>
      <More count={rows.length - SHOWN} />
    </div>
  )
}

/** Rows that are saved, and what each does. */
export function GoodRows({ rows }: { rows: GoodRow[] }) {
  const { currency } = useWorkspace()
  if (rows.length === 0) return <Text c="dimmed">No row can be taken yet.</Text>
  return (
    <div>
      <Title order={3} size="h5">
        {summary(rows)}
      </Title>
      <Box className={styles.rows} tabIndex={0} role="region" aria-label="Rows that are saved">
        <Table aria-label="Rows that are saved">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Product</Table.Th>
              <Table.Th ta="end">List price</Table.Th>
              <Table.Th ta="end">Price</Table.Th>
              <Table.Th ta="end">From quantity</Table.Th>
              <Table.Th>Start</Table.Th>
              <Table.Th>End</Table.Th>
              <Table.Th>What it does</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.slice(0, SHOWN).map((row) => (
              <Table.Tr key={row.line}>
                <Table.Td>
                  {row.sku}{' '}
                  <Text span size="sm" c="dimmed">
                    {row.name}
                  </Text>
                </Table.Td>
                <Table.Td ta="end" className={styles.figure}>
                  {formatMoney(row.listPrice, currency)}
                </Table.Td>
                <Table.Td ta="end" className={styles.figure}>
                  {formatMoney(row.unit, currency)}
                </Table.Td>
                <Table.Td ta="end" className={styles.figure}>
                  {row.minQty.toLocaleString('en')}
                </Table.Td>
                <Table.Td className={styles.figure}>{writtenDay(row.startsOn) ?? '–'}</Table.Td>
                <Table.Td className={styles.figure}>{writtenDay(row.endsOn) ?? '–'}</Table.Td>
                <Table.Td>{effectOf(row, currency)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Box>
      <More count={rows.length - SHOWN} />
    </div>
  )
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
  if (kind === 'same') return 'Nothing: it is so already'
  if (before) return `Changes ${formatMoney(before.unit, currency)}`
  return ends ? `New; ends ${formatMoney(ends.unit, currency)} the day before` : 'New'
}
