import fc from 'fast-check'
import { setDiscount } from '../../server/src/discounts/set-discount.ts'
import { done, expectDone, find, item, send } from './given.ts'
import { BRANDS, CODES, SKUS } from './shop-to-undo.ts'
import type { Shop } from './shop-to-undo.ts'

type Step = (shop: Shop) => Promise<void>

/** What somebody changes away and back, on purpose. */
export const awayAndBack = fc.oneof(
  fc.constantFrom(...CODES).map((code): Step => async ({ workspace, idOfCustomer, meant }) => {
    const path = `/customers/${idOfCustomer(code)}`
    const { body } = await workspace.get(path)
    if (!body.data) return
    const { name, paymentTermsDays } = body.data
    for (const days of [77, paymentTermsDays]) {
      const customers = [{ accountCode: code, name, paymentTermsDays: days }]
      await done(workspace.put('/customers', { customers }))
    }
    meant.push(idOfCustomer(code))
  }),
  fc.constantFrom(...BRANDS).map((name): Step => async ({ workspace, idOfCustomer, meant }) => {
    const { discountRules } = await done(workspace.get(`/customers/${idOfCustomer('QUAY')}`))
    const rule = discountRules.find(({ brand }: { brand: string | null }) => brand === name)
    if (!rule) return
    for (const discountBp of [rule.discountBp + 1, rule.discountBp]) {
      await setDiscount(workspace.context, { customer: 'QUAY', on: { appliesTo: 'brand', name }, discountBp })
    }
    meant.push(rule.id)
  }),
  fc.constantFrom(...CODES).map((code): Step => async ({ staff, idOfCustomer, meant }) => {
    const answer = await staff.get(`/customers/${idOfCustomer(code)}/agreed-prices`)
    for (const { id, unit } of answer.body.data ?? []) {
      for (const to of [unit + 1, unit]) await repriced(staff, idOfCustomer(code), { id, unit: to })
      meant.push(id)
    }
  }),
  fc.constantFrom(...SKUS).map((sku): Step => async ({ workspace, meant }) => {
    const product = await find(workspace, sku)
    if (!product?.brand) return
    const { name, brand } = product
    for (const to of ['Elsewhere', brand]) await send(workspace, [item({ sku, name, brand: to })])
    meant.push(product.id)
  }),
)

async function repriced(staff: Shop['staff'], customer: string, { id, unit }: { id: string; unit: number }) {
  const prices = await done(staff.get(`/customers/${customer}/agreed-prices`))
  const { version, minQty, startsOn, endsOn } = prices.find((price: { id: string }) => price.id === id)
  expectDone(await staff.patch(`/agreed-prices/${id}`, { version, minQty, startsOn, endsOn, unit }))
}
