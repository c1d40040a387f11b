import { Button, Group, Text, TextInput } from '@mantine/core'
import { memo } from 'react'
import { PRODUCT_FIELDS } from '../../../../server/src/shared/product-fields.ts'
import { parseQuantity } from '../../shared/quantity.ts'
import { formatMoney } from '../../shared/money.tsx'
import { ComingAtLine } from '../catalogue/coming-price.tsx'
import { NextBreak } from '../catalogue/next-break.tsx'
import { QuantityField } from '../catalogue/quantity-field.tsx'
import styles from '../line-list.module.css'
import { LineProduct } from '../line-product.tsx'
import { usePortal } from '../portal-context.tsx'
import { placeOf } from './quick-lines.ts'
import type { LineProblems, QuickLine } from './quick-lines.ts'

type Props = {
  line: QuickLine
  onChange: (key: number, change: Partial<Pick<QuickLine, 'sku' | 'quantity' | 'isMeant'>>) => void
  onRemove: (key: number) => void
} & LineProblems

/** A line to edit in place: what is wrong stands at its field, with the ways out. */
export const QuickLineItem = memo(
  ({ line, sku: skuProblem, qty: qtyProblem, isQuestion, onChange, onRemove }: Props) => {
    const { currency } = usePortal()
    const { key, sku, quantity, checked, isFresh } = line
    const place = placeOf(line)
    const price = isFresh && checked?.price?.unit !== null ? checked?.price : null
    const facts = (
      <>
        <Text size="sm" c="dimmed">
          {place[0]!.toUpperCase() + place.slice(1)}: {sku}
          {price && price.line !== price.unit && ` · ${formatMoney(price.unit, currency)} each`}
        </Text>
        {checked && isFresh && <NextBreak qty={checked.qty} next={checked.nextBreak} />}
        {checked && isFresh && <ComingAtLine unit={checked.price?.unit} coming={checked.coming} />}
      </>
    )
    return (
      <li className={styles.line} data-editable data-problem={Boolean(skuProblem || qtyProblem) || undefined}>
        <div className={styles.what}>
          {checked?.product ? (
            <LineProduct productId={checked.product.id} name={checked.product.name} picture={checked.picture}>
              {facts}
            </LineProduct>
          ) : (
            facts
          )}
        </div>
        <TextInput
          aria-label={`SKU, ${place}`}
          placeholder="SKU"
          autoComplete="off"
          spellCheck={false}
          maxLength={PRODUCT_FIELDS.sku.max}
          value={sku}
          error={skuProblem}
          onChange={(event) => onChange(key, { sku: event.currentTarget.value })}
        />
        <QuantityField
          aria-label={`Quantity, ${place}`}
          placeholder="Quantity"
          w="100%"
          value={quantity}
          from={checked?.product?.minOrderQty}
          inMultiplesOf={checked?.product?.orderMultiple}
          error={qtyProblem}
          onChange={(text) => onChange(key, { quantity: text })}
        />
        <WaysOut line={line} isQuestion={isQuestion} onChange={onChange} />
        <div className={styles.figure} data-amount>
          {price && formatMoney(price.line, currency)}
        </div>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          onClick={() => onRemove(key)}
          aria-label={`Remove ${place}`}
        >
          Remove
        </Button>
      </li>
    )
  },
)

/** What the line may mean, the nearest products, or that the quantity is meant. */
function WaysOut({
  line: { key, read, checked, isFresh, quantity },
  isQuestion,
  onChange,
}: Pick<Props, 'line' | 'isQuestion' | 'onChange'>) {
  const choices = read?.choices ?? []
  const nearest = isFresh ? (checked?.nearest ?? []) : []
  const offers = [
    ...choices.map(({ sku, qty }) => ({
      label: qty === null ? sku : `${qty.toLocaleString('en')} of ${sku}`,
      change: { sku, ...(qty !== null && { quantity: String(qty) }) },
    })),
    ...nearest.map(({ sku, name }) => ({ label: sku, title: name, change: { sku } })),
    ...(isQuestion
      ? [{ label: `Yes, ${parseQuantity(quantity).value?.toLocaleString('en')}`, change: { isMeant: true } }]
      : []),
  ]
  if (offers.length === 0) return null
  return (
    <Group gap="xs" className={styles.waysOut}>
      {nearest.length > 0 && <Text size="sm">Did you mean</Text>}
      {offers.map(({ label, change, ...more }) => (
        <Button key={label} size="compact-sm" variant="default" {...more} onClick={() => onChange(key, change)}>
          {label}
        </Button>
      ))}
    </Group>
  )
}
