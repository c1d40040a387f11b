import type { Forecast } from '../../catalogue/forecast-upsert.ts'
import { findGroups } from '../../catalogue/groups/brands-and-categories.ts'
import type { GroupsByKey } from '../../catalogue/groups/grouping.ts'
import type { WorkspaceContext } from '../../context.ts'
import { matchingKey } from '../../matching-key.ts'
import { isMoved } from '../../price-changes/moved-products.ts'
import type { MovedProduct } from '../../price-changes/moved-products.ts'

/** The products in sale that rows of a file give another brand, category or list of customers. */
export async function movedProducts(
  context: WorkspaceContext,
  { plan: { updates }, before }: Forecast,
): Promise<MovedProduct[]> {
  const groups = await findGroups(context, {
    brand: updates.map(({ brand }) => brand ?? undefined),
    category: updates.map(({ category }) => category ?? undefined),
  })
  return updates.flatMap(({ skuKey, brand, category, values, customerIds }) => {
    const { id, values: was, customerIds: saw } = before.get(skuKey)!
    if (!was.active || !values.active) return []
    const product = {
      before: {
        id,
        listPrice: was.list_price,
        brandId: was.brand_id ?? '',
        categoryId: was.category_id ?? '',
        viewers: was.visibility === 'all' ? null : saw,
      },
      after: {
        brandId: idOf(groups.brand, brand),
        categoryId: idOf(groups.category, category),
        viewers: values.visibility === 'all' ? null : (customerIds ?? saw),
      },
    }
    return isMoved(product) ? [product] : []
  })
}

/** A group that is new has no id yet, and no discounts, as none has. */
function idOf(groups: GroupsByKey, name: string | null): string {
  return (name !== null && groups.get(matchingKey(name))?.id) || ''
}
