import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import {
  done,
  expectDone,
  givenAgreedPrice,
  givenCustomer,
  givenDiscount,
  idOf,
  invalidFields,
  item,
  refusal,
  send,
} from '../given/given.ts'
import { givenMember } from '../given/member.ts'

const service = useService()

async function desk() {
  const workspace = await service.workspace()
  const staff = await givenMember(service, workspace, 'manager')
  await send(workspace, [
    item({ sku: 'A', brand: 'Denby', category: 'Plates', listPrice: 1_000 }),
    item({ sku: 'B', brand: 'Denby', category: 'Bowls', listPrice: 2_000 }),
    item({ sku: 'C', brand: 'Hollin', category: 'Plates', listPrice: 333 }),
    item({ sku: 'D', brand: 'Denby', onlyFor: ['NOBODY'], listPrice: 5_000 }),
  ])
  const id = await givenCustomer(workspace, { accountCode: 'QUAY' })
  return { workspace, staff, id }
}

const DENBY = { appliesTo: 'brand', name: 'denby' }
const EVERYTHING = { appliesTo: 'all' }

test('a discount is set, changed and removed, and each is refused to who saw another figure', async () => {
  const { staff, id } = await desk()
  const set = (discountBp: number, seenBp: number | null) =>
    staff.put(`/customers/${id}/discounts`, { on: DENBY, discountBp, seenBp })
  const first = await done(set(1_250, null))
  expect(await set(2_000, null)).toEqual(refusal(409, 'conflict'))
  expectDone(await set(2_000, 1_250))
  const { body } = await staff.get(`/customers/${id}`)
  expect(body.data.discountRules).toMatchObject([{ brand: 'Denby', discountBp: 2_000, label: '20% off Denby' }])
  const rule = body.data.discountRules[0].id
  expect(rule).toBe(first.id)
  expect(await staff.delete(`/discounts/${rule}?seenBp=1250`)).toEqual(refusal(409, 'conflict'))
  expectDone(await staff.delete(`/discounts/${rule}?seenBp=2000`))
  expect((await staff.get(`/customers/${id}`)).body.data.discountRules).toEqual([])
  expect(await set(1_000, 2_000)).toEqual(refusal(409, 'conflict'))
})

test('a discount of nothing, of more than everything or on nothing is refused', async () => {
  const { staff, id } = await desk()
  const set = (body: object) => staff.put(`/customers/${id}/discounts`, { seenBp: null, ...body })
  expect(invalidFields(await set({ on: EVERYTHING, discountBp: 0 }))).toEqual(['discountBp'])
  expect(invalidFields(await set({ on: EVERYTHING, discountBp: 10_001 }))).toEqual(['discountBp'])
  expect(await set({ on: { appliesTo: 'brand', name: 'Nope' }, discountBp: 100 })).toEqual(refusal(404, 'not_found'))
})

test('before a discount is saved, it is said which prices it changes, of what the customer sees', async () => {
  const { workspace, staff, id } = await desk()
  await givenAgreedPrice(workspace, id, 'B', { unit: 1_500 })
  const preview = (body: object) => done(staff.post(`/customers/${id}/discounts/preview`, body))
  expect(await preview({ on: DENBY, discountBp: 1_000 })).toEqual({
    presentBp: null,
    products: 2,
    up: 0,
    down: 1,
    agreed: 1,
    isLarge: false,
    largest: [{ productId: expect.any(String), sku: 'A', name: 'Azure plate', before: 1_000, after: 900 }],
  })
  await givenDiscount(workspace, id, 500)
  await givenDiscount(workspace, id, 2_000, { brandId: await idOf(workspace, 'brands', 'Denby') })
  expect(await preview({ on: DENBY, discountBp: null })).toMatchObject({ presentBp: 2_000, up: 1, down: 0 })
  // The brand's discount comes before the one on everything, so only the other brand changes.
  expect(await preview({ on: EVERYTHING, discountBp: 5_000 })).toMatchObject({
    isLarge: false,
    products: 3,
    down: 1,
    largest: [{ sku: 'C', before: 316, after: 167 }],
  })
  // By more than half.
  expect(await preview({ on: EVERYTHING, discountBp: 6_000 })).toMatchObject({ isLarge: true })
})

test('a preview writes nothing, and may be asked for on a workspace that is read-only', async () => {
  const workspace = await service.workspace({ plan: 'lapsed' })
  const staff = await givenMember(service, workspace, 'manager')
  const id = await givenCustomer(workspace)
  expectDone(await staff.post(`/customers/${id}/discounts/preview`, { on: EVERYTHING, discountBp: 100 }))
  const set = await staff.put(`/customers/${id}/discounts`, { on: EVERYTHING, discountBp: 100, seenBp: null })
  expect(set).toEqual(refusal(403, 'read_only'))
})
