import { Box, Badge, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { memo, useState } from 'react'
import { availabilityInWords } from '../../../../server/src/shared/availability.ts'
import { isSet } from '../../../../server/src/shared/price-by-hand.ts'
import { totalLines } from '../../../../server/src/shared/tax.ts'
import { quantityInUnits } from '../../../../server/src/shared/units.ts'
import type { components } from '../../shared/app-api.d.ts'
import { formatDateTime } from '../../shared/dates.ts'
import { Dialog } from '../../shared/dialog.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { PlainTable } from '../../shared/plain-table.tsx'
import { reasonIn } from '../../shared/price-reason.ts'
import { BesidePicture } from '../../shared/product-picture.tsx'
import { RelativeTime } from '../../shared/relative-time.tsx'
import { useIsPhone } from '../../shared/use-is-phone.ts'
import { useWorkspace } from '../workspace-context.tsx'
import type { OrderForStaff, OrderLine } from './order-queries.ts'
import styles from './order.module.css'

/** The lines of an order with their total. Printed, too. */
export function OrderLines({ order }: { order: OrderForStaff }) {
  const { slug, taxLabel, timezone } = useWorkspace()
  const [asked, setAsked] = useState<OrderLine | null>(null)
  const { currency } = order
  // There is no room for the column: the unit price stands below the total.
  const isPhone = useIsPhone()
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
              <Line key={line.id} {...{ line, currency, slug, isPhone }} note={noteOf(line, order)} onAsk={setAsked} />
            ))}
          </tbody>
          <tfoot>
            {totalLines(order, taxLabel).map(({ label, amount }) => (
              <tr key={label}>
                <th colSpan={isPhone ? 2 : 4} className={styles.subtotal} scope="row">
                  {label}
                </th>
                <td className={styles.figure}>
                  <strong>{formatMoney(amount, currency)}</strong>
                </td>
              </tr>
            ))}
          </tfoot>
        </table>
        {order.terms && <p className={styles.terms}>{order.terms}</p>}
      </Box>
      <WhyThisPrice
        line={asked}
        currency={currency}
        frozen={asked ? momentOf(asked, order, timezone) : undefined}
        onClose={() => setAsked(null)}
      />
    </div>
  )
}

/** Which moment the prices of a line are of, and for how many. */
function momentOf({ pricedAt, pricedQty, qty }: OrderLine, { placedAt }: OrderForStaff, timezone: string): string {
  const moment =
    pricedAt === placedAt
      ? 'These are the prices of the moment when the order was placed.'
      : `These are the prices of ${formatDateTime(pricedAt, timezone)}, when the line was added or priced again.`
  if (pricedQty === qty) return moment
  return `${moment} They were considered for ${pricedQty.toLocaleString('en')}: the unit price was kept when the quantity was changed.`
}

/** What became of the price of a line since the order was placed. */
function noteOf({ price, pricedAt, pricedQty, qty }: OrderLine, { placedAt }: OrderForStaff): string | null {
  if (isSet(price.source)) return price.label
  if (pricedAt !== placedAt) return 'Priced after the order was placed'
  return pricedQty === qty ? null : `Price kept, placed as ${pricedQty.toLocaleString('en')}`
}

type LineProps = {
  line: OrderLine
  note: string | null
  currency: string
  slug: string
  isPhone: boolean
  onAsk: (line: OrderLine) => void
}

/** Plain elements and drawn once, since an order may have a thousand lines. */
const Line = memo(function Line({ line, note, currency, slug, isPhone, onAsk }: LineProps) {
  const { price, picture, name } = line
  const link = picture && ({ to: '/w/$slug/products/$id', params: { slug, id: line.productId } } as const)
  const what = (
    <>
      {link ? (
        <Link className={styles.product} {...link}>
          {name}
        </Link>
      ) : (
        name
      )}
      {isPhone && <div className={styles.unit}>{line.sku}</div>}
      {line.customerCode && <div className={styles.unit}>Their part number: {line.customerCode}</div>}
      <div className={styles.unit}>{availabilityInWords(line).join(', ')}</div>
      {note && <div className={styles.unit}>{note}</div>}
      <div className="no-print">
        <button type="button" className={styles.why} onClick={() => onAsk(line)}>
          Why this price?
        </button>
      </div>
    </>
  )
  return (
    <tr>
      {!isPhone && <td className={styles.sku}>{line.sku}</td>}
      <td className={styles.what}>
        {isPhone ? (
          what
        ) : (
          <BesidePicture {...{ name, link }} category={picture?.categoryId ?? null} image={picture?.image ?? null}>
            {what}
          </BesidePicture>
        )}
      </td>
      <td className={styles.figure}>{quantityInUnits(line.qty, line.unitLabel)}</td>
      {!isPhone && <td className={styles.figure}>{formatMoney(price.unit, currency)}</td>}
      <td className={styles.figure}>
        {formatMoney(price.line, currency)}
        {isPhone && <div className={styles.unit}>{formatMoney(price.unit, currency)} each</div>}
      </td>
    </tr>
  )
})

type Price = components['schemas']['Price']
type Candidate = components['schemas']['PriceCandidate']

/** A line whose price is to be explained. */
export type PricedLine = { name: string; qty: number; price: Price; candidates: Candidate[] }

type WhyThisPriceProps = {
  /** Null while the dialog is closed. */
  line: PricedLine | null
  currency: string
  /** Of a line of an order: which moment its prices are of. */
  frozen?: string | undefined
  onClose: () => void
}

/** A dialog with every price that was considered for a line, the one that applies first. */
export function WhyThisPrice({ line, onClose, ...shown }: WhyThisPriceProps) {
  return (
    <Dialog opened={line !== null} onClose={onClose} title="Why this price?" size="lg">
      {line && <Explanation line={line} {...shown} />}
    </Dialog>
  )
}

function Explanation({
  line,
  currency,
  frozen,
}: Pick<WhyThisPriceProps, 'currency' | 'frozen'> & { line: PricedLine }) {
  const { timezone } = useWorkspace()
  const { name, qty, price, candidates } = line
  const money = (minor: number | null) => formatMoney(minor, currency)
  return (
    <>
      <Text mb="sm">
        {name}: {qty.toLocaleString('en')} at {money(price.unit)} {qty === 1 ? '' : 'each '}
        {price.label === '' ? 'is the list price.' : `(${price.label}).`}
        {price.source !== 'list' && price.list > 0 && ` The list price ${frozen ? 'was' : 'is'} ${money(price.list)}.`}
        {frozen && ` ${frozen}`}
      </Text>
      <PlainTable
        label="Prices that were considered"
        rows={candidates.toSorted((a, b) => Number(b.applied) - Number(a.applied))}
        columns={[
          { header: 'Price', cell: (candidate) => <Label candidate={candidate} /> },
          { header: 'Each', align: 'end', cell: ({ unit }) => money(unit) },
          { header: 'Why', cell: ({ reason }) => reasonIn(reason, timezone) },
        ]}
      />
    </>
  )
}

function Label({ candidate: { label, applied } }: { candidate: Candidate }) {
  if (!applied) return label || 'List price'
  return (
    <Text inherit span fw={600}>
      {label || 'List price'}{' '}
      <Badge size="sm" color="green" variant="light">
        Applies
      </Badge>
    </Text>
  )
}

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
