import { Stack, Table, Text } from '@mantine/core'
import { Dialog } from '../../shared/dialog.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { usePortal } from '../portal-context.tsx'
import type { ProductPage } from './product-queries.ts'
import { QuantityBreaks } from './quantity-breaks.tsx'

type WhyThisPriceProps = { opened: boolean; onClose: () => void; product: ProductPage; qty: number }

/** The price that applies, why, and the quantity breaks; the other prices only where the wholesaler shows them. */
export function WhyThisPrice({ opened, onClose, product, qty }: WhyThisPriceProps) {
  const { currency } = usePortal()
  const { price, candidates } = product
  return (
    <Dialog opened={opened} onClose={onClose} title="Why this price?">
      <Stack gap="sm">
        <Text>
          {price.unit === null
            ? 'This product has no price yet.'
            : `${qty === 1 ? 'One costs' : `${qty.toLocaleString('en')} cost`} ${formatMoney(price.unit, currency)}${qty === 1 ? '' : ' each'}: ${price.label === '' ? 'the list price' : price.label}.`}
        </Text>
        {product.breaks.length > 0 && <Text fw={600}>By quantity</Text>}
        <QuantityBreaks product={product} />
        {candidates && <Candidates candidates={candidates} />}
      </Stack>
    </Dialog>
  )
}

function Candidates({ candidates }: { candidates: NonNullable<ProductPage['candidates']> }) {
  const { currency } = usePortal()
  return (
    <Table aria-label="Prices that were considered" verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Price</Table.Th>
          <Table.Th ta="end">Unit</Table.Th>
          <Table.Th>Why</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {candidates.map(({ source, label, unit, minQty, reason }) => (
          <Table.Tr key={`${source} ${label} ${minQty} ${unit}`}>
            <Table.Td>{label === '' ? 'List price' : label}</Table.Td>
            <Table.Td ta="end">{unit !== null && formatMoney(unit, currency)}</Table.Td>
            <Table.Td>{reason}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
