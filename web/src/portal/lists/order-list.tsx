import { Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { soldInWords } from '../../../../server/src/shared/order-quantity.ts'
import { formatMoney } from '../../shared/money.tsx'
import { Empty } from '../../shared/empty.tsx'
import { parseQuantity } from '../../shared/quantity.ts'
import { basketQuery, useAddToBasket } from '../basket/basket-queries.ts'
import { AvailabilityLabel } from '../catalogue/availability-label.tsx'
import { ComingPrice } from '../catalogue/coming-price.tsx'
import { QuantityField } from '../catalogue/quantity-field.tsx'
import { comingAt, unitAt } from '../../shared/unit-at.ts'
import { LineProduct } from '../line-product.tsx'
import { usePortal } from '../portal-context.tsx'
import { OrderBar } from '../usual/order-bar.tsx'
import { useSessionValue } from '../use-session-value.ts'
import styles from './lists.module.css'
import type { ListLine, ListWithLines } from './list-queries.ts'
import { wantedOfLine } from './wanted-of-line.ts'
import type { TypedInLine } from './wanted-of-line.ts'

type Typed = Readonly<Record<string, TypedInLine>>

const NOTHING: Typed = {}

/** The lines of a list with what is wanted of each, and the bar that adds it to the basket. The list stays as it is. */
export function OrderList({ list }: { list: ListWithLines }) {
  const { slug } = usePortal()
  const { data: basket } = useQuery(basketQuery(slug))
  const [typed, setTyped] = useSessionValue(`list ${list.id}`, NOTHING)
  const add = useAddToBasket()
  const rows = list.lines.map((line) => ({ line, wanted: wantedOfLine(line, typed[line.productId]) }))
  const wanted = rows.filter((row) => row.wanted.qty > 0)
  if (rows.length === 0) {
    return <Empty title="The list is empty">Choose “Edit list”, or “Add to list” at a product of the catalogue.</Empty>
  }
  return (
    <>
      <ul className={styles.list} aria-label="Lines">
        {rows.map(({ line, wanted: { text, problem, qty } }) => (
          <Line
            key={line.productId}
            {...{ line, text, problem, qty }}
            stock={typed[line.productId]?.stock ?? ''}
            onType={(change) =>
              setTyped((before) => ({ ...before, [line.productId]: { ...before[line.productId], ...change } }))
            }
          />
        ))}
      </ul>
      <OrderBar
        label="Add to basket"
        lines={wanted.length}
        amount={wanted.reduce((sum, row) => sum + row.wanted.amount, 0)}
        problems={rows.filter((row) => row.wanted.problem).length}
        inBasket={basket?.lines.length ?? 0}
        onAdd={async () => {
          await add(wanted.map(({ line, wanted: { qty } }) => ({ sku: line.sku, qty })))
          setTyped(Object.fromEntries(list.lines.map(({ productId }) => [productId, { quantity: '0' }])))
        }}
      />
    </>
  )
}

type LineProps = {
  line: ListLine
  text: string
  problem: string | undefined
  qty: number
  stock: string
  onType: (change: TypedInLine) => void
}

function Line({ line, text, problem, qty, stock, onType }: LineProps) {
  const { currency } = usePortal()
  const { productId, sku, name, par, product } = line
  const unit = product && unitAt(product, qty || line.qty)
  return (
    <li className={styles.item}>
      <LineProduct
        {...{ productId, name, picture: product && { categoryId: product.categoryId, image: product.image } }}
      >
        <Text size="sm" c="dimmed">
          {[
            sku,
            ...(product ? [product.unitLabel, ...soldInWords(product)] : []),
            ...(par === null ? [] : [`par ${par.toLocaleString('en')}`]),
          ].join(' · ')}
        </Text>
        {product ? (
          <AvailabilityLabel product={product} />
        ) : (
          <Text size="sm" c="var(--mantine-color-error)">
            It is no longer available to you.
          </Text>
        )}
      </LineProduct>
      <div className={styles.price}>
        {product && <strong>{unit === null ? 'No price yet' : formatMoney(unit, currency)}</strong>}
        {product && <ComingPrice coming={comingAt(product, qty || line.qty)} />}
      </div>
      {product && par !== null && (
        <TextInput
          label="You have"
          aria-label={`You have, ${name}`}
          className={styles.stock!}
          inputMode="numeric"
          autoComplete="off"
          value={stock}
          error={stock.trim() !== '' && stock.trim() !== '0' && parseQuantity(stock).problem}
          // What is proposed takes the place of what was typed before.
          onChange={(event) => onType({ stock: event.currentTarget.value, quantity: undefined })}
        />
      )}
      {product && (
        <QuantityField
          label="Order"
          aria-label={`Quantity, ${name}`}
          value={text}
          from={product.minOrderQty}
          inMultiplesOf={product.orderMultiple}
          canBeNone
          disabled={unit === null}
          error={problem}
          onChange={(quantity) => onType({ quantity })}
        />
      )}
    </li>
  )
}
