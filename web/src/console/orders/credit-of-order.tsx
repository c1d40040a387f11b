import { Checkbox, Text } from '@mantine/core'
import { counted } from '../../../../server/src/shared/counted.ts'
import { CreditNotice } from '../../shared/order-parts.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import type { PricedOrder } from './order-queries.ts'

type CreditOfOrderProps = {
  pricedOrder: PricedOrder
  /** Whether the order is confirmed over the limit. */
  lifts: boolean
  onLift: (lifts: boolean) => void
}

/** How the customer stands, what this order makes of it, and what follows where that is past the limit. */
export function CreditOfOrder({ pricedOrder, lifts, onLift }: CreditOfOrderProps) {
  const { currency } = useWorkspace()
  const { credit } = pricedOrder
  const hold = pricedOrder.lines.length > 0 ? pricedOrder.creditHold : null
  return (
    <>
      <Text size="sm">{creditInWords(pricedOrder, currency)}</Text>
      {hold && (
        <CreditNotice hold={hold} currency={currency} title="This order passes the credit limit">
          {credit.policy === 'refuse'
            ? 'It cannot be placed: order less, or raise the limit.'
            : 'It waits until somebody confirms it.'}
        </CreditNotice>
      )}
      {hold && credit.policy === 'hold' && (
        <Checkbox
          label="Confirm it over the limit"
          description="It is confirmed as soon as it is placed, without a hold."
          checked={lifts}
          onChange={(event) => onLift(event.currentTarget.checked)}
        />
      )}
    </>
  )
}

/** "Credit: £480.00 owed and £120.00 in 2 open orders; £950.00 of £1,000.00 with this one." */
function creditInWords({ credit, subtotal, total, lines }: PricedOrder, currency: string): string {
  const { limit, openBalance, openOrders } = credit
  const money = (minor: number) => formatMoney(minor, currency)
  const open = [
    ...(openBalance === null ? [] : [`${money(openBalance)} owed`]),
    `${money(openOrders.value)} in ${counted(openOrders.count, 'open order')}`,
  ].join(' and ')
  if (limit === null) return `Credit: ${open}; no limit is set.`
  const before = (openBalance ?? 0) + openOrders.value
  const withThis =
    lines.length > 0
      ? `${money(before + (total ?? subtotal))} of ${money(limit)} with this one`
      : `the limit is ${money(limit)}`
  return `Credit: ${open}; ${withThis}.`
}
