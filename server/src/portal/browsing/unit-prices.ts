import type { CustomerContext } from '../buyer-context.ts'
import { termsOn } from '../../pricing/customer-terms.ts'
import { priceOf } from '../../pricing/evaluate-price.ts'
import { agreedPricesOf } from '../../pricing/list-agreed-prices.ts'
import { allDiscountsOf } from '../../pricing/list-discounts.ts'
import { readPriceGroup } from '../../pricing/group-of-customer.ts'
import { withDashes } from '../../lib/uuid.ts'
import type { SellableProducts } from './sellable-products.ts'

/**
 * Tells of the place of a product what one costs the customer now, in minor units; null without a price. The terms of a
 * customer are few, so all of them are read at once.
 */
export async function unitPrices(
  context: CustomerContext,
  { ids, brands, categories, listPrices }: SellableProducts,
): Promise<(place: number) => number | null> {
  const customer = { id: context.customerId, group: await readPriceGroup(context, context.customerId) }
  const agreedPrices = await agreedPricesOf(context, customer)
  const rules = await allDiscountsOf(context, customer)
  const discounts = rules.map((rule) => ({ ...rule, on: rule.brand ?? rule.category }))
  const partOf = (is: (term: { group: object | null }) => boolean) => ({
    agreedPrices: agreedPrices.filter(is),
    discounts: discounts.filter(is),
  })
  const terms = {
    ...partOf(({ group }) => group === null),
    group: customer.group && { name: customer.group.name, ...partOf(({ group }) => group !== null) },
  }
  const at = context.clock()
  return (place) => {
    const [id, brandId, categoryId] = [withDashes(ids.at(place)), brands[place]!, categories[place]!]
    const own = termsOn({ id, brandId: brandId || null, categoryId: categoryId || null }, terms)
    return priceOf(listPrices[place]!, own, 1, at).unit
  }
}
