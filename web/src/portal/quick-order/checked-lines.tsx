import { Button, Group, Text, Title, VisuallyHidden, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useCallback, memo } from 'react'
import { counted } from '../../../../server/src/shared/counted.ts'
import { PRODUCT_FIELDS } from '../../../../server/src/shared/product-fields.ts'
import { GuardedButton } from '../../shared/disabled-reason.tsx'
import { useSubmit } from '../../shared/form.tsx'
import { formatMoney } from '../../shared/money.tsx'
import { Problem } from '../../shared/problem.tsx'
import { parseQuantity } from '../../shared/quantity.ts'
import { useAddToBasket } from '../basket/basket-queries.ts'
import { ComingAtLine, NextBreak } from '../catalogue/product-notes.tsx'
import { QuantityField } from '../catalogue/quantity-field.tsx'
import listStyles from '../line-list.module.css'
import { LineProduct } from '../line-product.tsx'
import { usePortal } from '../portal-context.tsx'
import { judgeLines, placeOf } from './quick-lines.ts'
import type { QuickLine, useQuickLines, LineProblems, PasteResult } from './quick-lines.ts'
import styles from './quick-order.module.css'

type CheckedLinesProps = Pick<ReturnType<typeof useQuickLines>, 'lines' | 'setLines'> & {
  onAdded: (count: number) => void
  onClear: () => void
}

/** The lines with their prices; what cannot be ordered stays, is named, and keeps nothing else from the basket. */
export function CheckedLines({ lines, setLines, onAdded, onClear }: CheckedLinesProps) {
  const { currency, taxLabel, reasonNotToOrder } = usePortal()
  const addToBasket = useAddToBasket()
  const { judged, good, bad, total } = judgeLines(lines)
  const isPending = good.length + bad < lines.length
  const add = useSubmit(async () => {
    const { added: count } = await addToBasket(good.map(({ checked }) => ({ sku: checked!.sku, qty: checked!.qty })))
    const added = new Set(good.map(({ key }) => key))
    setLines((before) => before.filter(({ key }) => !added.has(key)))
    onAdded(count)
  })
  const change = useCallback(
    (key: number, changes: Partial<QuickLine>) =>
      setLines((before) =>
        before.map((line) => {
          if (line.key !== key) return line
          return changes.isMeant
            ? { ...line, isMeant: true }
            : { ...line, ...changes, read: null, isFresh: false, isMeant: false }
        }),
      ),
    [setLines],
  )
  const remove = useCallback(
    (key: number) => setLines((before) => before.filter((line) => line.key !== key)),
    [setLines],
  )
  const reason =
    reasonNotToOrder ??
    (isPending ? 'The lines are being checked.' : good.length === 0 ? 'No line can be ordered yet.' : null)
  useHotkeys([['mod+Enter', () => void (reason || add.submit())]], [])
  return (
    <section aria-labelledby="checked">
      <Group justify="space-between">
        <Title order={2} size="h4" id="checked">
          Checked lines
        </Title>
        <Button variant="subtle" color="gray" size="compact-sm" onClick={onClear}>
          Clear lines
        </Button>
      </Group>
      <Text role="status" size="sm" c="dimmed" mb="xs">
        {counted(good.length, 'line')} can be ordered, {formatMoney(total, currency)} {taxLabel}
        {bad > 0 &&
          `. ${bad === 1 ? '1 line has a problem' : `${bad} lines have a problem`}, and ${bad === 1 ? 'stays' : 'stay'} here.`}
      </Text>
      <ul className={listStyles.lines} aria-label="Checked lines">
        {judged.map(({ line, problems }) => (
          <QuickLineItem key={line.key} line={line} {...problems} onChange={change} onRemove={remove} />
        ))}
      </ul>
      <div className={styles.bar}>
        <Problem error={add.problem()} />
        <Group justify="flex-end">
          <Text size="sm" c="dimmed" className={styles.shortcut}>
            Ctrl Enter
          </Text>
          <GuardedButton data-add reason={reason} loading={add.pending} onClick={() => void add.submit()}>
            <VisuallyHidden>Add to basket: </VisuallyHidden>
            Add {counted(good.length, 'line')} · {formatMoney(total, currency)}
          </GuardedButton>
        </Group>
      </div>
    </section>
  )
}

type Props = {
  line: QuickLine
  onChange: (key: number, change: Partial<Pick<QuickLine, 'sku' | 'quantity' | 'isMeant'>>) => void
  onRemove: (key: number) => void
} & LineProblems

/** A line to edit in place: what is wrong stands at its field, with the ways out. */
const QuickLineItem = memo(({ line, sku: skuProblem, qty: qtyProblem, isQuestion, onChange, onRemove }: Props) => {
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
    <li className={listStyles.line} data-editable data-problem={Boolean(skuProblem || qtyProblem) || undefined}>
      <div className={listStyles.what}>
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
      <div className={listStyles.figure} data-amount>
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
})

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
    ...nearest.map(({ sku, name }) => ({ label: `${sku}: ${name}`, change: { sku } })),
    ...(isQuestion
      ? [{ label: `Yes, ${parseQuantity(quantity).value?.toLocaleString('en')}`, change: { isMeant: true } }]
      : []),
  ]
  if (offers.length === 0) return null
  return (
    <Group gap="xs" className={listStyles.waysOut}>
      {nearest.length > 0 && <Text size="sm">Did you mean</Text>}
      {offers.map(({ label, change }) => (
        <Button key={label} size="compact-sm" variant="default" onClick={() => onChange(key, change)}>
          {label}
        </Button>
      ))}
    </Group>
  )
}

/** What each paste left out or merged. */
export function LeftOut({ pastes }: { pastes: readonly PasteResult[] }) {
  return pastes.map((one) => (
    <OfPaste key={one.paste} {...one} name={pastes.length > 1 ? `Paste ${one.paste}: ` : ''} />
  ))
}

function OfPaste({ name, leftOut, withoutQuantity, otherSheets, merged }: PasteResult & { name: string }) {
  return (
    <div>
      {merged > 0 && (
        <Text size="sm">
          {name}
          {counted(merged, 'line')} had a SKU that was there already: the quantities were added up.
        </Text>
      )}
      {withoutQuantity > 0 && (
        <Text size="sm">
          {name}Left out: {counted(withoutQuantity, 'row')} without a quantity.
        </Text>
      )}
      {otherSheets.length > 0 && (
        <Text size="sm">
          {name}Only the first sheet was read. Left out: {otherSheets.map((sheet) => `“${sheet}”`).join(', ')}.
        </Text>
      )}
      {leftOut.length > 0 && (
        <details>
          <summary>
            {name}Left out: {counted(leftOut.length, 'row')} without a known code or quantity
          </summary>
          <ul>
            {leftOut.slice(0, 100).map(({ row, text }) => (
              <li key={row}>
                Row {row}: {text}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
