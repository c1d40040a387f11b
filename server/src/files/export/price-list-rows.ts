import type { ProductFilter } from '../../catalogue/list-products.ts'
import type { CustomerContext } from '../../portal/buyer-context.ts'
import { AVAILABILITY_LABEL } from '../../shared/availability.ts'
import { quantityFrom } from '../../shared/order-quantity.ts'
import { catalogueGroups, listForBuyer } from '../../portal/buyers-catalogue.ts'
import type { ComingPrice } from '../../pricing/coming-price.ts'

/** How many products are read at a time: the most that a page of the list has. */
const PAGE = 50

/** Ids of the brand and the category, or only what has no category; and the time that prices are of, if not now. */
export type PriceListFilter = Pick<ProductFilter, 'brand' | 'category' | 'withoutCategory' | 'at'>

/** One price of a product: from a quantity that can be ordered, for one unit, in minor units. Null for a product without a price. */
export type PriceListRow = {
  id: string
  sku: string
  name: string
  brand: string
  category: string
  unitLabel: string
  /** In words. Empty where it is not tracked, or the wholesaler does not show it. */
  availability: string
  orderMultiple: number
  fromQty: number
  unit: number | null
  /** The next price, where the wholesaler tells coming prices. */
  coming: ComingPrice | null
}

/** What the buyer's customer pays for each product, by name; a row more for each quantity break. Read page by page. */
export async function* priceListRows(
  context: CustomerContext,
  filter: PriceListFilter,
): AsyncGenerator<PriceListRow[]> {
  const { brands, categories } = await catalogueGroups(context)
  const names = new Map([...brands, ...categories].map(({ id, name }) => [id, name]))
  const nameOf = (id: string | null) => (id && names.get(id)) ?? ''
  for (let offset = 0; ; offset += PAGE) {
    const products = await listForBuyer(context, { ...filter, from: 'minimum', limit: PAGE, offset })
    yield products.flatMap(({ brandId, categoryId, availability, price, breaks, coming, ...shown }) => {
      const product = {
        ...shown,
        brand: nameOf(brandId),
        category: nameOf(categoryId),
        availability: availability && availability !== 'not_tracked' ? AVAILABILITY_LABEL[availability] : '',
      }
      const steps = [{ minQty: 1, unit: price.unit, coming }, ...breaks]
      // Of several steps that one quantity reaches first, the largest counts.
      const atQuantity = new Map(steps.map((step) => [quantityFrom(step.minQty, shown), step]))
      return [...atQuantity].map(([fromQty, { unit, coming: next }]) => ({
        ...product,
        fromQty,
        unit,
        coming: next ?? null,
      }))
    })
    if (products.length < PAGE) return
  }
}
