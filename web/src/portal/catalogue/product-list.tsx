import styles from './catalogue.module.css'
import { ProductItem } from './product-item.tsx'
import type { Product } from './product-queries.ts'
import type { View } from './use-view.ts'

type ProductListProps = { label: string; products: readonly Product[]; view: View; isStale?: boolean }

/** Products below each other, or side by side with large pictures. */
export function ProductList({ label, products, view, isStale = false }: ProductListProps) {
  return (
    <ul className={styles.list} data-view={view} data-stale={isStale || undefined} aria-label={label}>
      {products.map((product) => (
        <ProductItem key={product.id} product={product} pictureSize={view === 'grid' ? 320 : 64} />
      ))}
    </ul>
  )
}
