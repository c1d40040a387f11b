import { Table } from '@mantine/core'
import { formatMoney } from '../../shared/money.tsx'
import { usePortal } from '../portal-context.tsx'
import { useComingWords } from './coming-price.tsx'
import type { Product } from './product-queries.ts'

type QuantityBreaksProps = { product: Pick<Product, 'price' | 'breaks' | 'coming'> }

/** The price of one unit from each quantity. Nothing where all quantities cost the same. */
export function QuantityBreaks({ product: { price, breaks, coming } }: QuantityBreaksProps) {
  const { currency } = usePortal()
  const comingWords = useComingWords()
  if (breaks.length === 0) return null
  const steps = [...(price.unit === null ? [] : [{ minQty: 1, unit: price.unit, coming }]), ...breaks]
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
