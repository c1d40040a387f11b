import { describe, expect, test } from 'vitest'
import { mergeGroups } from '../../server/src/catalogue/groups/write-groups.ts'
import { useService } from '../given/service.ts'
import {
  done,
  expectDone,
  find,
  givenCustomer,
  invalidFields,
  item,
  items,
  read,
  refusal,
  send,
  sendItems,
  skus,
} from '../given/given.ts'
import { givenMember } from '../given/member.ts'

const service = useService()

async function shop(products: unknown[] = ['A', 'B', 'C'].map((sku) => item({ sku, name: sku, brand: 'Denby' }))) {
  const workspace = await service.workspace()
  await send(workspace, products)
  const owner = await givenMember(service, workspace, 'owner')
  const ids = async (...wanted: string[]) => Promise.all(wanted.map(async (sku) => (await find(workspace, sku)).id))
  const bulk = async (products: object, change: object) => owner.post('/products/bulk', { products, change })
  const changed = (products: object, change: object) => done(bulk(products, change))
  const undo = async (id: string) => owner.post(`/edits/${id}/undo`)
  const values = async (field: string) =>
    (await owner.get('/products?sort=sku')).body.data.map((row: Record<string, unknown>) => row[field])
  return { workspace, owner, ids, bulk, changed, undo, values }
}

describe('many products at once', () => {
  test('each field is changed and comes back, and what had the value already does not count', async () => {
    const { ids, changed, undo, values } = await shop()
    const chosen = { ids: await ids('A', 'B') }
    const cases: [change: { field: string; value: unknown }, field: string, after: unknown, before: unknown][] = [
      [{ field: 'active', value: false }, 'active', false, true],
      [{ field: 'availability', value: 'in_stock' }, 'availability', 'in_stock', 'not_tracked'],
      [{ field: 'brand', value: 'Arc' }, 'brand', 'Arc', 'Denby'],
      [{ field: 'category', value: 'Bowls' }, 'category', 'Bowls', null],
      [{ field: 'brand', value: null }, 'brand', null, 'Denby'],
      [{ field: 'minOrderQty', value: 6 }, 'minOrderQty', 6, 1],
      [{ field: 'visibility', value: [] }, 'visibility', 'selected', 'all'],
    ]
    for (const [change, field, after, before] of cases) {
      const edit = await changed(chosen, change)
      expect(edit).toEqual({ found: 2, changed: 2, undo: expect.any(String) })
      expect([change, await values(field)]).toEqual([change, [after, after, before]])
      expect(await changed(chosen, change)).toEqual({ found: 2, changed: 0, undo: null })
      expect((await undo(edit.undo)).body).toEqual({ data: { restored: 2, left: 0 } })
      expect([change, await values(field)]).toEqual([change, [before, before, before]])
    }
  })

  test('the search finds them by their new brand, and after undoing by the old one', async () => {
    const { workspace, ids, changed, undo } = await shop()
    const edit = await changed({ ids: await ids('A') }, { field: 'brand', value: 'Larch' })
    expect(await skus(workspace, 'q=larch')).toEqual(['A'])
    expect(await skus(workspace, 'q=denby')).toEqual(['B', 'C'])
    await undo(edit.undo)
    expect(await skus(workspace, 'q=larch')).toEqual([])
    expect(await skus(workspace, 'q=denby')).toEqual(['A', 'B', 'C'])
  })

  test('they are shown to chosen customers, and undoing brings each list back', async () => {
    const { workspace, ids, changed, undo } = await shop()
    const quay = await givenCustomer(workspace, { accountCode: 'QUAY' })
    await givenCustomer(workspace, { accountCode: 'PIER' })
    await send(workspace, [item({ sku: 'A', name: 'A', brand: 'Denby', onlyFor: ['PIER'] })])
    const seenBy = async (customer: string) => skus(workspace, `customer=${customer}`)
    const edit = await changed({ ids: await ids('A', 'B') }, { field: 'visibility', value: [quay] })
    expect([await seenBy('QUAY'), await seenBy('PIER')]).toEqual([['A', 'B', 'C'], ['C']])
    await undo(edit.undo)
    expect([await seenBy('QUAY'), await seenBy('PIER')]).toEqual([
      ['B', 'C'],
      ['A', 'B', 'C'],
    ])
  })

  test('a filter takes exactly what was counted, else nothing', async () => {
    const { workspace, bulk, changed, values } = await shop()
    const filter = { q: 'denby' }
    const change = { field: 'active', value: false }
    await send(workspace, [item({ sku: 'D', name: 'D', brand: 'Denby' })])
    const stale = await bulk({ filter, expected: 3 }, change)
    expect(stale).toEqual(refusal(409, 'conflict'))
    expect(stale.body.error.message).toContain('4 match now, and you were shown 3')
    expect(await values('active')).toEqual([true, true, true, true])
    expect(await changed({ filter, expected: 4 }, change)).toMatchObject({ found: 4, changed: 4 })
    expect(await values('active')).toEqual([false, false, false, false])
  })

  test('a thousand and more are changed with their search words, and all come back', async () => {
    const { workspace, owner, changed, undo } = await shop(items(100))
    for (let i = 1; i < 11; i++) {
      await sendItems(workspace, 100, (row) => ({ sku: `T-${i}-${row}` }))
    }
    const edit = await changed({ filter: {}, expected: 1100 }, { field: 'category', value: 'Larch' })
    expect(edit.changed).toBe(1100)
    const count = async () => (await owner.get('/products/count?q=larch')).body.data.count
    expect(await count()).toBe(1100)
    expect((await undo(edit.undo)).body.data).toEqual({ restored: 1100, left: 0 })
    expect(await count()).toBe(0)
  })

  test('the public API shows the change, with its time, to those who follow changes', async () => {
    const { workspace, ids, changed } = await shop()
    const at = service.later()
    await changed({ ids: await ids('B') }, { field: 'minOrderQty', value: 12 })
    expect(await skus(workspace, `updatedSince=${encodeURIComponent(at)}`)).toEqual(['B'])
    expect(await read(workspace, 'B')).toMatchObject({ minOrderQty: 12, updatedAt: at })
  })

  test('the activity has one entry, with before and after, and each product has it in its history', async () => {
    const { workspace, owner, ids, changed, undo } = await shop()
    await changed({ ids: await ids('C') }, { field: 'availability', value: 'low_stock' })
    const chosen = { ids: await ids('A', 'B', 'C') }
    const edit = await changed(chosen, { field: 'availability', value: 'in_stock' })
    const [entry] = (await workspace.get('/activity?limit=1')).body.data
    expect(entry).toMatchObject({
      actor: { id: owner.id },
      action: 'product.bulk_update',
      subject: { type: 'product', id: null, label: '3 products' },
      changes: { availability: { from: 'not_tracked (2), low_stock (1)', to: 'in_stock' }, products: 3 },
    })
    const history = async () => (await owner.get(`/products/${chosen.ids[2]}/history`)).body.data
    expect((await history())[0].changes).toEqual({ availability: { from: 'low_stock', to: 'in_stock' } })
    await undo(edit.undo)
    expect((await history())[0]).toMatchObject({ undo: null, undone: { by: { id: owner.id } } })
  })
})

describe('undoing', () => {
  test('what was changed or deleted since is left, and told', async () => {
    const { workspace, owner, ids, changed, undo, values } = await shop()
    const [a, b, c] = await ids('A', 'B', 'C')
    const edit = await changed({ ids: [a, b, c] }, { field: 'active', value: false })
    await send(workspace, [item({ sku: 'B', name: 'B', brand: 'Denby', description: 'Changed' })])
    expectDone(await owner.delete(`/products/${c}`))
    expect((await undo(edit.undo)).body.data).toEqual({ restored: 1, left: 2 })
    expect(await values('active')).toEqual([true, false])
  })

  test('a brand that was merged into another one meanwhile does not come back', async () => {
    const { workspace, ids, changed, undo, values } = await shop()
    const edit = await changed({ ids: await ids('A') }, { field: 'brand', value: 'Arc' })
    await mergeGroups(workspace.context, { grouping: 'brand', name: 'Denby', to: 'Arc' })
    expect((await undo(edit.undo)).body.data).toEqual({ restored: 0, left: 1 })
    expect(await values('brand')).toEqual(['Arc', 'Arc', 'Arc'])
  })

  test('it works once, for a day, and only in its own workspace', async () => {
    const { ids, changed, undo } = await shop()
    const other = await shop()
    const chosen = { ids: await ids('A') }
    const first = await changed(chosen, { field: 'active', value: false })
    expect((await other.undo(first.undo)).status).toBe(404)
    expectDone(await undo(first.undo))
    expect(await undo(first.undo)).toEqual(refusal(400, 'invalid_request'))
    const before = service.time.now
    service.time.now = new Date(before.getTime() + 25 * 3_600_000)
    await changed({ ids: await ids('B') }, { field: 'active', value: false })
    expect((await undo(first.undo)).status).toBe(404)
    service.time.now = before
  })
})

describe('what is refused', () => {
  test('products that are not chosen, or not there, and values that cannot be', async () => {
    const { bulk, ids } = await shop()
    const products = { ids: await ids('A') }
    for (const value of [0, 1.5, 'x']) {
      expect(invalidFields(await bulk(products, { field: 'minOrderQty', value }))).toEqual(['change.value'])
    }
    expect((await bulk(products, { field: 'sku', value: 'A' })).status).toBe(400)
    expect((await bulk({}, { field: 'active', value: true })).status).toBe(400)
    expect((await bulk({ filter: {} }, { field: 'active', value: true })).status).toBe(400)
    const missing = { ids: ['01900000-0000-7000-8000-000000000000'] }
    expect((await bulk(missing, { field: 'active', value: false })).body.data).toMatchObject({ found: 0, undo: null })
  })

  test('deleting is for owners and managers, of what was counted', async () => {
    const { workspace, owner, ids } = await shop()
    const staff = await givenMember(service, workspace, 'pricing')
    const products = { ids: await ids('A') }
    expect((await staff.post('/products/bulk-delete', { products })).status).toBe(403)
    expect((await owner.post('/products/bulk-delete', { products })).body).toEqual({ data: { deleted: 1 } })
    const stale = { filter: {}, expected: 3 }
    expect((await owner.post('/products/bulk-delete', { products: stale })).status).toBe(409)
    expect(await skus(workspace, '')).toEqual(['B', 'C'])
    const all = await owner.post('/products/bulk-delete', { products: { filter: {}, expected: 2 } })
    expect(all.body.data).toEqual({ deleted: 2 })
    expect((await workspace.get('/activity?limit=1')).body.data[0]).toMatchObject({
      action: 'product.bulk_delete',
      changes: { products: 2, skus: ['B', 'C'] },
    })
  })
})
