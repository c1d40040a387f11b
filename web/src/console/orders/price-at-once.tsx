import { Anchor, Text } from '@mantine/core'
import { formatMoney, sumInWords } from '../../shared/money.tsx'
import { LastOrdered } from './last-order.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import type { QuotedLine } from './quote-queries.ts'

/** What a line costs, and from which quantity a unit is cheaper, as one would say it on the phone. */
export function PriceAtOnce({ line, onQuantity }: { line: QuotedLine; onQuantity: (qty: number) => void }) {
  const { currency, taxLabel } = useWorkspace()
  const { price, problem, product, qty } = line
  if (problem !== null) {
    return (
      <Text c="var(--mantine-color-error)" size="sm">
        {problem}
      </Text>
    )
  }
  return (
    <>
      {product?.name}: {formatMoney(price!.unit, currency)}
      {price!.label && ` (${price!.label})`}
      {qty > 1 && `, ${sumInWords(qty, price!.unit!, currency)}`} {taxLabel}.{' '}
      <NextBreak line={line} onQuantity={onQuantity} />
      {line.last && (
        <Text size="sm" c="dimmed">
          <LastOrdered last={line.last} />
        </Text>
      )}
    </>
  )
}

/** "24 or more: £21.00; add 6", where the last words do it. */
export function NextBreak({ line, onQuantity }: { line: QuotedLine; onQuantity: (qty: number) => void }) {
  const { currency } = useWorkspace()
  const { nextBreak, qty } = line
  if (!nextBreak) return null
  return (
    <>
      {nextBreak.qty.toLocaleString('en')} or more: {formatMoney(nextBreak.unit, currency)};{' '}
      <Anchor component="button" type="button" size="sm" onClick={() => onQuantity(nextBreak.qty)}>
        add {(nextBreak.qty - qty).toLocaleString('en')}
      </Anchor>
    </>
  )
}
