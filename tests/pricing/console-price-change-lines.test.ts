import { expect, test } from 'vitest'
import { publishPriceChange } from '../../server/src/pricing/price-changes/publish-price-change.ts'
import { useService } from '../given/service.ts'
import { done, find } from '../given/given.ts'
import { linesOf, newDraft, staffWith } from '../given/draft.ts'

const service = useService()

test('cells that are pasted are taken one by one, and the others are named with the reason', async () => {
  const { staff } = await staffWith(service, { A: 100, B: 200, C: 300 })
  const id = await newDraft(staff)
  const edited = await done(
    staff.post(`/price-changes/${id}/cells`, {
      cells: [
        { sku: ' a ', to: 110 },
        { sku: 'NONE', to: 5 },
        { sku: 'B', to: 1_000_000_001 },
        { sku: 'C', to: 310 },
        { sku: 'c', to: 320 },
        { sku: 'C', to: 310 },
      ],
    }),
  )
  expect(edited).toMatchObject({ changed: 2, added: 2, removed: 0 })
  expect(edited.taken.map(({ sku, to }: { sku: string; to: number }) => [sku, to])).toEqual([
    ['A', 110],
    ['C', 310],
  ])
  expect(edited.refused).toEqual([
    { index: 1, sku: 'NONE', reason: 'unknown', present: null },
    { index: 2, sku: 'B', reason: 'too_high', present: null },
    { index: 4, sku: 'C', reason: 'twice', present: null },
  ])
})

test('a cell that somebody else has changed is refused, and repeating a call is not', async () => {
  const { staff } = await staffWith(service, { A: 100 })
  const id = await newDraft(staff)
  const set = (from: number | null, to: number | null) =>
    done(staff.post(`/price-changes/${id}/cells`, { cells: [{ sku: 'A', from, to }] }))
  await set(null, 110)
  expect((await set(null, 120)).refused).toEqual([{ index: 0, sku: 'A', reason: 'changed', present: 110 }])
  await set(110, 120)
  expect(await set(110, 120)).toMatchObject({ changed: 0, refused: [], id: null })
  expect((await set(120, null)).removed).toBe(1)
  expect(await linesOf(staff, id)).toEqual({})
  expect((await done(staff.get(`/price-changes/${id}`))).lineCount).toBe(0)
})

test('a line is added at its list price, to be edited next, and a product without one is refused', async () => {
  const { workspace, staff } = await staffWith(service, { A: 100, B: 200 })
  const { id: productId } = await find(workspace, 'B')
  await service.context.db
    .updateTable('product')
    .set({ list_price: null })
    .where('id', '=', productId)
    .where('workspace_id', '=', workspace.id)
    .execute()
  const id = await newDraft(staff)
  const edited = await done(staff.post(`/price-changes/${id}/cells`, { cells: [{ sku: 'A' }, { productId }] }))
  expect(edited.taken).toMatchObject([{ sku: 'A', from: null, to: 100 }])
  expect(edited.refused).toMatchObject([{ index: 1, sku: 'B', reason: 'no_list_price' }])
  await done(staff.post(`/price-changes/${id}/cells`, { cells: [{ productId, to: 210 }] }))
  const { lines } = await done(staff.get(`/price-changes/${id}/lines?show=first_price`))
  expect(lines).toMatchObject([{ sku: 'B', currentPrice: null, newPrice: 210, changeBp: null }])
})

test('cells of a change that is no draft any more are refused', async () => {
  const { workspace, staff } = await staffWith(service, { A: 100 })
  const id = await newDraft(staff)
  await done(staff.post(`/price-changes/${id}/cells`, { cells: [{ sku: 'A', to: 1 }] }))
  await publishPriceChange(workspace.context, { id })
  for (const [path, body] of [
    ['cells', { cells: [{ sku: 'A', to: 2 }] }],
    ['reprice', { lines: { filter: {}, expected: 1 }, from: 'new', repricing: {} }],
    ['remove-lines', { lines: { filter: {}, expected: 1 } }],
    ['new-prices', { products: {}, repricing: { changeBp: 1 }, expected: 1 }],
  ] as const) {
    const answer = await staff.post(`/price-changes/${id}/${path}`, body)
    expect(answer.body.error).toMatchObject({ code: 'invalid_request', message: /is published/ })
  }
})

const prices = { A: 1000, B: 2000, C: 3000, D: 4000 }
async function draft() {
  const given = await staffWith(service, prices)
  const id = await newDraft(given.staff)
  const cells = Object.entries({ A: 1100, B: 1900, C: 3000, D: 4400 }).map(([sku, to]) => ({ sku, to }))
  await done(given.staff.post(`/price-changes/${id}/cells`, { cells }))
  return { ...given, id }
}

test('lines are found by text, by what they do, and sorted by any column', async () => {
  const { staff, id } = await draft()
  const skus = async (query: string) => Object.keys(await linesOf(staff, id, query)).join('')
  expect(await skus('show=rises')).toBe('AD')
  expect(await skus('show=drops')).toBe('B')
  expect(await skus('show=unchanged')).toBe('C')
  expect(await skus('q=plate%20d')).toBe('D')
  expect(await skus('q=b')).toBe('B')
  expect(await skus('sort=change')).toBe('BCAD')
  expect(await skus('sort=size&descending=true')).toBe('ADBC')
  expect(await skus('sort=newPrice&descending=true&limit=2&offset=1')).toBe('CB')
  expect((await done(staff.get(`/price-changes/${id}/lines?limit=1&show=rises`))).total).toBe(2)
})

test('the lines that match a filter are repriced and removed, each undone and redone exactly', async () => {
  const { staff, id } = await draft()
  const before = await linesOf(staff, id)
  const lines = { filter: { show: 'rises' }, expected: 2 }
  const repricing = { round: { step: 100, ending: 95 } }
  const act = await done(staff.post(`/price-changes/${id}/reprice`, { lines, from: 'new', repricing }))
  expect(await linesOf(staff, id)).toEqual({ ...before, A: 1095, D: 4395 })
  const undo = await done(staff.post(`/edits/${act.id}/undo`))
  expect(undo).toMatchObject({ restored: 2, left: 0 })
  expect(await linesOf(staff, id)).toEqual(before)
  await done(staff.post(`/edits/${undo.edit.id}/undo`))
  expect(await linesOf(staff, id)).toEqual({ ...before, A: 1095, D: 4395 })
  const removal = await done(staff.post(`/price-changes/${id}/remove-lines`, { lines: { filter: {}, expected: 4 } }))
  expect(removal).toMatchObject({ removed: 4 })
  await done(staff.post(`/edits/${removal.id}/undo`))
  expect(await linesOf(staff, id)).toEqual({ ...before, A: 1095, D: 4395 })
})

test('what others have touched since is left when an act is undone, and told', async () => {
  const { staff, id } = await draft()
  const body = { lines: { filter: {}, expected: 4 }, from: 'current', repricing: { changeBp: 1000 } }
  const act = await done(staff.post(`/price-changes/${id}/reprice`, body))
  await done(staff.post(`/price-changes/${id}/cells`, { cells: [{ sku: 'B', to: 7 }] }))
  expect(await done(staff.post(`/edits/${act.id}/undo`))).toMatchObject({ left: 1 })
  expect(await linesOf(staff, id)).toEqual({ A: 1100, B: 7, C: 3000, D: 4400 })
})

test('an act on another number of lines than was shown is a conflict, and does nothing', async () => {
  const { staff, id } = await draft()
  const lines = { filter: { show: 'rises' }, expected: 3 }
  for (const [path, rest] of [
    ['reprice', { from: 'new', repricing: { changeBp: 1 } }],
    ['remove-lines', {}],
  ] as const) {
    const { status, body } = await staff.post(`/price-changes/${id}/${path}`, { lines, ...rest })
    expect({ status, code: body.error.code }).toEqual({ status: 409, code: 'conflict' })
  }
  expect((await linesOf(staff, id))['A']).toBe(1100)
})

test('a price that would be too high is left, and counted', async () => {
  const { workspace, staff, id } = await draft()
  const { id: productId } = await find(workspace, 'A')
  await done(staff.post(`/price-changes/${id}/cells`, { cells: [{ productId, to: 900_000_000 }] }))
  const body = { lines: { productIds: [productId] }, from: 'new', repricing: { changeBp: 5000 } }
  expect(await done(staff.post(`/price-changes/${id}/reprice`, body))).toMatchObject({ changed: 0, tooHigh: 1 })
})
