import { sql } from 'kysely'
import { productsInSlices } from '../catalogue/products-in-slices.ts'
import type { WorkspaceContext } from '../context.ts'
import { readPlacedProducts } from '../price-changes/moved-products.ts'
import { PriceMovesSum } from '../price-changes/price-moves.ts'
import type { Payer } from '../price-changes/read-payers.ts'
import { atOneState } from '../reading/index.ts'
import type { PriceMoves } from '../rules/price-moves.ts'
import { requireRule } from './remove-discount.ts'

type Scope = { brand: string | undefined; category: string | undefined }

/**
 * What `removeDiscount` would do to the prices of its customer, for one unit, now. Null where no price moves. Throws
 * NotFound.
 */
export async function previewDiscountRemoval(context: WorkspaceContext, id: string): Promise<PriceMoves | null> {
  const { customerId, brandId, categoryId } = await requireRule(context, id)
  const scope: Scope = { brand: brandId ?? undefined, category: categoryId ?? undefined }
  const { result } = await atOneState(context, async () => {
    const sum = new PriceMovesSum(context, (payer) => (payer.id === customerId ? without(payer, scope) : payer))
    for await (const slice of productsInSlices(context, scope)) {
      const placed = await readPlacedProducts(context, slice, sql`true`)
      await sum.add(placed.map((product) => ({ before: product, after: product })))
    }
    return sum.result()
  })
  return result
}

/** The customer without its discount on a brand, a category, or everything. */
function without(payer: Payer, { brand, category }: Scope): Payer {
  const { all, brands, categories } = payer
  return {
    ...payer,
    all: (brand ?? category) ? all : null,
    brands: discountsBut(brands, brand),
    categories: discountsBut(categories, category),
  }
}

function discountsBut(discounts: Payer['brands'], group: string | undefined): Payer['brands'] {
  return new Map([...discounts].filter(([id]) => id !== group))
}
