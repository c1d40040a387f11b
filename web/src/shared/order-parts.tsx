import { Badge, Anchor, Stack, Text, Alert } from '@mantine/core'
import { creditInWords } from '../../../server/src/shared/credit.ts'
import type { CreditHold } from '../../../server/src/shared/credit.ts'
import { labelForBuyers, ORDER_STEPS } from '../../../server/src/shared/order-steps.ts'
import type { OrderStatus } from '../../../server/src/shared/order-steps.ts'
import { totalLines } from '../../../server/src/shared/tax.ts'
import type { Tax } from '../../../server/src/shared/tax.ts'
import { trackingLink } from '../../../server/src/shared/tracking.ts'
import type { components } from './app-api.d.ts'
import { formatMoney } from './money.tsx'
import styles from './order-parts.module.css'

type OrderChangesMade = components['schemas']['OrderChanges']
type ChangedLine = OrderChangesMade['lines'][number]

/** What a change made of the lines of an order, and of its total. */
export function OrderChanges({ changes, currency }: { changes: OrderChangesMade; currency: string }) {
  const { lines, subtotal } = changes
  return (
    <ul className={styles.changes}>
      {lines.map((line) => (
        <li key={`${line.sku} ${line.to === null}`}>
          <span className={styles.sku}>{line.sku}</span> {whatChanged(line, currency)}
        </li>
      ))}
      <li>
        Subtotal {formatMoney(subtotal.to, currency)}, was {formatMoney(subtotal.from, currency)}
      </li>
    </ul>
  )
}

/** "10 instead of 4, price kept", "added: 10 at £3.33" */
function whatChanged({ from, to, isPricedAgain, reason }: ChangedLine, currency: string): string {
  const at = (line: NonNullable<ChangedLine['to']>) =>
    `${line.qty.toLocaleString('en')} at ${formatMoney(line.unit, currency)}`
  if (to === null) return `removed, was ${at(from!)}`
  if (from === null) return `added: ${at(to)}${reason === undefined ? '' : ` (by hand: ${reason})`}`
  const price = reason === undefined ? (isPricedAgain ? 'priced again' : 'price kept') : `by hand: ${reason}`
  return `${at(to)}, was ${at(from)} (${price})`
}

type OrderStatusBadgeProps = {
  status: OrderStatus
  /** New orders wait for who sees them. */
  isWaitedFor?: boolean
  forBuyers?: boolean
}

/** The status of an order. */
export function OrderStatusBadge({ status, isWaitedFor = false, forBuyers = false }: OrderStatusBadgeProps) {
  const variant = isWaitedFor && status === 'new' ? 'filled' : 'light'
  return (
    <Badge variant={variant} color={ORDER_STEPS[status].colour}>
      {forBuyers ? labelForBuyers(status) : ORDER_STEPS[status].label}
    </Badge>
  )
}

/** Where goods can be followed: a link where it is an address, else the text. */
export function Tracking({ tracking }: { tracking: string }) {
  const link = trackingLink(tracking)
  if (link === null) return tracking
  return (
    <Anchor
      inherit
      href={link}
      target="_blank"
      rel="noreferrer"
      underline="always"
      style={{ overflowWrap: 'anywhere' }}
    >
      {tracking}
    </Anchor>
  )
}

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

type CreditNoticeProps = { hold: CreditHold; currency: string; title: string; children?: string }

/** Says by how much an order passes the credit limit, and what that means. */
export function CreditNotice({ hold, currency, title, children }: CreditNoticeProps) {
  return (
    <Alert color="yellow" mb="md" title={title}>
      {creditInWords(hold, (minor) => formatMoney(minor, currency))}. {children}
    </Alert>
  )
}
