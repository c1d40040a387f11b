import { Button, Text } from '@mantine/core'
import { api, errorText } from '../../shared/api.ts'
import { formatMoney } from '../../shared/money.tsx'
import { useSubmit } from '../../shared/use-submit.ts'
import { NextBreak } from '../catalogue/next-break.tsx'
import { QuantityField } from '../catalogue/quantity-field.tsx'
import { parseQuantity } from '../../shared/quantity.ts'
import styles from '../line-list.module.css'
import { usePortal } from '../portal-context.tsx'
import { useSessionValue, useWhenOnline } from '../use-session-value.ts'
import { useSetBasket } from './basket-queries.ts'
import type { Basket, BasketLine } from './basket-queries.ts'
import { TextLink } from '../../shared/text-link.tsx'

type BasketLinesProps = { basket: Basket; problems: (string | undefined)[]; isFixed: boolean }

/** The lines of a basket, each with its quantity and what is wrong with it. Fixed ones cannot be changed. */
export function BasketLines({ basket, problems, isFixed }: BasketLinesProps) {
  return (
    <ul className={styles.lines} data-unit-prices aria-label="Lines">
      {basket.lines.map((line, position) => (
        <Line key={line.productId} line={line} said={problems[position]} isFixed={isFixed} />
      ))}
    </ul>
  )
}

function Line({ line, said, isFixed }: { line: BasketLine; said: string | undefined; isFixed: boolean }) {
  const { slug, currency } = usePortal()
  const { productId, sku, name, price, problem, qty, nextBreak, unitLabel } = line
  return (
    <li
      className={styles.line}
      data-problem={problem !== null || undefined}
      data-changed={line.before !== null || undefined}
    >
      <div className={styles.what}>
        {price ? (
          <TextLink fw={600} className={styles.name} to="/t/$slug/products/$id" params={{ slug, id: productId }}>
            {name}
          </TextLink>
        ) : (
          <Text fw={600}>{name}</Text>
        )}
        <Text size="sm" c="dimmed">
          {sku}
          {unitLabel && ` · ${unitLabel}`}
        </Text>
        {problem && (
          <Text size="sm" c="var(--mantine-color-error)">
            {problem}
          </Text>
        )}
        {said && said !== problem && line.before === null && (
          <Text size="sm" c="var(--mantine-color-error)">
            {said}
          </Text>
        )}
        <Changed line={line} />
        {!isFixed && <NextBreak qty={qty} next={nextBreak} />}
      </div>
      {isFixed ? <div className={styles.quantity}>{qty.toLocaleString('en')}</div> : <Quantity line={line} />}
      <div className={styles.figure} data-priced={typeof price?.unit === 'number' || undefined}>
        {formatMoney(price?.unit, currency)}
      </div>
      <div className={styles.figure} data-total>
        {formatMoney(price?.line, currency)}
      </div>
      {!isFixed && <Remove productId={productId} />}
    </li>
  )
}

function Remove({ productId }: { productId: string }) {
  const remove = useRemove(productId)
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
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

function Quantity({ line: { productId, qty, minOrderQty } }: { line: BasketLine }) {
  const { slug, takesOrders } = usePortal()
  const setBasket = useSetBasket()
  const [typed, setTyped] = useSessionValue<string | null>(`basket ${productId}`, null)
  const text = typed ?? String(qty)
  const quantity = parseQuantity(text)
  const change = useSubmit(async () => {
    if (quantity.value === qty) setTyped(null)
    if (quantity.value === undefined || quantity.value === qty) return
    const { data } = await api.PUT('/app-api/portal/{slug}/basket/lines/{productId}', {
      params: { path: { slug, productId } },
      body: { qty: quantity.value },
    })
    setBasket(data)
    setTyped(null)
  })
  // What was typed without a connection is saved when it is back.
  useWhenOnline(() => {
    if (typed !== null) void change.submit()
  })
  const failed = change.problem()
  return (
    <QuantityField
      aria-label="Quantity"
      value={text}
      disabled={!takesOrders}
      onChange={setTyped}
      onEnter={() => void change.submit()}
      onBlur={() => void change.submit()}
      error={
        quantity.problem ??
        (failed ? errorText(failed) : quantity.value! < minOrderQty ? `From ${minOrderQty} up` : undefined)
      }
    />
  )
}

function useRemove(productId: string) {
  const { slug } = usePortal()
  const setBasket = useSetBasket()
  return useSubmit(async () => {
    const { data } = await api.DELETE('/app-api/portal/{slug}/basket/lines/{productId}', {
      params: { path: { slug, productId } },
    })
    setBasket(data)
  })
}

function why(label: string): string {
  return label === '' ? 'list price' : label
}
