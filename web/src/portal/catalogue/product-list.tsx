import { useLater } from '../shell/use-later.ts'
import styles from './catalogue.module.css'
import { ProductItem } from './product-item.tsx'
import type { Product } from './product-queries.ts'
import type { View } from './use-view.ts'

type ProductListProps = { label: string; products: readonly Product[]; view: View; isStale?: boolean }

/** How long after the products the way to the lists comes, in milliseconds. */
const LISTS_AFTER_MS = 500

/** Products below each other, or side by side with large pictures. */
export function ProductList({ label, products, view, isStale = false }: ProductListProps) {
  const isLater = useLater(LISTS_AFTER_MS)
  return (
    <ul className={styles.list} data-view={view} data-stale={isStale || undefined} aria-label={label}>
      {products.map((product) => (
        <ProductItem
          key={product.id}
          product={product}
          pictureSize={view === 'grid' ? 320 : 64}
          canBeListed={isLater}
        />
      ))}
    </ul>
  )
}
