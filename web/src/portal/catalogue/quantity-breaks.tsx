import { Table } from '@mantine/core'
import { smallestQuantity } from '../../../../server/src/shared/order-quantity.ts'
import { formatMoney } from '../../shared/money.tsx'
import { usePortal } from '../portal-context.tsx'
import { useComingWords } from './coming-price.tsx'
import type { Product } from './product-queries.ts'

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
