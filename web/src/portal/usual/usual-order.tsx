import { Text, Title } from '@mantine/core'
import { useAddToBasket } from '../basket/basket-queries.ts'
import type { Basket } from '../basket/basket-queries.ts'
import { useSessionValue } from '../use-session-value.ts'
import { OrderBar } from './order-bar.tsx'
import { UsualItem } from './usual-item.tsx'
import { wantedOf } from './usual-quantities.ts'
import type { UsualRow } from './usual-quantities.ts'
import type { UsualProduct } from './usual-query.ts'
import styles from './usual.module.css'

/** Texts of quantity fields, by product. */
type Typed = Readonly<Record<string, string>>

const NOTHING: Typed = {}

/** The rows, the quantities that are typed in them, and the bar that adds all of these. */
export function UsualOrder({ usual, basket }: { usual: readonly UsualProduct[]; basket: Basket }) {
  const [typed, setTyped] = useSessionValue('usual', NOTHING)
  const add = useAddToBasket()
  const inBasket = new Map(basket.lines.map(({ productId, qty }) => [productId, qty]))
  const rows = usual.filter(isSeen).map((row) => {
    const has = inBasket.get(row.product.id) ?? 0
    return { row, inBasket: has, wanted: wantedOf(row, typed[row.product.id], has) }
  })
  const wanted = rows.filter((one) => one.wanted.qty > 0)
  const addLines = async (lines: { id: string; sku: string; qty: number }[]) => {
    await add(lines.map(({ sku, qty }) => ({ sku, qty })))
    setTyped((before) => without(before, new Set(lines.map(({ id }) => id))))
  }
  const items = (isDue: boolean) =>
    rows
      .filter(({ row }) => row.isDue === isDue)
      .map(({ row, ...shown }) => (
        <UsualItem
          key={row.product.id}
          row={row}
          {...shown}
          onType={(text) => setTyped((before) => ({ ...before, [row.product.id]: text }))}
          onAdd={(qty) => addLines([{ ...row.product, qty }])}
        />
      ))
  const [due, others] = [items(true), items(false)]
  return (
    <>
      <NotThereNow names={usual.flatMap((one) => (one.isDue && !isSeen(one) ? [one.name] : []))} />
      {due.length > 0 && (
        <ul className={styles.list} aria-label="Your next order">
          {due}
        </ul>
      )}
      {others.length > 0 && (
        <section>
          <Title order={2} size="h4" mt="lg">
            Ordered less often
          </Title>
          <ul className={styles.list} aria-label="Ordered less often">
            {others}
          </ul>
        </section>
      )}
      <OrderBar
        label="Add all"
        lines={wanted.length}
        amount={wanted.reduce((sum, one) => sum + one.wanted.amount, 0)}
        problems={rows.filter((one) => one.wanted.problem).length}
        inBasket={basket.lines.length}
        onAdd={() => addLines(wanted.map((one) => ({ ...one.row.product, qty: one.wanted.qty })))}
      />
    </>
  )
}

function isSeen(one: UsualProduct): one is UsualRow {
  return one.product !== null
}

function without(typed: Typed, ids: ReadonlySet<string>): Typed {
  const left = Object.entries(typed).filter(([id]) => !ids.has(id))
  return left.length === 0 ? NOTHING : Object.fromEntries(left)
}

/** How many names are told. */
const NAMED = 5

function NotThereNow({ names }: { names: string[] }) {
  if (names.length === 0) return null
  const more = names.length - NAMED
  return (
    <Text size="sm" mb="sm">
      In your last orders, but no longer available to you: {names.slice(0, NAMED).join(', ')}
      {more > 0 && ` and ${more} more`}.
    </Text>
  )
}
