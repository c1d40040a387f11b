import type { LargeStock } from '../large-stock.ts'
import { filled, LETTERS, NOTHING, one, PLAIN } from './case.ts'
import type { Call, Case, Cases } from './case.ts'
import { pasted } from './console.ts'

/** Of its price groups: all customers are in the one that has terms. */
export const PRICE_GROUP_CASES: Cases = {
  listPriceGroups: PLAIN,
  addPriceGroup: (_stock, number) => ({ body: { name: filled(200, number) } }),
  readPriceGroup: ofGroup(),
  readGroupHistory: ofGroup(),
  renamePriceGroup: ofGroup((_stock, number) => ({ body: { name: filled(200, number) } })),
  previewGroupRemoval: ofGroup(),
  removePriceGroup: () => ({ params: { id: NOTHING }, query: { customers: 0 } }),
  setGroupDiscount: ofGroup((_stock, number) => ({
    body: {
      on: { appliesTo: 'brand', name: `Brand ${number % 100}` },
      discountBp: 100 + (number % 1_000),
      seenBp: 700,
    },
  })),
  previewGroupDiscount: ofGroup((_stock, number) => ({
    body: { on: { appliesTo: 'all' }, discountBp: 1 + (number % 10_000) },
  })),
  browseGroupPrices: ofGroup((_stock, number) => ({ query: { q: LETTERS, offset: 4_800 + (number % 100) } })),
  addGroupPrice: ofGroup(({ skus }, number) => ({
    body: { sku: one(skus, number), unit: 80, minQty: 2 + number, startsOn: null, endsOn: null, endPrevious: true },
  })),
  previewGroupPrice: ofGroup(({ skus }, number) => ({
    body: { sku: one(skus, number), unit: 80, minQty: 1 + (number % 9), startsOn: null, endsOn: null },
  })),
  previewGroupPriceRemoval: ofGroup(({ skus }, number) => ({ query: { sku: one(skus, number), price: NOTHING } })),
  checkPastedGroupPrices: ofGroup(({ skus }, number) => ({ body: pasted(skus, number) })),
  pasteGroupPrices: async (stock, number, read) => {
    const id = one(stock.ids['price_group'], 0)
    const body = pasted(stock.skus, number)
    const { version } = await read(`/price-groups/${id}/agreed-prices/paste/check`, body)
    return { params: { id }, body: { ...body, version } }
  },
  previewMembership: ({ ids }, number) => ({
    body: { customers: { ids: ids['customer']!.slice(number % 100, 900 + (number % 100)) }, group: null },
  }),
  editCustomers: ({ ids }, number) => ({
    body: {
      customers: { ids: ids['customer']!.slice(0, 1_000) },
      change: { field: 'group', value: number % 2 ? null : one(ids['price_group'], 0) },
    },
  }),
  forecastUndoCustomerEdit: ofEdit,
  undoCustomerEdit: ofEdit,
}

/** A change of the price group of all customers. */
function ofEdit({ ids }: LargeStock): Call {
  return { params: { id: one(ids['customer_edit'], 0) } }
}

/** The price group that has terms. */
function ofGroup(call: (stock: LargeStock, number: number) => Omit<Call, 'params'> = () => ({})): Case {
  return (stock, number) => ({ ...call(stock, number), params: { id: one(stock.ids['price_group'], 0) } })
}
