import { Anchor, Box, Table, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatMoney } from '../../shared/money.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import type { OrderForStaff, OrderLine } from './order-queries.ts'
import styles from './order.module.css'
import { WhyThisPrice } from './why-this-price.tsx'

/** The lines of an order with their total. Printed, too. */
export function OrderLines({ order }: { order: OrderForStaff }) {
  const { taxLabel } = useWorkspace()
  const [asked, setAsked] = useState<OrderLine | null>(null)
  const { currency } = order
  return (
    <div>
      <Box className={styles.scroll} tabIndex={0} role="region" aria-label="Lines">
        <Table aria-label="Lines" className={styles.lines}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th className={styles.sku}>SKU</Table.Th>
              <Table.Th>Product</Table.Th>
              <Table.Th ta="end">Quantity</Table.Th>
              <Table.Th ta="end" className={styles.figure}>
                Unit price
              </Table.Th>
              <Table.Th ta="end">Total</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {order.lines.map((line) => (
              <Line key={line.id} line={line} currency={currency} onAsk={() => setAsked(line)} />
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr>
              <Table.Td className={styles.sku} />
              <Table.Th colSpan={3} ta="end" scope="row">
                Subtotal ({taxLabel})
              </Table.Th>
              <Table.Td ta="end" fw={700} className={styles.figure}>
                {formatMoney(order.subtotal, currency)}
              </Table.Td>
            </Table.Tr>
          </Table.Tfoot>
        </Table>
      </Box>
      <WhyThisPrice line={asked} currency={currency} frozen onClose={() => setAsked(null)} />
    </div>
  )
}

function Line({ line, currency, onAsk }: { line: OrderLine; currency: string; onAsk: () => void }) {
  const { slug } = useWorkspace()
  const { price } = line
  return (
    <Table.Tr>
      <Table.Td className={styles.sku}>{line.sku}</Table.Td>
      <Table.Td>
        {line.inCatalogue ? (
          <Anchor
            inherit
            className={styles.product}
            renderRoot={(props) => <Link {...props} to="/w/$slug/products/$id" params={{ slug, id: line.productId }} />}
          >
            {line.name}
          </Anchor>
        ) : (
          line.name
        )}
        <Text size="xs" c="dimmed" className={styles.skuBelow}>
          {line.sku}
        </Text>
        <div className="no-print">
          <Anchor component="button" type="button" className={styles.why} onClick={onAsk}>
            Why this price?
          </Anchor>
        </div>
      </Table.Td>
      <Table.Td ta="end" className={styles.figure}>
        {line.qty.toLocaleString('en')} <span className={styles.unit}>{line.unitLabel}</span>
      </Table.Td>
      <Table.Td ta="end" className={styles.figure}>
        {formatMoney(price.unit, currency)}
      </Table.Td>
      <Table.Td ta="end" className={styles.figure}>
        {formatMoney(price.line, currency)}
      </Table.Td>
    </Table.Tr>
  )
}
