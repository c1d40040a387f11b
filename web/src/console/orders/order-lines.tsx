import { Box } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { memo, useState } from 'react'
import { formatMoney } from '../../shared/money.tsx'
import { useIsPhone } from '../../shared/use-is-phone.ts'
import { BesideThumbnail } from '../images/thumbnail.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import type { OrderForStaff, OrderLine } from './order-queries.ts'
import styles from './order.module.css'
import { WhyThisPrice } from './why-this-price.tsx'

/** The lines of an order with their total. Printed, too. */
export function OrderLines({ order }: { order: OrderForStaff }) {
  const { slug, taxLabel } = useWorkspace()
  const [asked, setAsked] = useState<OrderLine | null>(null)
  const { currency } = order
  // There is no room for the column: the unit price stands below the total.
  const isPhone = useIsPhone()
  const hasImages = order.lines.some(({ image }) => image !== null)
  return (
    <div>
      <Box className={styles.scroll} tabIndex={0} role="region" aria-label="Lines">
        <table aria-label="Lines" className={styles.lines}>
          <thead>
            <tr>
              {!isPhone && <th className={styles.sku}>SKU</th>}
              <th>Product</th>
              <th className={styles.figure}>Quantity</th>
              {!isPhone && <th className={styles.figure}>Unit price</th>}
              <th className={styles.figure}>Total</th>
            </tr>
          </thead>
          <tbody>
            {order.lines.map((line) => (
              <Line key={line.id} {...{ line, hasImages, currency, slug, isPhone }} onAsk={setAsked} />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th colSpan={isPhone ? 2 : 4} className={styles.subtotal} scope="row">
                Subtotal ({taxLabel})
              </th>
              <td className={styles.figure}>
                <strong>{formatMoney(order.subtotal, currency)}</strong>
              </td>
            </tr>
          </tfoot>
        </table>
      </Box>
      <WhyThisPrice line={asked} currency={currency} frozen onClose={() => setAsked(null)} />
    </div>
  )
}

type LineProps = {
  line: OrderLine
  hasImages: boolean
  currency: string
  slug: string
  isPhone: boolean
  onAsk: (line: OrderLine) => void
}

/** Plain elements and drawn once, since an order may have a thousand lines. */
const Line = memo(function Line({ line, hasImages, currency, slug, isPhone, onAsk }: LineProps) {
  const { price } = line
  return (
    <tr>
      {!isPhone && <td className={styles.sku}>{line.sku}</td>}
      <td className={styles.what}>
        <BesideThumbnail image={line.image} shown={hasImages}>
          {line.inCatalogue ? (
            <Link className={styles.product} to="/w/$slug/products/$id" params={{ slug, id: line.productId }}>
              {line.name}
            </Link>
          ) : (
            line.name
          )}
          {isPhone && <div className={styles.unit}>{line.sku}</div>}
          <div className="no-print">
            <button type="button" className={styles.why} onClick={() => onAsk(line)}>
              Why this price?
            </button>
          </div>
        </BesideThumbnail>
      </td>
      <td className={styles.figure}>
        {line.qty.toLocaleString('en')} <span className={styles.unit}>{line.unitLabel}</span>
      </td>
      {!isPhone && <td className={styles.figure}>{formatMoney(price.unit, currency)}</td>}
      <td className={styles.figure}>
        {formatMoney(price.line, currency)}
        {isPhone && <div className={styles.unit}>{formatMoney(price.unit, currency)} each</div>}
      </td>
    </tr>
  )
})
