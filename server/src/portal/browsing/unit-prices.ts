import type { CustomerContext } from '../buyer-context.ts'
import { termsOn } from '../../pricing/customer-terms.ts'
import { priceOf } from '../../pricing/evaluate-price.ts'
import { agreedPricesOf } from '../../pricing/list-agreed-prices.ts'
import { discountsOf } from '../../pricing/list-discounts.ts'
import { withDashes } from '../../uuid.ts'
import type { SellableProducts } from './sellable-products.ts'

/**
 * Tells of the place of a product what one costs the customer now, in minor units; null without a price. The terms of a
 * customer are few, so all of them are read at once.
 */
export async function unitPrices(
  context: CustomerContext,
  { ids, brands, categories, listPrices }: SellableProducts,
): Promise<(place: number) => number | null> {
  const { customerId } = context
  const agreedOn = Map.groupBy(await agreedPricesOf(context, customerId), ({ productId }) => productId)
  const rules = (await discountsOf(context, [customerId])).get(customerId)!
  const discounts = rules.map((rule) => ({ ...rule, on: rule.brand ?? rule.category }))
  const discountsOn = Map.groupBy(discounts, ({ brandId, categoryId }) => brandId ?? categoryId ?? '')
  const at = context.clock()
  return (place) => {
    const [id, brandId, categoryId] = [withDashes(ids.at(place)), brands[place]!, categories[place]!]
    const places = new Set([brandId, categoryId, ''])
    const terms = {
      agreedPrices: agreedOn.get(id) ?? [],
      discounts: [...places].flatMap((one) => discountsOn.get(one) ?? []),
    }
    const own = termsOn({ id, brandId: brandId || null, categoryId: categoryId || null }, terms)
    return priceOf(listPrices[place]!, own, 1, at).unit
  }
}
