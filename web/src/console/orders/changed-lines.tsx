import { ActionIcon, Box, Table, Text, VisuallyHidden } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { memo, useState } from 'react'
import type { ReactNode } from 'react'
import { formatMoney } from '../../shared/money.tsx'
import { useIsPhone } from '../../shared/use-is-phone.ts'
import styles from './change-lines.module.css'
import type { OrderForStaff, OrderLine } from './order-queries.ts'
import { QuantityField } from './draft-lines.tsx'
import type { EditLine, LineEdit, PreviewedLine, useLineChanges } from './use-line-changes.ts'
import { WhyThisPrice } from './order-lines.tsx'
import type { PricedLine } from './order-lines.tsx'
import { unitByRules } from '../../../../server/src/shared/price-by-hand.ts'
import { PriceButton, SetPriceDialog } from './set-price-dialog.tsx'
import type { LineToPrice, PriceByHand } from './set-price-dialog.tsx'

type Props = {
  order: OrderForStaff
  changes: ReturnType<typeof useLineChanges>
  /** By the id of a line, or the SKU of a new one. */
  previewed: ReadonlyMap<string, PreviewedLine>
}

/** The lines of an order that is being changed: those that it has, and those that are added. */
export function ChangedLines({ order, changes, previewed }: Props) {
  const { edits, edit, added, setAdded } = changes
  const { currency } = order
  const [asked, setAsked] = useState<PricedLine | null>(null)
  const [pricing, setPricing] = useState<Pricing | null>(null)
  const isPhone = useIsPhone()
  return (
    <Box className={styles.scroll} tabIndex={0} role="region" aria-label="Lines to change">
      <Table aria-label="Lines to change" verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Product</Table.Th>
            <Table.Th>Quantity</Table.Th>
            <Table.Th ta="end">Unit price</Table.Th>
            {!isPhone && <Table.Th ta="end">Total</Table.Th>}
            <Table.Th>
              <VisuallyHidden>Remove</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {order.lines.map((line) => (
            <OwnLine
              key={line.id}
              {...{ line, currency, isPhone }}
              edit={edits.get(line.id)}
              planned={previewed.get(line.id)}
              onEdit={edit}
              onAsk={setAsked}
              onPrice={setPricing}
            />
          ))}
          {added.map((line) => {
            const { sku, qty, manual } = line
            const planned = previewed.get(sku)
            const setManual = (next: PriceByHand | undefined) =>
              setAdded(added.map((one) => (one === line ? { ...line, manual: next } : one)))
            return (
              <Row
                key={sku}
                {...{ sku, currency, isPhone, planned }}
                name={planned?.name ?? sku}
                note={manual ? byHand(manual) : 'added at today’s price'}
                price={planned?.price}
                onAsk={planned?.price ? () => setAsked(pricedLine(planned)) : undefined}
                quantity={
                  <QuantityField
                    {...{ sku, qty }}
                    onQty={(next) => setAdded(added.map((one) => (one === line ? { ...line, qty: next } : one)))}
                  />
                }
                remove={<RemoveButton sku={sku} onClick={() => setAdded(added.filter((one) => one !== line))} />}
              >
                <PriceButton
                  {...{ sku, manual }}
                  onPrice={() => setPricing({ line: toPrice(line, planned), set: setManual })}
                  onReset={() => setManual(undefined)}
                />
              </Row>
            )
          })}
        </Table.Tbody>
      </Table>
      <WhyThisPrice line={asked} currency={currency} onClose={() => setAsked(null)} />
      {pricing && (
        <SetPriceDialog line={pricing.line} currency={currency} onClose={() => setPricing(null)} onSet={pricing.set} />
      )}
    </Box>
  )
}

/** A line whose price is being set. */
type Pricing = { line: LineToPrice; set: (manual: PriceByHand) => void }

function toPrice(
  { sku, manual }: { sku: string; manual?: PriceByHand | undefined },
  planned: { name?: string | null; candidates: PricedLine['candidates'] } | undefined,
): LineToPrice {
  return { sku, manual, name: planned?.name ?? sku, byRules: unitByRules(planned?.candidates ?? []) }
}

function byHand({ reason }: PriceByHand): string {
  return `by hand: ${reason}`
}

function pricedLine({ name, sku, qty, price, candidates }: PreviewedLine): PricedLine {
  return { name: name ?? sku, qty, price: price!, candidates }
}

type OwnLineProps = {
  line: OrderLine
  currency: string
  isPhone: boolean
  edit: LineEdit | undefined
  planned: PreviewedLine | undefined
  onEdit: EditLine
  onAsk: (line: PricedLine) => void
  onPrice: (pricing: Pricing) => void
}

/** Drawn again only where it is edited: an order may have a thousand lines. */
const OwnLine = memo(function OwnLine({
  line,
  currency,
  isPhone,
  edit,
  planned,
  onEdit,
  onAsk,
  onPrice,
}: OwnLineProps) {
  const { sku } = line
  const { qty, price, manual } = edit ?? { qty: line.qty, price: 'kept' }
  if (qty === 0) {
    return (
      <Table.Tr>
        <Table.Td className={styles.removed} colSpan={isPhone ? 3 : 4}>
          {line.name} <Text size="xs">{sku}</Text>
        </Table.Td>
        <Table.Td>
          <button
            type="button"
            className={styles.act}
            aria-label={`Put back ${sku}`}
            onClick={() => onEdit(line, { qty: line.qty, price: 'kept' })}
          >
            Put back
          </button>
        </Table.Td>
      </Table.Tr>
    )
  }
  const isToday = price === 'today'
  const other = isToday ? 'Keep the price' : todayOf(planned, line, currency)
  const isPlanned = isToday || manual !== undefined
  const shown = isPlanned ? planned?.price : { ...line.price, line: line.price.unit! * qty }
  const was = formatMoney(line.price.unit, currency)
  const note = manual ? `${byHand(manual)}, was ${was}` : isToday ? `priced again, was ${was}` : 'price kept'
  return (
    <Row
      {...{ sku, currency, isPhone, planned }}
      name={line.name}
      note={note}
      price={shown}
      onAsk={isPlanned && planned?.price ? () => onAsk(pricedLine(planned)) : isPlanned ? undefined : () => onAsk(line)}
      quantity={<QuantityField {...{ sku, qty }} onQty={(next) => onEdit(line, { qty: next, price, manual })} />}
      remove={<RemoveButton sku={sku} onClick={() => onEdit(line, { qty: 0, price: 'kept' })} />}
    >
      <button
        type="button"
        className={styles.act}
        aria-label={`${other}, ${sku}`}
        onClick={() => onEdit(line, { qty, price: isToday ? 'kept' : 'today' })}
      >
        {other}
      </button>
      <PriceButton
        {...{ sku, manual }}
        onPrice={() =>
          onPrice({
            line: toPrice({ sku, manual }, isToday ? planned : line),
            set: (next) => onEdit(line, { qty, price, manual: next }),
          })
        }
        onReset={() => onEdit(line, { qty, price, manual: undefined })}
      />
    </Row>
  )
})

/** "Update price: £24.00 today", where it is known to be another price. */
function todayOf(planned: PreviewedLine | undefined, line: OrderLine, currency: string): string {
  const unit = planned?.today?.unit
  return unit == null || unit === line.price.unit
    ? 'Update price'
    : `Update price: ${formatMoney(unit, currency)} today`
}

type RowProps = {
  sku: string
  name: string
  /** Which price it is. */
  note: string
  currency: string
  isPhone: boolean
  planned: PreviewedLine | undefined
  price: { unit: number | null; line: number } | null | undefined
  onAsk: (() => void) | undefined
  quantity: ReactNode
  remove: ReactNode
  /** Beside the price. */
  children?: ReactNode
}

function Row({ sku, name, note, currency, isPhone, planned, price, onAsk, quantity, remove, children }: RowProps) {
  const total = price ? formatMoney(price.line, currency) : '…'
  return (
    <Table.Tr>
      <Table.Td>
        {name}
        <Text size="xs" c="dimmed">
          {sku}
        </Text>
        {onAsk && (
          <button type="button" className={styles.act} aria-label={`Why this price? ${sku}`} onClick={onAsk}>
            Why this price?
          </button>
        )}
        {planned?.problem && (
          <Text size="sm" c="var(--mantine-color-error)">
            {planned.problem}
          </Text>
        )}
        {planned?.hint && <Text size="sm">{planned.hint}</Text>}
      </Table.Td>
      <Table.Td>{quantity}</Table.Td>
      <Table.Td ta="end" className={styles.figure}>
        {price ? formatMoney(price.unit, currency) : '…'}
        <Text size="xs" c="dimmed" className={styles.price}>
          {note}
        </Text>
        {children}
        {isPhone && <Text size="sm">{total}</Text>}
      </Table.Td>
      {!isPhone && (
        <Table.Td ta="end" className={styles.figure}>
          {total}
        </Table.Td>
      )}
      <Table.Td>{remove}</Table.Td>
    </Table.Tr>
  )
}

function RemoveButton({ sku, onClick }: { sku: string; onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${sku}`} onClick={onClick}>
      <IconX size={16} />
    </ActionIcon>
  )
}
