import { Table, Text, Badge } from '@mantine/core'
import { smallestQuantity } from '../../../../server/src/shared/order-quantity.ts'
import { formatMoney } from '../../shared/money.tsx'
import { usePortal } from '../portal-context.tsx'
import type { Product } from './product-queries.ts'
import { deadlineInWords, startInWords } from '../../../../server/src/shared/moment-in-words.ts'
import { AVAILABILITY_LABEL } from '../../../../server/src/shared/availability.ts'
import type { Availability } from '../../../../server/src/shared/availability.ts'

type Broken = Pick<Product, 'price' | 'breaks' | 'coming' | 'minOrderQty' | 'orderMultiple'>

/** The price of one unit from each quantity that can be ordered. Nothing where all quantities cost the same. */
export function QuantityBreaks({ product }: { product: Broken }) {
  const { currency } = usePortal()
  const comingWords = useComingWords()
  const steps = stepsOf(product)
  if (!steps.some(({ minQty }) => minQty > smallestQuantity(product))) return null
  const hasComing = steps.some((step) => step.coming)
  return (
    <Table aria-label="Quantity breaks" verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Quantity</Table.Th>
          <Table.Th ta="end">Unit price</Table.Th>
          {hasComing && <Table.Th>Next</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {steps.map(({ minQty, unit, coming: next }) => (
          <Table.Tr key={minQty}>
            <Table.Td>{minQty === 1 ? '1' : `${minQty.toLocaleString('en')} or more`}</Table.Td>
            <Table.Td ta="end">{formatMoney(unit, currency)}</Table.Td>
            {hasComing && <Table.Td>{comingWords(next)}</Table.Td>}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** The first step begins at the smallest quantity that can be ordered, at the price which that has. */
function stepsOf({ price, breaks, coming, ...soldIn }: Broken) {
  const smallest = smallestQuantity(soldIn)
  const first = breaks.findLast(({ minQty }) => minQty <= smallest) ?? { unit: price.unit, coming }
  const larger = breaks.filter(({ minQty }) => minQty > smallest)
  return first.unit === null ? larger : [{ ...first, unit: first.unit, minQty: smallest }, ...larger]
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

type Coming = Product['coming']

/** "£8.10 from 1 January"; null where no other price is told. */
function useComingWords(): (coming: Coming) => string | null {
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
