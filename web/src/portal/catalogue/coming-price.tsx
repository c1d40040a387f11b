import { Text } from '@mantine/core'
import { deadlineInWords, startInWords } from '../../../../server/src/shared/moment-in-words.ts'
import { formatMoney } from '../../shared/money.tsx'
import { usePortal } from '../portal-context.tsx'
import type { Product } from './product-queries.ts'

type Coming = Product['coming']

/** "£8.10 from 1 January"; null where no other price is told. */
export function useComingWords(): (coming: Coming) => string | null {
  const { currency, timezone } = usePortal()
  return (coming) => {
    if (!coming) return null
    const price = coming.unit === null ? 'No price' : formatMoney(coming.unit, currency)
    return `${price} from ${startInWords(new Date(coming.from), timezone)}`
  }
}

type ComingPriceProps = { coming: Coming; size?: 'xs' | 'sm' }

/** The next price of a product. */
export function ComingPrice({ coming, size = 'xs' }: ComingPriceProps) {
  const words = useComingWords()(coming)
  return words && <Text size={size}>{words}</Text>
}

/** The next price of a line; where it is higher, until when the line can be ordered at the present one. */
export function ComingAtLine({ unit, coming }: { unit: number | null | undefined; coming: Coming }) {
  const { timezone } = usePortal()
  const words = useComingWords()(coming)
  if (!coming || !words) return null
  const rises = typeof unit === 'number' && coming.unit !== null && coming.unit > unit
  return (
    <Text size="sm" {...(rises && { fw: 600 })}>
      {rises && `Order ${deadlineInWords(new Date(coming.from), timezone)}: `}
      {words}
    </Text>
  )
}
