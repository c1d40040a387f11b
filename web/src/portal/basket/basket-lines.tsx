import { Button, Text } from '@mantine/core'
import { formatMoney } from '../../shared/money.tsx'
import { notifyFailure } from '../../shared/toasts.tsx'
import { AvailabilityLabel, ComingAtLine, NextBreak } from '../catalogue/product-notes.tsx'
import styles from '../line-list.module.css'
import { LineProduct } from '../line-product.tsx'
import { usePortal } from '../portal-context.tsx'
import { BasketQuantity, useRemoveLine } from './basket-quantity.tsx'
import { useBasketChange } from './basket-queries.ts'
import type { Basket, BasketLine } from './basket-queries.ts'

type BasketLinesProps = { basket: Basket; problemOf: (line: BasketLine) => string | undefined; isFixed: boolean }

/** The lines of a basket, each with its quantity and what is wrong with it. Fixed ones cannot be changed. */
export function BasketLines({ basket, problemOf, isFixed }: BasketLinesProps) {
  return (
    <ul className={styles.lines} data-unit-prices aria-label="Lines">
      {basket.lines.map((line) => (
        <Line key={line.productId} line={line} said={problemOf(line)} isFixed={isFixed} />
      ))}
    </ul>
  )
}

function Line({ line, said, isFixed }: { line: BasketLine; said: string | undefined; isFixed: boolean }) {
  const { currency } = usePortal()
  const { productId, sku, name, picture, price, problem, qty, nextBreak, unitLabel } = line
  return (
    <li
      className={styles.line}
      data-problem={problem !== null || said !== undefined || undefined}
      data-changed={line.before !== null || undefined}
    >
      <div className={styles.what}>
        <LineProduct {...{ productId, name, picture }}>
          <Text size="sm" c="dimmed">
            {sku}
            {unitLabel && ` · ${unitLabel}`}
          </Text>
          <AvailabilityLabel product={line} />
          {problem && (
            <Text size="sm" c="var(--mantine-color-error)">
              {problem}
            </Text>
          )}
          {said && said !== problem && line.before === null && (
            <Text role="alert" size="sm" c="var(--mantine-color-error)">
              {said}
            </Text>
          )}
          <Changed line={line} />
          <ComingAtLine unit={price?.unit} coming={line.coming} />
          {!isFixed && <NextBreak qty={qty} next={nextBreak} />}
        </LineProduct>
      </div>
      {isFixed ? <div className={styles.quantity}>{qty.toLocaleString('en')}</div> : <BasketQuantity line={line} />}
      <div className={styles.figure} data-priced={typeof price?.unit === 'number' || undefined}>
        {formatMoney(price?.unit, currency)}
      </div>
      <div className={styles.figure} data-total>
        {formatMoney(price?.line, currency)}
      </div>
      {!isFixed && <Remove line={line} />}
    </li>
  )
}

function Remove({ line }: { line: BasketLine }) {
  const removeLine = useRemoveLine()
  const remove = useBasketChange(async () => {
    const removing = removeLine(line)
    // There is no room for it at the line.
    removing.catch(notifyFailure)
    await removing
  })
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      title={`Remove ${line.name}`}
      onClick={() => void remove.submit()}
      loading={remove.pending}
    >
      Remove
    </Button>
  )
}

/** Brings the first line whose price has changed into view. */
export function showChangedLine(): void {
  const line = document.querySelector('[data-changed]')
  line?.scrollIntoView({ block: 'center' })
  line?.querySelector('input')?.focus({ preventScroll: true })
}

/** A price that is another one than was shown: both, and why. */
function Changed({ line: { before, price } }: { line: BasketLine }) {
  const { currency } = usePortal()
  if (!before || !price) return null
  return (
    <Text size="sm" c="var(--mantine-color-yellow-light-color)" fw={600}>
      Was {formatMoney(before.unit, currency)} ({why(before.label)}), now {formatMoney(price.unit, currency)} (
      {why(price.label)})
    </Text>
  )
}

function why(label: string): string {
  return label === '' ? 'list price' : label
}
