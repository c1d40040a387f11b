import { expect, test } from 'vitest'
import { deleteProduct } from '../../server/src/catalogue/product-writes.ts'
import { useService } from '../given/service.ts'
import { done, expectDone, invalidFields, item, send } from '../given/given.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import type { TestBuyer } from '../given/buyer.ts'
import { orderingShop } from '../given/order.ts'

const service = useService()

async function shop() {
  const { workspace, customerId } = await orderingShop(service)
  await send(workspace, [item({ sku: 'CUP', name: 'Cup', listPrice: 300 })])
  const [ann, bo] = await Promise.all(
    ['Ann', 'Bo'].map((name) => givenSignedInBuyer(service, workspace, customerId, { name })),
  )
  return { workspace, ann: ann!, bo: bo! }
}

const asked = (...skus: string[]) => skus.map((sku, i) => ({ sku, qty: i + 2 }))

async function given(buyer: TestBuyer, name: string, skus: string[], shared = true): Promise<string> {
  return (await done(buyer.post('/lists', { name, shared, lines: asked(...skus) }))).id
}

/** What a change of the list sends: all of it, with other lines or another name. */
async function changed(buyer: TestBuyer, id: string, change: object = {}) {
  const { revision, name, shared, lines } = await done(buyer.get(`/lists/${id}`))
  const kept = lines.map(({ productId, qty, par }: any) => ({ productId, qty, par }))
  return { revision, name, shared, lines: kept, ...change }
}

test('a list is renamed, put in order, given pars, and added to; what is on it shows its price', async () => {
  const { ann, bo, workspace } = await shop()
  const id = await given(ann, 'Weekly', ['PLATE', 'BOWL'])
  const { lines: before } = await changed(bo, id)
  const [plate, bowl] = before
  const lines = [
    { ...bowl, par: 12 },
    { ...plate, qty: 9 },
  ]
  const saved = await bo.put(`/lists/${id}`, await changed(bo, id, { name: 'Fridays', lines }))
  expectDone(saved)
  expect(saved.body).toMatchObject({
    data: {
      name: 'Fridays',
      shared: true,
      isMine: false,
      revision: 2,
      changedBy: 'Bo',
      lines: [
        { sku: 'BOWL', qty: 3, par: 12, product: { price: { unit: 1200 } } },
        { sku: 'PLATE', qty: 9, par: null, product: { price: { unit: 2550 } } },
      ],
    },
    currency: 'GBP',
  })
  // What is on it already stays as it is.
  expect(await done(ann.post(`/lists/${id}/lines`, { lines: asked('CUP', 'BOWL') }))).toEqual({ added: 1 })
  await deleteProduct(workspace.context, { id: bowl.productId })
  const after = await changed(ann, id)
  expect(after.lines).toHaveLength(3)
  // A product that is gone can stay, move or go.
  expectDone(await ann.put(`/lists/${id}`, { ...after, lines: after.lines.toReversed() }))
  const now = await done(ann.get(`/lists/${id}`))
  expect(now.lines.map(({ sku, product }: any) => [sku, product !== null])).toEqual([
    ['CUP', true],
    ['PLATE', true],
    ['BOWL', false],
  ])
  const added = await done(ann.post(`/lists/${id}/basket`))
  expect(added).toMatchObject({ added: 2, left: [{ sku: 'BOWL' }] })
})

test('of two who change a list at once, the second is told who was first, and nothing is lost', async () => {
  const { ann, bo } = await shop()
  const id = await given(ann, 'Weekly', ['PLATE', 'BOWL'])
  const [mine, theirs] = await Promise.all([ann, bo].map((buyer, i) => changed(buyer, id, { name: `Name ${i}` })))
  const answers = await Promise.all([ann.put(`/lists/${id}`, mine), bo.put(`/lists/${id}`, theirs)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const refused = answers.find(({ status }) => status === 409)!
  const first = answers[0]!.status === 200 ? 'Ann' : 'Bo'
  expect(refused.body.error).toMatchObject({ code: 'conflict', message: expect.stringContaining(first) })
  // Adding a product is a change, too.
  const seen = await changed(ann, id)
  expectDone(await bo.post(`/lists/${id}/lines`, { lines: [{ sku: 'CUP', qty: 1 }] }))
  expect((await ann.put(`/lists/${id}`, seen)).status).toBe(409)
  expectDone(await ann.put(`/lists/${id}`, await changed(ann, id, { name: 'Both' })))
  expect((await done(bo.get(`/lists/${id}`))).lines).toHaveLength(3)
})

test("a list of one's own is seen by nobody else, and its name tells nothing", async () => {
  const { ann, bo } = await shop()
  const own = await given(ann, 'Secret', ['PLATE'], false)
  expect((await bo.get('/lists')).body.data).toEqual([])
  for (const answer of [
    await bo.get(`/lists/${own}`),
    await bo.put(`/lists/${own}`, await changed(ann, own)),
    await bo.post(`/lists/${own}/lines`, { lines: asked('CUP') }),
    await bo.post(`/lists/${own}/basket`),
  ]) {
    expect(answer.status).toBe(404)
  }
  expectDone(await bo.delete(`/lists/${own}`))
  const shared = await given(bo, 'secret', ['PLATE'])
  // Both may be called so, until one would be shared beside the other.
  expect(invalidFields(await ann.put(`/lists/${own}`, await changed(ann, own, { shared: true })))).toEqual(['name'])
  expectDone(await ann.put(`/lists/${own}`, await changed(ann, own, { shared: true, name: 'Mine' })))
  expect((await bo.get('/lists')).body.data).toMatchObject([
    { name: 'Mine', isMine: false },
    { name: 'secret', isMine: true },
  ])
  // Only who made it takes it back.
  const taken = await ann.put(`/lists/${shared}`, await changed(ann, shared, { shared: false }))
  expect(invalidFields(taken)).toEqual(['shared'])
  expectDone(await bo.put(`/lists/${shared}`, await changed(bo, shared, { shared: false })))
})

test('what cannot be on a list is refused, and lists have their limits', async () => {
  const { ann, bo } = await shop()
  const id = await given(ann, 'Weekly', ['PLATE'])
  const [plate] = (await changed(ann, id)).lines
  const refused = async (change: object) => invalidFields(await ann.put(`/lists/${id}`, await changed(ann, id, change)))
  expect(await refused({ lines: [plate, plate] })).toEqual(['lines.1.productId'])
  const nowhere = { ...plate, productId: '01970000-0000-7000-8000-00000000dead' }
  expect(await refused({ lines: [plate, nowhere] })).toEqual(['lines.1.productId'])
  expect(await refused({ lines: [{ ...plate, par: 0 }], name: ' ' })).toEqual(['lines.0.par', 'name'])
  expect(invalidFields(await ann.post('/lists', { name: 'weekly', lines: [] }))).toEqual(['name'])
  expect(invalidFields(await ann.post('/lists', { name: 'New', lines: asked('NONE') }))).toEqual(['lines.0.sku'])
  expect((await ann.post('/lists', { name: 'New' })).body.error.message).toContain('basket is empty')
  for (let i = 0; i < 50; i++) await given(ann, `Own ${i}`, [], false)
  const full = await ann.post('/lists', { name: 'Own 50', shared: false, lines: [] })
  expect(full.body.error).toMatchObject({ code: 'invalid_request', message: expect.stringContaining('50 lists') })
  await given(bo, 'Own 50', [], false)
  await given(ann, 'Shared', [])
})
