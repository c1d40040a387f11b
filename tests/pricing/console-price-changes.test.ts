import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { done, expectDone, item, send } from '../given/given.ts'
import { schedulePriceChange } from '../../server/src/pricing/price-changes/settle-price-change.ts'
import { linesOf, newDraft, staffWith } from '../given/draft.ts'
import { givenMember } from '../given/member.ts'

const service = useService()

test('the list of price changes has those of a status, newest first, and counts all', async () => {
  const { workspace, staff } = await staffWith(service, {})
  const ids = [await newDraft(staff, 'One'), await newDraft(staff, 'Two'), await newDraft(staff, 'Three')]
  await done(staff.post(`/price-changes/${ids[1]}/discard`))
  const all = await staff.get('/price-changes')
  expectDone(all)
  expect(all.body.counts).toEqual({ draft: 2, scheduled: 0, published: 0, discarded: 1, cancelled: 0 })
  expect(all.body.data.map(({ name }: { name: string }) => name)).toEqual(['Three', 'Two', 'One'])
  const page = await staff.get('/price-changes?status=draft&limit=1&offset=1')
  expect(page.body).toMatchObject({
    data: [{ name: 'One', createdBy: { type: 'staff', name: 'Sam Staff' } }],
    nextOffset: 2,
  })
  // The public API shows the same draft.
  expect((await workspace.get('/price-changes?limit=1')).body.data[0]).toMatchObject({ id: ids[2], status: 'draft' })
})

test('a price change is renamed until it is over', async () => {
  const { staff } = await staffWith(service, {})
  const id = await newDraft(staff, 'Sprnig')
  await done(staff.patch(`/price-changes/${id}`, { name: 'Spring' }))
  expect((await done(staff.get(`/price-changes/${id}`))).name).toBe('Spring')
  await done(staff.post(`/price-changes/${id}/discard`))
  const refused = await staff.patch(`/price-changes/${id}`, { name: 'Summer' })
  expect(refused.body.error).toMatchObject({ code: 'invalid_request' })
  const history = await done(staff.get(`/price-changes/${id}/history`))
  expect(history.map(({ action }: { action: string }) => action)).toEqual([
    'price_change.discard',
    'price_change.rename',
    'price_change.create',
  ])
  expect(history[1].changes).toEqual({ name: { from: 'Sprnig', to: 'Spring' } })
})

test('new prices for a brand, by a share and rounded, make a draft in one step, as was forecast', async () => {
  const { workspace, staff } = await staffWith(service, { OTHER: 1000 })
  await send(workspace, [
    item({ sku: 'A', name: 'Azure bowl', brand: 'Hollin', listPrice: 2544 }),
    item({ sku: 'B', name: 'Azure plate', brand: 'Hollin', listPrice: 100 }),
    item({ sku: 'FREE', name: 'Sample', brand: 'Hollin', listPrice: 0 }),
  ])
  const { body } = await workspace.get('/brands')
  const products = { brand: body.data[0].id }
  const repricing = { changeBp: 400, round: { step: 5 } }
  const forecast = await done(staff.post('/price-changes/forecast', { products, repricing }))
  expect(forecast).toEqual({
    matching: 3,
    withoutPrice: 0,
    unchanged: 1,
    tooHigh: 0,
    lines: 2,
    largestRiseBp: 500,
    largestDropBp: null,
    examples: [
      { sku: 'A', name: 'Azure bowl', currentPrice: 2544, newPrice: 2645 },
      { sku: 'B', name: 'Azure plate', currentPrice: 100, newPrice: 105 },
    ],
  })
  const newPrices = { products, repricing, expected: forecast.matching }
  const { id } = await done(staff.post('/price-changes', { name: 'Hollin +4%', newPrices }))
  expect(await linesOf(staff, id)).toEqual({ A: 2645, B: 105 })
  expect(await done(staff.get(`/price-changes/${id}`))).toMatchObject({ name: 'Hollin +4%', lineCount: 2 })
})

test('new prices are drafted for what the search finds, within a range of prices', async () => {
  const { staff } = await staffWith(service, { 'KT-1': 100, 'KT-2': 200, 'KT-3': 300, 'ZZ-9': 200 })
  const id = await newDraft(staff)
  const edit = await done(
    staff.post(`/price-changes/${id}/new-prices`, {
      products: { q: 'kt', minPrice: 200, maxPrice: 300 },
      repricing: { changeBy: -50 },
      expected: 2,
    }),
  )
  expect(edit).toMatchObject({ changed: 2, added: 2 })
  expect(await linesOf(staff, id)).toEqual({ 'KT-2': 150, 'KT-3': 250 })
})

test('new prices are not drafted where more products match than were shown', async () => {
  const { workspace, staff } = await staffWith(service, { A: 100 })
  const forecast = await done(staff.post('/price-changes/forecast', { products: {}, repricing: { changeBp: 400 } }))
  await send(workspace, [item({ sku: 'B', name: 'Late', listPrice: 100 })])
  const answer = await staff.post('/price-changes', {
    name: 'All',
    newPrices: { products: {}, repricing: { changeBp: 400 }, expected: forecast.matching },
  })
  expect(answer.status).toBe(409)
  expect(answer.body.error).toMatchObject({ code: 'conflict', message: /2 products match now, not 1/ })
  expect((await staff.get('/price-changes')).body.data).toEqual([])
})

test("edited prices and prices of chosen products go into a person's own draft until it is scheduled, published or discarded", async () => {
  const { workspace, staff } = await staffWith(service, { 'A-1': 1000, 'A-2': 2000, 'B-1': 3000 })
  const colleague = await givenMember(service, workspace, 'owner')
  expect(await done(staff.get('/price-changes/own'))).toBeNull()
  const products = await done(staff.get('/products?sort=sku'))
  const ids = products.slice(0, 2).map(({ id }: { id: string }) => id)
  const asked = { products: { ids }, repricing: { changeBp: 425 } }
  expect(await done(staff.post('/price-changes/own/forecast', asked))).toMatchObject({
    matching: 2,
    lines: 2,
    largestRiseBp: 430,
    largestDropBp: null,
  })
  const own = await done(staff.post('/price-changes/own/new-prices', asked))
  expect(own).toMatchObject({ name: 'Prices of Sam Staff', changed: 2 })
  const { id, version } = await done(staff.get(`/products/${products[2].id}`))
  const { priceChange } = await done(staff.patch(`/products/${id}`, { version, listPrice: 3100 }))
  expect(priceChange).toEqual({ id: own.id, name: own.name, isNew: false })
  expect(await done(staff.get('/price-changes/own'))).toMatchObject({ id: own.id, lineCount: 3 })
  const drafted = async (who: typeof staff) =>
    (await done(who.get('/products?sort=sku'))).map(({ draftedPrice }: { draftedPrice: number | null }) => draftedPrice)
  expect(await drafted(staff)).toEqual([1043, 2085, 3100])
  expect(await drafted(colleague)).toEqual([null, null, null])
  const matching = { products: { filter: { q: 'a-' }, expected: 3 }, repricing: { changeBy: 1 } }
  expect((await colleague.post('/price-changes/own/new-prices', matching)).status).toBe(409)
  matching.products.expected = 2
  expect(await done(colleague.post('/price-changes/own/new-prices', matching))).toMatchObject({ changed: 2 })
  expect(await drafted(colleague)).toEqual([1001, 2001, null])

  await schedulePriceChange(workspace.context, { id: own.id, at: new Date(service.time.now.getTime() + 86_400_000) })
  expect(await done(staff.get('/price-changes/own'))).toBeNull()
  const next = await done(staff.post('/price-changes/own/new-prices', asked))
  expect(next.id).not.toBe(own.id)
  // Back to a draft, it stays beside the new one.
  expect(await done(staff.post(`/price-changes/${own.id}/unschedule`))).toEqual({ id: own.id, status: 'draft' })
  expect(await done(staff.get(`/price-changes/${own.id}`))).toMatchObject({ scheduledFor: null, lineCount: 3 })
  expect(await done(staff.get('/price-changes/own'))).toMatchObject({ id: next.id })
})

test('what looks wrong comes first among the lines of the grid, and not among those of the API', async () => {
  const { workspace, staff } = await staffWith(service, { A: 1000, B: 1000, C: 1000, D: 1000 })
  const id = await newDraft(staff)
  const cells = Object.entries({ A: 1100, B: 10_000, C: 7_900, D: 100 }).map(([sku, to]) => ({ sku, to }))
  await done(staff.post(`/price-changes/${id}/cells`, { cells }))
  expect(Object.keys(await linesOf(staff, id, 'sort=look'))).toEqual(['B', 'D', 'A', 'C'])
  const { lines } = (await workspace.get(`/price-changes/${id}`)).body.data
  expect(lines.map(({ sku }: { sku: string }) => sku)).toEqual(['A', 'B', 'C', 'D'])
})
