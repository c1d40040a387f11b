import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { done, expectDone, item, send } from '../given/given.ts'
import { linesOf, newDraft, staffWith } from '../given/draft.ts'

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
