import { Table } from '@mantine/core'
import { formatMoney } from '../../shared/money.tsx'
import { usePortal } from '../portal-context.tsx'
import type { Product } from './product-queries.ts'

/** The price of one unit from each quantity. Nothing where all quantities cost the same. */
export function QuantityBreaks({ product: { price, breaks } }: { product: Pick<Product, 'price' | 'breaks'> }) {
  const { currency } = usePortal()
  if (breaks.length === 0) return null
  const steps = [...(price.unit === null ? [] : [{ minQty: 1, unit: price.unit }]), ...breaks]
  return (
    <Table aria-label="Quantity breaks" verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Quantity</Table.Th>
          <Table.Th ta="end">Unit price</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {steps.map(({ minQty, unit }) => (
          <Table.Tr key={minQty}>
            <Table.Td>{minQty === 1 ? '1' : `${minQty.toLocaleString('en')} or more`}</Table.Td>
            <Table.Td ta="end">{formatMoney(unit, currency)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
