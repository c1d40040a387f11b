import { Text } from '@mantine/core'
import { formatMoney } from '../../shared/money.tsx'
import { usePortal } from '../portal-context.tsx'

type NextBreakProps = { qty: number; next: { qty: number; unit: number } | null }

/** The next quantity at which a unit is cheaper: "24 or more: £21.00; add 6". */
export function NextBreak({ qty, next }: NextBreakProps) {
  const { currency } = usePortal()
  if (!next) return null
  return (
    <Text size="xs" c="dimmed">
      {next.qty.toLocaleString('en')} or more: {formatMoney(next.unit, currency)}; add{' '}
      {(next.qty - qty).toLocaleString('en')}
    </Text>
  )
}
