import { formatMoney } from '../../shared/money.tsx'
import { RelativeTime } from '../../shared/relative-time.tsx'
import { useWorkspace } from '../workspace-context.tsx'

type Last = { qty: number; unit: number; at: string }

/** "24 at £6.62", as a customer ordered a product last. */
export function lastInWords({ qty, unit }: Pick<Last, 'qty' | 'unit'>, currency: string): string {
  return `${qty.toLocaleString('en')} at ${formatMoney(unit, currency)}`
}

/** The same with when. In a column, its header says of what it is. */
export function LastOrdered({ last, isInColumn = false }: { last: Last; isInColumn?: boolean }) {
  const { currency, timezone } = useWorkspace()
  return (
    <>
      {!isInColumn && 'Last: '}
      {lastInWords(last, currency)}, <RelativeTime at={last.at} timezone={timezone} />
    </>
  )
}
