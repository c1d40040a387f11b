import { ActionIcon, Box, Checkbox, Text, VisuallyHidden } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { unitByRules } from '../../../../server/src/shared/price-by-hand.ts'
import { formatMoney, MoneyInput } from '../../shared/money.tsx'
import { useIsPhone } from '../../shared/use-is-phone.ts'
import lineStyles from '../orders/change-lines.module.css'
import { QuantityField } from '../orders/draft-lines.tsx'
import { WhyThisPrice } from '../orders/order-lines.tsx'
import type { PricedLine } from '../orders/order-lines.tsx'
import type { PricedOrderLine } from '../orders/order-queries.ts'
import styles from '../orders/place-order.module.css'
import { useWorkspace } from '../workspace-context.tsx'
import { unitOf } from './use-quote-draft.ts'
import type { QuoteLineDraft } from './use-quote-draft.ts'

type QuoteLinesProps = {
  lines: QuoteLineDraft[]
  /** Of today, by SKU. */
  pricedLines: ReadonlyMap<string, PricedOrderLine>
  /** What is wrong, by SKU. */
  errors: ReadonlyMap<string, string | undefined>
  onChange: (lines: QuoteLineDraft[]) => void
}

/** The lines of a quote that is being priced: what each costs today, and what it is quoted at. */
export function QuoteLines({ lines, pricedLines, errors, onChange }: QuoteLinesProps) {
  const { currency } = useWorkspace()
  const [asked, setAsked] = useState<PricedLine | null>(null)
  const isPhone = useIsPhone()
  const change = (sku: string, changes: Partial<QuoteLineDraft>) =>
    onChange(lines.map((line) => (line.sku === sku ? { ...line, ...changes } : line)))
  return (
    <Box className={styles.scroll} tabIndex={0} role="region" aria-label="Lines" mb="md">
      <table className="table" aria-label="Lines">
        <thead>
          <tr>
            <th>Product</th>
            <th>Quantity</th>
            {!isPhone && <th data-align="end">Today</th>}
            <th>Quoted price</th>
            {!isPhone && <th data-align="end">Total</th>}
            <th>
              <VisuallyHidden>Remove</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Line
              key={line.sku}
              {...{ line, isPhone, currency }}
              priced={pricedLines.get(line.sku)}
              error={errors.get(line.sku)}
              onChange={(changes) => change(line.sku, changes)}
              onRemove={lines.length > 1 ? () => onChange(lines.filter(({ sku }) => sku !== line.sku)) : undefined}
              onAsk={setAsked}
            />
          ))}
        </tbody>
      </table>
      <WhyThisPrice line={asked} currency={currency} onClose={() => setAsked(null)} />
    </Box>
  )
}

type LineProps = {
  line: QuoteLineDraft
  priced: PricedOrderLine | undefined
  error: string | undefined
  isPhone: boolean
  currency: string
  onChange: (changes: Partial<QuoteLineDraft>) => void
  /** A quote keeps one line at least. */
  onRemove: (() => void) | undefined
  onAsk: (line: PricedLine) => void
}

function Line({ line, priced, error, isPhone, currency, onChange, onRemove, onAsk }: LineProps) {
  const { sku, qty, price, orMore } = line
  const unit = unitOf(line, currency)
  const total = unit === null ? '–' : formatMoney(unit * qty, currency)
  const name = priced?.product?.name ?? line.name
  const today = (
    <>
      {formatMoney(priced ? unitByRules(priced.candidates) : null, currency)}
      {priced?.price && (
        <div>
          <Text size="xs" c="dimmed">
            {priced.price.label || 'List price'}
          </Text>
          <button
            type="button"
            className={lineStyles.act}
            aria-label={`Why this price? ${sku}`}
            onClick={() => onAsk({ name, qty, price: priced.price!, candidates: priced.candidates })}
          >
            Why this price?
          </button>
        </div>
      )}
    </>
  )
  return (
    <tr>
      <td>
        {name}
        <Text size="xs" c="dimmed">
          {sku} · {priced?.product?.unitLabel ?? line.unitLabel}
        </Text>
        {isPhone && <div>Today {today}</div>}
        {priced?.problem && (
          <Text size="sm" c="var(--mantine-color-error)">
            {priced.problem}
          </Text>
        )}
      </td>
      <td>
        <QuantityField sku={sku} qty={qty} onQty={(next) => onChange({ qty: next })} />
        <Checkbox
          mt={6}
          size="xs"
          label="or more"
          aria-label={`${qty} or more of ${sku}`}
          checked={orMore}
          onChange={(event) => onChange({ orMore: event.currentTarget.checked })}
        />
      </td>
      {!isPhone && <td data-align="end">{today}</td>}
      <td>
        <MoneyInput
          aria-label={`Price of ${sku}`}
          size="xs"
          w={isPhone ? '5.75rem' : '7rem'}
          currency={currency}
          value={price}
          onChange={(text) => onChange({ price: text })}
          error={error}
        />
        {isPhone && <Text size="sm">{total}</Text>}
      </td>
      {!isPhone && <td data-align="end">{total}</td>}
      <td>
        {onRemove && (
          <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${sku}`} onClick={onRemove}>
            <IconX size={16} />
          </ActionIcon>
        )}
      </td>
    </tr>
  )
}
