import { Stack, Text } from '@mantine/core'
import { totalLines } from '../../../server/src/shared/tax.ts'
import type { Tax } from '../../../server/src/shared/tax.ts'
import { formatMoney } from './money.tsx'

type TotalsProps = { totals: Tax & { subtotal: number; terms: string | null }; currency: string; taxLabel: string }

/** What an order comes to: subtotal, tax and total, and what the wholesaler says of freight and tax. */
export function Totals({ totals, currency, taxLabel }: TotalsProps) {
  return (
    <Stack gap={2} align="flex-end">
      {totalLines(totals, taxLabel).map(({ label, amount }) => (
        <Text key={label}>
          {label}: <strong className="figures">{formatMoney(amount, currency)}</strong>
        </Text>
      ))}
      {totals.terms && (
        <Text size="sm" c="dimmed" ta="end" maw="36rem" style={{ whiteSpace: 'pre-line' }}>
          {totals.terms}
        </Text>
      )}
    </Stack>
  )
}
