import { describe, expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import type { Answer } from '../given/service.ts'
import {
  alter,
  done,
  find,
  givenAgreedPrice,
  givenCustomer,
  givenDiscount,
  idOf,
  item,
  raiseRevision,
  send,
} from '../given/given.ts'
import { importingStaff } from '../given/import.ts'
import { givenMember } from '../given/member.ts'
import { alterCustomer } from '../given/order.ts'
import { NONE } from '../given/no-price-impact.ts'
import { movesBetween, pageOf } from '../given/priced-pages.ts'

const service = useService()

/** Two products of the brand Denby, and a customer with 10% off Denby. */
async function shop() {
  const workspace = await service.workspace()
  const owner = await givenMember(service, workspace, 'owner')
  await send(
    workspace,
    ['A', 'B'].map((sku) => item({ sku, name: sku, listPrice: 1000, brand: 'Denby' })),
  )
  const customer = await givenCustomer(workspace, { accountCode: 'QUAY' })
  await givenDiscount(workspace, customer, 1000, { brandId: await idOf(workspace, 'brands', 'Denby') })
  const { id } = await find(workspace, 'A')
  const preview = (change: object, products: object = { ids: [id] }) =>
    done(owner.post('/products/price-moves', { products, change }))
  const product = () => done(owner.get(`/products/${id}`))
  const save = async (edit: object) => {
    const { version } = await product()
    return owner.patch(`/products/${id}`, { version, ...edit })
  }
  return { workspace, owner, customer, id, preview, product, save }
}

const ONE_RISES = { ...NONE, products: 1, customers: 1, rising: 1, largestRiseBp: 1111 }

describe('what a new place of products does to prices', () => {
  test('is told for another brand, and nothing for what moves no price', async () => {
    const { preview } = await shop()
    expect(await preview({ brand: 'Arc' })).toEqual(ONE_RISES)
    expect(await preview({ brand: null })).toEqual(ONE_RISES)
    for (const change of [{}, { brand: 'DENBY' }, { category: 'Plates' }, { customers: null }]) {
      expect([change, await preview(change)]).toEqual([change, null])
    }
  })

  test('leaves out whom an agreed price keeps, who is inactive, and products out of sale', async () => {
    const { workspace, customer, preview } = await shop()
    const all = { filter: {}, expected: 2 }
    expect(await preview({ brand: 'Arc' }, all)).toEqual({ ...ONE_RISES, products: 2, rising: 2 })
    await givenAgreedPrice(workspace, customer, 'A', { unit: 950 })
    expect(await preview({ brand: 'Arc' }, all)).toEqual(ONE_RISES)
    await alter(workspace, 'B', { active: false })
    expect(await preview({ brand: 'Arc' }, all)).toEqual(null)
    expect(await preview({ customers: [] }, all)).toEqual({ ...NONE, hidden: 1, hiddenAgreed: 1 })
    await alterCustomer(workspace, customer, { active: false })
    await raiseRevision(workspace)
    expect(await preview({ customers: [] }, all)).toEqual(null)
  })

  test('is another one once an agreed price has ended, though nothing is written', async () => {
    const { workspace, customer, preview } = await shop()
    const endsAt = new Date(service.time.now.getTime() + 60_000)
    await givenAgreedPrice(workspace, customer, 'A', { unit: 950, endsAt: endsAt.toISOString() })
    expect(await preview({ brand: 'Arc' })).toEqual(null)
    service.time.now = endsAt
    expect(await preview({ brand: 'Arc' })).toEqual(ONE_RISES)
  })

  test('a product is not saved with another effect than its editor saw, nor are many products', async () => {
    const { workspace, owner, customer, id, product, save, preview } = await shop()
    const stale = { status: 409, issues: [{ path: 'seenMoves', message: 'No price moves any more.' }] }
    const refused = async (answer: Promise<Answer>) => {
      const { status, body } = await answer
      expect({ status, issues: body.error.issues }).toEqual(stale)
    }
    const seenMoves = await preview({ brand: 'Arc' })
    await givenAgreedPrice(workspace, customer, 'A', { unit: 950 })
    const bulk = { products: { ids: [id] }, change: { field: 'brand', value: 'Arc' }, seenMoves }
    await refused(owner.post('/products/bulk', bulk))
    await refused(save({ brand: 'Arc', seenMoves }))
    expect((await product()).brand).toBe('Denby')
    await done(save({ brand: 'Arc', seenMoves: null }))
    expect((await product()).brand).toBe('Arc')
    // Who sends no effect, as an undo does, is not asked.
    await done(save({ brand: 'Denby' }))
  })

  test('a product is saved with all that its editor saw: another brand, and fewer customers', async () => {
    const { workspace, customer, preview, save } = await shop()
    await givenCustomer(workspace, { accountCode: 'PIER' })
    const change = { brand: 'Arc', customers: [customer] }
    const seenMoves = await preview(change)
    expect(seenMoves).toEqual({ ...ONE_RISES, hidden: 1 })
    await done(save({ brand: 'Arc', visibility: 'selected', customers: [customer], seenMoves }))
    expect(await preview({ customers: null })).toEqual({ ...NONE, shown: 1 })
  })
})

test('the check of a file says what its brands and lists of customers do to prices, as the pages show after it', async () => {
  const { workspace, upload, act } = await importingStaff(service)
  const codes = ['QUAY', 'PIER']
  const [quay, pier] = await Promise.all(codes.map((accountCode) => givenCustomer(workspace, { accountCode })))
  await send(
    workspace,
    ['A', 'B', 'C', 'D'].map((sku) => item({ sku, name: sku, listPrice: 1000, brand: 'Denby' })),
  )
  await givenDiscount(workspace, quay!, 1000, { brandId: await idOf(workspace, 'brands', 'Denby') })
  await givenAgreedPrice(workspace, pier!, 'C', { unit: 950 })
  await alter(workspace, 'D', { active: false })
  const rows = [
    ['A', 'Arc'],
    ['B', 'denby'],
    ['C', 'Denby', 'QUAY'],
    ['D', 'Arc'],
    ['N', 'Arc'],
  ].map(([sku, brand, onlyFor = '']) => `${sku},${sku},10.00,each,${brand},${onlyFor}`)
  const file = ['SKU,Name,Price,Unit,Brand,Only for', ...rows].join('\n')
  const { id } = await upload('moved.csv', file)
  const pages = () => Promise.all(codes.map((code) => pageOf(workspace, code)))
  const before = await pages()
  const { check } = await act(id, 'check')
  await act(id, 'start')
  const after = await pages()
  for (const page of after) page.delete('N')
  expect(check.priceMoves).toEqual(movesBetween(before, after))
  expect(check.priceMoves).toEqual({ ...ONE_RISES, hidden: 1, hiddenAgreed: 1 })
  const again = await upload('again.csv', file)
  expect((await act(again.id, 'check')).check.priceMoves).toBe(null)
})
