import { formatMoney } from '../../shared/money.tsx'
import { productChoice, searchProducts } from '../choices.ts'
import { useWorkspace } from '../workspace-context.tsx'

/** Looks for products by SKU and words. The value of a choice is the SKU, or the id. */
export function useProductSearch(value: 'sku' | 'id' = 'sku') {
  const { slug, currency } = useWorkspace()
  return async (text: string, signal: AbortSignal) =>
    (await searchProducts(slug, text, signal)).map((product) =>
      productChoice(
        product,
        product[value],
        `${product.sku} ${product.name}`,
        `List price ${formatMoney(product.listPrice, currency)}`,
      ),
    )
}
