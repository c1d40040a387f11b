import { ActionIcon, Anchor, Box, Table, Text, VisuallyHidden, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { formatMoney, sumInWords } from '../../shared/money.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import type { DraftLine } from './draft-order.ts'
import styles from './place-order.module.css'
import { LastOrdered, WhyThisPrice } from './order-lines.tsx'
import type { PricedOrderLine } from './order-queries.ts'
import type { PricedLine } from './order-lines.tsx'
import { unitByRules } from '../../../../server/src/shared/price-by-hand.ts'
import { PriceButton, SetPriceDialog } from './set-price-dialog.tsx'
import { parseQuantity } from '../../shared/quantity.ts'

type DraftLinesProps = {
  lines: DraftLine[]
  /** What each SKU costs, by the SKU as it is in the line. */
  pricedLines: ReadonlyMap<string, PricedOrderLine>
  /** Unit prices that were shown before, where they changed. */
  before: ReadonlyMap<string, number>
  onChange: (lines: DraftLine[]) => void
  /** Whether staff set prices by hand here. */
  isPriced?: boolean
}

/** The lines so far, each with its price. */
export function DraftLines({ lines, pricedLines, before, onChange, isPriced = true }: DraftLinesProps) {
  const { currency } = useWorkspace()
  const [asked, setAsked] = useState<PricedLine | null>(null)
  const [pricing, setPricing] = useState<DraftLine | null>(null)
  // Where there is no room for the column, the unit price stands below the total.
  const isNarrow = useMediaQuery('(max-width: 35.99em)', false, { getInitialValueInEffect: false })
  const change = (sku: string, changes: Partial<DraftLine>) =>
    onChange(lines.map((line) => (line.sku === sku ? { ...line, ...changes } : line)))
  const priced = pricing && pricedLines.get(pricing.sku)
  return (
    <Box className={styles.scroll} tabIndex={0} role="region" aria-label="Lines">
      <Table aria-label="Lines">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Product</Table.Th>
            <Table.Th>Quantity</Table.Th>
            {!isNarrow && (
              <Table.Th ta="end" className={styles.figure}>
                Unit price
              </Table.Th>
            )}
            <Table.Th ta="end">Total</Table.Th>
            <Table.Th>
              <VisuallyHidden>Remove</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map((line) => (
            <Line
              key={line.sku}
              line={line}
              isNarrow={isNarrow}
              pricedLines={pricedLines.get(line.sku)}
              before={before.get(line.sku) ?? line.was ?? undefined}
              onQty={(qty) => change(line.sku, { qty })}
              onPrice={isPriced ? () => setPricing(line) : undefined}
              onReset={() => change(line.sku, { manual: undefined })}
              onRemove={() => onChange(lines.filter(({ sku }) => sku !== line.sku))}
              onAsk={setAsked}
            />
          ))}
        </Table.Tbody>
      </Table>
      <WhyThisPrice line={asked} currency={currency} onClose={() => setAsked(null)} />
      {pricing && priced && (
        <SetPriceDialog
          line={{ ...pricing, name: priced.product?.name ?? pricing.sku, byRules: unitByRules(priced.candidates) }}
          currency={currency}
          onClose={() => setPricing(null)}
          onSet={(manual) => change(pricing.sku, { manual })}
        />
      )}
    </Box>
  )
}

type LineProps = {
  line: DraftLine
  isNarrow: boolean
  pricedLines: PricedOrderLine | undefined
  before: number | undefined
  onQty: (qty: number) => void
  onPrice: (() => void) | undefined
  /** Takes the price by hand back. */
  onReset: () => void
  onRemove: () => void
  onAsk: (line: PricedLine) => void
}

function Line({ line, isNarrow, pricedLines, before, onQty, onPrice, onReset, onRemove, onAsk }: LineProps) {
  const { currency } = useWorkspace()
  const price = pricedLines?.price
  const unitPrice = <UnitPrice unit={price?.unit} before={before} />
  return (
    <Table.Tr>
      <Table.Td>
        {pricedLines?.product?.name ?? line.sku}
        <Text size="xs" c="dimmed">
          {line.sku}
          {pricedLines?.product && ` · ${pricedLines.product.unitLabel}`}
        </Text>
        {pricedLines?.last && (
          <Text size="xs" c="dimmed">
            <LastOrdered last={pricedLines.last} />
          </Text>
        )}
        {price && pricedLines && (
          <Anchor
            component="button"
            type="button"
            className={styles.why}
            onClick={() =>
              onAsk({
                name: pricedLines.product!.name,
                qty: pricedLines.qty,
                price,
                candidates: pricedLines.candidates,
              })
            }
          >
            Why this price?
          </Anchor>
        )}
        {price && onPrice && <PriceButton sku={line.sku} manual={line.manual} onPrice={onPrice} onReset={onReset} />}
        {line.manual && (
          <Text size="xs" c="dimmed">
            by hand: {line.manual.reason}
          </Text>
        )}
        {pricedLines?.problem && (
          <Text size="sm" c="var(--mantine-color-error)">
            {pricedLines.problem}
          </Text>
        )}
        {pricedLines && !pricedLines.problem && (
          <Text size="sm" component="div">
            <NextBreak line={pricedLines} onQuantity={onQty} />
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <QuantityField sku={line.sku} qty={line.qty} onQty={onQty} />
      </Table.Td>
      {!isNarrow && (
        <Table.Td ta="end" className={styles.figure}>
          {unitPrice}
        </Table.Td>
      )}
      <Table.Td ta="end" className={styles.figure}>
        {price ? formatMoney(price.line, currency) : '…'}
        {isNarrow && (
          <Text size="xs" c="dimmed" component="div">
            {unitPrice} each
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${line.sku}`} onClick={onRemove}>
          <IconX size={16} />
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
  )
}

/** What one costs, and what it cost before, where that is something else. */
function UnitPrice({ unit, before }: { unit: number | null | undefined; before: number | undefined }) {
  const { currency } = useWorkspace()
  return (
    <>
      {unit == null ? '…' : formatMoney(unit, currency)}
      {before !== undefined && before !== unit && (
        <Text size="xs" c="var(--mantine-color-error)">
          was {formatMoney(before, currency)}
        </Text>
      )}
    </>
  )
}

/** A quantity that is taken when the field is left, or on Enter. */
export function QuantityField({ sku, qty, onQty }: { sku: string; qty: number; onQty: (qty: number) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  const { value, problem } = parseQuantity(typed ?? String(qty))
  const take = () => {
    if (value === undefined) return
    setTyped(null)
    if (value !== qty) onQty(value)
  }
  return (
    <TextInput
      aria-label={`Quantity of ${sku}`}
      className={styles.quantity}
      size="xs"
      inputMode="numeric"
      value={typed ?? String(qty)}
      error={problem}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        take()
      }}
    />
  )
}

/** What a line costs, and from which quantity a unit is cheaper, as one would say it on the phone. */
export function PriceAtOnce({ line, onQuantity }: { line: PricedOrderLine; onQuantity: (qty: number) => void }) {
  const { currency, taxLabel } = useWorkspace()
  const { price, problem, product, qty } = line
  if (problem !== null) {
    return (
      <Text c="var(--mantine-color-error)" size="sm">
        {problem}
      </Text>
    )
  }
  return (
    <>
      {product?.name}: {formatMoney(price!.unit, currency)}
      {price!.label && ` (${price!.label})`}
      {qty > 1 && `, ${sumInWords(qty, price!.unit!, currency)}`} {taxLabel}.{' '}
      <NextBreak line={line} onQuantity={onQuantity} />
      {line.last && (
        <Text size="sm" c="dimmed">
          <LastOrdered last={line.last} />
        </Text>
      )}
    </>
  )
}

/** "24 or more: £21.00; add 6", where the last words do it. */
function NextBreak({ line, onQuantity }: { line: PricedOrderLine; onQuantity: (qty: number) => void }) {
  const { currency } = useWorkspace()
  const { nextBreak, qty } = line
  if (!nextBreak) return null
  return (
    <>
      {nextBreak.qty.toLocaleString('en')} or more: {formatMoney(nextBreak.unit, currency)};{' '}
      <Anchor component="button" type="button" size="sm" onClick={() => onQuantity(nextBreak.qty)}>
        add {(nextBreak.qty - qty).toLocaleString('en')}
      </Anchor>
    </>
  )
}
