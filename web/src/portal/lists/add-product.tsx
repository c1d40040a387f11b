import { useRef, useState } from 'react'
import { smallestQuantity } from '../../../../server/src/shared/order-quantity.ts'
import { ProductField } from '../../shared/product-field.tsx'
import { findProducts } from '../catalogue/product-queries.ts'
import { usePortal } from '../portal-context.tsx'
import { soldIn } from './edited-list.ts'
import type { EditedLine } from './edited-list.ts'

/** A field that finds a product for a list. */
export function AddProduct({ onAdd }: { onAdd: (line: EditedLine) => void }) {
  const { slug, currency } = usePortal()
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  return (
    <ProductField
      ref={field}
      label="Add product"
      placeholder="SKU or words"
      currency={currency}
      text={text}
      error={undefined}
      onType={setText}
      onPick={(product) => {
        const { id, name, sku } = product
        onAdd({
          productId: id,
          name,
          sku,
          soldIn: soldIn(product),
          quantity: String(smallestQuantity(product)),
          par: '',
        })
        setText('')
      }}
      onEnter={() => {}}
      searchKey={['portal', slug]}
      search={(typed, signal) => findProducts(slug, typed, signal)}
    />
  )
}
