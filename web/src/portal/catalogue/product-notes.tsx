import { Badge, Text } from '@mantine/core'
import { AVAILABILITY_LABEL } from '../../../../server/src/shared/availability.ts'
import type { Availability } from '../../../../server/src/shared/availability.ts'
import { deadlineInWords, startInWords } from '../../../../server/src/shared/moment-in-words.ts'
import { formatMoney } from '../../shared/money.tsx'
import { usePortal } from '../portal-context.tsx'
import type { Product } from './product-queries.ts'

const COLOR: Partial<Record<Availability, string>> = {
  in_stock: 'green',
  low_stock: 'yellow',
  out_of_stock: 'red',
  made_to_order: 'blue',
}

/** Whether it is there, and how long it takes otherwise. Nothing for what the wholesaler does not track or show. */
export function AvailabilityLabel({ product }: { product: Pick<Product, 'availability' | 'leadTimeNote'> }) {
  const { availability, leadTimeNote } = product
  return (
    <>
      {availability && availability !== 'not_tracked' && (
        <Badge variant="light" color={COLOR[availability] ?? 'gray'}>
          {AVAILABILITY_LABEL[availability]}
        </Badge>
      )}
      {leadTimeNote && (
        <Text size="xs" c="dimmed">
          {leadTimeNote}
        </Text>
      )}
    </>
  )
}

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
