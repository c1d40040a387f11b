import { queryOptions } from '@tanstack/react-query'
import { labelForBuyers } from '../../../../server/src/shared/order-steps.ts'
import { formatDate } from '../../shared/dates.ts'
import { formatMoney } from '../../shared/money.tsx'
import { ProductPicture } from '../../shared/product-picture.tsx'
import { findProducts } from '../catalogue/product-queries.ts'
import type { Product } from '../catalogue/product-queries.ts'
import { findOrders } from '../orders/order-queries.ts'
import type { Order } from '../orders/order-queries.ts'
import { usePortal } from '../portal-context.tsx'
import { preview } from '../preview.ts'
import styles from './search.module.css'

/** How many products, and how many orders, are shown. */
const SHOWN = 5

const GROUPS = ['Products', 'Similar products', 'Orders'] as const

/** A product or an order that was found. Who types one of its `codes` means it. */
export type Entry = { id: string; group: (typeof GROUPS)[number]; codes: (string | null)[] } & (
  | { to: '/t/$slug/products/$id'; product: Product }
  | { to: '/t/$slug/orders/$id'; order: Order }
)

/** The first products and orders that match what is typed. */
export function foundQuery(slug: string, q: string) {
  return queryOptions({
    queryKey: ['found', slug, q],
    queryFn: async ({ signal }): Promise<Entry[]> => {
      const [products, orders] = await Promise.all([
        findProducts(slug, q, signal),
        preview ? [] : findOrders(slug, { q, limit: SHOWN }, signal),
      ])
      return [
        ...products.slice(0, SHOWN).map((product) => ({
          id: product.id,
          group: product.isSimilar ? GROUPS[1] : GROUPS[0],
          codes: [product.sku],
          to: '/t/$slug/products/$id' as const,
          product,
        })),
        ...orders.map((order) => ({
          id: order.id,
          group: GROUPS[2],
          codes: [String(order.number), order.poNumber],
          to: '/t/$slug/orders/$id' as const,
          order,
        })),
      ]
    },
    staleTime: 10_000,
  })
}

type FoundProps = {
  id: string
  q: string
  entries: readonly Entry[]
  /** The position of what Enter opens: that of all results is behind the entries. */
  marked: number
  onMark: (at: number) => void
  onOpen: (entry: Entry | undefined) => void
}

/** The list below the search, by kind, and the way to all results. The keys are those of the field. */
export function Found({ id, q, entries, marked, onMark, onOpen }: FoundProps) {
  const option = (at: number) => ({
    id: `${id}-${at}`,
    role: 'option',
    'aria-selected': at === marked,
    className: styles.option,
    onMouseMove: () => onMark(at),
    // The field keeps the focus.
    onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
    onClick: () => onOpen(entries[at]),
  })
  return (
    <div className={styles.found}>
      {entries.length === 0 && <p className={styles.nothing}>No product and no order matches “{q}”.</p>}
      <div role="listbox" id={`${id}-list`} aria-label="Found">
        {GROUPS.filter((group) => entries.some((entry) => entry.group === group)).map((group) => (
          <div key={group} role="group" aria-label={group}>
            <div className={styles.group} aria-hidden>
              {group}
            </div>
            {entries.map(
              (entry, at) =>
                entry.group === group && (
                  <div key={entry.id} {...option(at)}>
                    <Content entry={entry} />
                  </div>
                ),
            )}
          </div>
        ))}
        {entries.some((entry) => 'product' in entry) && <div {...option(entries.length)}>All results for “{q}”</div>}
      </div>
    </div>
  )
}

function Content({ entry }: { entry: Entry }) {
  const { currency, timezone } = usePortal()
  if ('product' in entry) {
    const { name, sku, unitLabel, categoryId, image, price } = entry.product
    return (
      <>
        <ProductPicture name={name} category={categoryId} image={image} size={40} />
        <Text title={name} facts={[sku, unitLabel]} />
        <span className="figures">{price.unit === null ? 'No price yet' : formatMoney(price.unit, currency)}</span>
      </>
    )
  }
  const { number, poNumber, placedAt, status, subtotal } = entry.order
  return (
    <>
      <Text
        title={`Order ${number}`}
        facts={[...(poNumber ? [poNumber] : []), formatDate(placedAt, timezone), labelForBuyers(status)]}
      />
      <span className="figures">{formatMoney(subtotal, entry.order.currency)}</span>
    </>
  )
}

function Text({ title, facts }: { title: string; facts: string[] }) {
  return (
    <span className={styles.text}>
      {title}
      <small>{facts.join(' · ')}</small>
    </span>
  )
}
