import { Button, Checkbox, Text, TextInput } from '@mantine/core'
import { isLowPrice } from '../../../../server/src/shared/price-by-hand.ts'
import type { Right } from '../../../../server/src/shared/rights.ts'
import { quantityInUnits } from '../../../../server/src/shared/units.ts'
import { GuardedButton } from '../../shared/disabled-reason.tsx'
import { formatMoney, MoneyInput } from '../../shared/money.tsx'
import { parseQuantity } from '../../shared/quantity.ts'
import { SearchSelect } from '../../shared/search-select.tsx'
import { useProductSearch } from '../choices.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { codeToSave, differenceInWords, expectedUnit } from './purchase-order.ts'
import type { Checked, Decision, OrderedLine } from './purchase-order.ts'
import styles from './place-order.module.css'

type LineProps = {
  line: OrderedLine
  checked: Checked | undefined
  what: 'order' | 'quote'
  customer: string
  onChange: (changes: Partial<OrderedLine>) => void
  onLeaveOut: () => void
}

const DECISIONS: [Decision, label: string, Right][] = [
  ['theirs', 'Use theirs', 'pricesByHand'],
  ['agree', 'Agree it', 'terms'],
  ['ours', 'Ours', 'read'],
]

/** A line of the customer's order, with what is to be decided of it. */
export function PurchaseOrderLine({ line, checked, what, customer, onChange, onLeaveOut }: LineProps) {
  const { currency, can, reasonNot } = useWorkspace()
  const { read, sku, decision } = line
  const name = sku ?? (read.code || read.name || `row ${read.row}`)
  const unit = expectedUnit(line, currency)
  const ours = checked?.price?.unit ?? null
  const differs = Boolean(checked?.difference?.unit) && unit !== undefined
  const code = codeToSave(line, checked, can('customers'))
  return (
    <li className={styles.line}>
      <div>
        <Text fw={500}>{checked?.product ? `${checked.product.name}` : (read.name ?? read.code)}</Text>
        <Text size="sm" c="dimmed">
          {[
            sku ?? (read.name && read.code),
            checked?.product && quantityInUnits(checked.qty, checked.product.unitLabel),
            ours !== null && formatMoney(ours, currency),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        {sku === null && <Text size="sm">{read.problem?.message}</Text>}
        {line.chosen && (
          <Text size="sm">
            {code
              ? `“${code}” becomes ${customer}’s part number for ${sku}.`
              : `“${read.code}” is ${sku} in this ${what} only.`}
          </Text>
        )}
        {sku !== null && read.problem?.field === 'qty' && <Text size="sm">{read.problem.message}</Text>}
        {read.expected?.problem && <Text size="sm">{read.expected.problem}</Text>}
        {checked?.problem && (
          <Text size="sm" c="var(--mantine-color-error)">
            {checked.problem}
          </Text>
        )}
        {differs && <Text size="sm">{differenceInWords(unit, checked!, currency)}</Text>}
      </div>
      <div className={styles.asks}>
        {(sku === null || line.chosen) && <ProductChoice line={line} name={name} onChange={onChange} />}
        {sku !== null && (read.qty === null || checked?.problem || line.chosen) && (
          <TextInput
            className={styles.short}
            label="Quantity"
            aria-label={`Quantity of ${sku}`}
            inputMode="numeric"
            autoComplete="off"
            value={line.quantity}
            error={line.quantity === '' ? undefined : parseQuantity(line.quantity).problem}
            onChange={(event) => onChange({ quantity: event.currentTarget.value })}
          />
        )}
        {sku !== null && read.problem?.field === 'qty' && line.quantity === '' && (
          <Quantities line={line} onChange={onChange} />
        )}
        {read.expected?.problem && sku !== null && (
          <MoneyInput
            className={styles.short}
            label="Price of one"
            aria-label={`Price of one ${sku}`}
            currency={currency}
            value={line.price}
            onChange={(price) => onChange({ price })}
          />
        )}
        {(differs || (read.expected?.problem && sku !== null && unit === undefined)) &&
          DECISIONS.filter(([one]) => one === 'ours' || (differs && (one === 'theirs' || what === 'order'))).map(
            ([one, label, right]) => (
              <GuardedButton
                reason={reasonNot(right)}
                key={one}
                size="xs"
                variant={decision === one ? 'light' : 'default'}
                aria-pressed={decision === one}
                aria-label={`${label}, ${sku}`}
                onClick={() => onChange({ decision: one })}
              >
                {label}
              </GuardedButton>
            ),
          )}
        {differs && decision === 'theirs' && isLowPrice(unit, ours) && (
          <Checkbox
            label={`${formatMoney(unit, currency)} is meant`}
            description={`It is 30% or more below ${formatMoney(ours, currency)}.`}
            checked={line.isMeant}
            onChange={(event) => onChange({ isMeant: event.currentTarget.checked })}
          />
        )}
        <Button size="xs" variant="subtle" color="gray" aria-label={`Leave out ${name}`} onClick={onLeaveOut}>
          Leave out
        </Button>
      </div>
    </li>
  )
}

type AskProps = { line: OrderedLine; onChange: (changes: Partial<OrderedLine>) => void }

/** The products that an unknown code may mean, and a search for any other. */
function ProductChoice({ line: { read, sku }, name, onChange }: AskProps & { name: string }) {
  const search = useProductSearch()
  // In another unit than the product's, the quantity is asked for.
  const choose = (chosen: string, qty: number | null) =>
    onChange({ sku: chosen, chosen: true, quantity: qty === null ? '' : String(qty), decision: null })
  return (
    <>
      {sku === null &&
        read.choices.map((choice) => (
          <Button
            key={`${choice.sku} ${choice.qty}`}
            size="xs"
            variant="default"
            onClick={() => choose(choice.sku, choice.qty)}
          >
            {[choice.qty !== null && choice.qty !== read.qty && `${choice.qty} of`, choice.sku, choice.name]
              .filter(Boolean)
              .join(' ')}
          </Button>
        ))}
      <div className={styles.field}>
        <SearchSelect
          label={`Product for ${read.code || name}`}
          placeholder="SKU or words"
          value={sku === null ? null : { value: sku, label: sku }}
          onChange={(product) =>
            product
              ? choose(product.value, read.written === null ? read.qty : null)
              : onChange({ sku: null, chosen: false, decision: null })
          }
          searchKey={['products of an order']}
          search={search}
        />
      </div>
    </>
  )
}

function Quantities({ line: { read }, onChange }: AskProps) {
  return read.choices.flatMap(({ sku, qty }) =>
    qty === null
      ? []
      : [
          <Button
            key={`${sku} ${qty}`}
            size="xs"
            variant="default"
            onClick={() => onChange({ sku, quantity: String(qty) })}
          >
            {qty.toLocaleString('en')} of {sku}
          </Button>,
        ],
  )
}
