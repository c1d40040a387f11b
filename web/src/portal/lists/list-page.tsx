import { Button, Text, TextInput } from '@mantine/core'
import { useSuspenseQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { counted } from '../../../../server/src/shared/counted.ts'
import { Page } from '../../shared/page.tsx'
import { useChangeSearch } from '../../shared/search-params.ts'
import { GuardedButton } from '../../shared/disabled-reason.tsx'
import { usePortal } from '../portal-context.tsx'
import { EditList } from './edit-list.tsx'
import { listQuery } from '../queries.ts'
import type { ListLine, ListWithLines } from '../queries.ts'
import { soldInWords, quantityFrom } from '../../../../server/src/shared/order-quantity.ts'
import { formatMoney } from '../../shared/money.tsx'
import { Empty } from '../../shared/empty.tsx'
import { parseQuantity, comingAt, unitAt } from '../../shared/quantity.ts'
import { basketQuery, useAddToBasket } from '../basket/basket-queries.ts'
import { AvailabilityLabel, ComingPrice } from '../catalogue/product-notes.tsx'
import { QuantityField } from '../catalogue/quantity-field.tsx'
import { LineProduct } from '../line-product.tsx'
import { OrderBar, readWanted } from '../usual/order-bar.tsx'
import { useSessionValue } from '../use-session-value.ts'
import styles from './lists.module.css'
import type { Wanted } from '../usual/order-bar.tsx'

const route = getRouteApi('/t/$slug/lists/$id')

/** One list: to order from it, or to change it. */
export function ListPage() {
  const { slug, reasonNotToOrder } = usePortal()
  const { id } = route.useParams()
  const { edit } = route.useSearch()
  const changeSearch = useChangeSearch()
  const { data: list } = useSuspenseQuery(listQuery(slug, id))
  const { name, shared, createdBy, lineCount } = list
  const isEdited = edit !== undefined
  return (
    <Page
      title={name}
      description={`${counted(lineCount, 'line')} · ${shared ? `shared, made by ${createdBy}` : 'yours alone'}`}
      crumbs={[{ label: 'Saved lists', link: { to: '/t/$slug/lists', params: { slug } } }]}
      actions={
        isEdited ? (
          <Button variant="default" onClick={() => changeSearch({ edit: undefined })}>
            Back to ordering
          </Button>
        ) : (
          <GuardedButton
            reason={reasonNotToOrder}
            variant="default"
            onClick={() => changeSearch({ edit: 'yes' }, { push: true })}
          >
            Edit list
          </GuardedButton>
        )
      }
    >
      {isEdited ? (
        <EditList key={id} list={list} onDone={() => changeSearch({ edit: undefined })} />
      ) : (
        <OrderList key={id} list={list} />
      )}
    </Page>
  )
}

type Typed = Readonly<Record<string, TypedInLine>>

const NOTHING: Typed = {}

/** The lines of a list with what is wanted of each, and the bar that adds it to the basket. The list stays as it is. */
function OrderList({ list }: { list: ListWithLines }) {
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
      <ul className="plain-list" aria-label="Lines">
        {rows.map(({ line, wanted: { text, problem, qty } }) => (
          <Line
            key={line.productId}
            {...{ line, text, problem, qty }}
            inBasket={basket?.lines.find(({ productId }) => productId === line.productId)?.qty}
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
  inBasket: number | undefined
  onType: (change: TypedInLine) => void
}

function Line({ line, text, problem, qty, stock, inBasket, onType }: LineProps) {
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
            ...(inBasket ? [`${inBasket.toLocaleString('en')} in the basket`] : []),
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

/** Texts of the fields of a line. */
type TypedInLine = { stock?: string | undefined; quantity?: string | undefined }

/**
 * What of a line goes into the basket: what is typed, else what is missing to the par, else the quantity of the list, or
 * the least that can be ordered by now.
 */
function wantedOfLine(line: ListLine, { stock, quantity }: TypedInLine = {}): Wanted {
  const { product, qty } = line
  if (!product || product.price.unit === null) return { text: '0', qty: 0, problem: undefined, amount: 0 }
  return readWanted(product, quantity ?? String(missing(line, stock) ?? quantityFrom(qty, product)))
}

/** How many are missing to the par, and at least as many as can be ordered; null while the stock is not known. */
function missing({ par, product }: Pick<ListLine, 'par' | 'product'>, stock: string | undefined): number | null {
  if (par === null || !product || stock === undefined || stock.trim() === '') return null
  const there = stock.trim() === '0' ? 0 : parseQuantity(stock).value
  if (there === undefined) return null
  return there >= par ? 0 : quantityFrom(par - there, product)
}
