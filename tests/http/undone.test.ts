import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { setAgreedPrice } from '../../server/src/agreed-prices/set-agreed-price.ts'
import { mergeGroups } from '../../server/src/catalogue/groups/merge-groups.ts'
import { deleteProduct } from '../../server/src/catalogue/delete-product.ts'
import { deleteCustomer } from '../../server/src/customers/delete-customer.ts'
import { setDiscount } from '../../server/src/discounts/set-discount.ts'
import { removePriceGroup } from '../../server/src/price-groups/remove-price-group.ts'
import { byDepth } from '../depth.ts'
import { useService } from '../service.ts'
import { awayAndBack } from './away-and-back.ts'
import { done, item, send } from './given.ts'
import { movesBetween } from './priced-pages.ts'
import { BRANDS, CODES, GROUPS, shopToUndo, SKUS } from './shop-to-undo.ts'
import type { Shop } from './shop-to-undo.ts'

const service = useService()

/** What can be undone: its path, and whether its forecast tells of prices. */
type Undoable = { path: string; tellsOfPrices: boolean; importId?: string }
/** Acts; what can be undone of it is returned. */
type Step = (shop: Shop) => Promise<Undoable | null | void>

const some = <T>(all: readonly T[]) => fc.subarray([...all], { minLength: 1 })
const group = fc.constantFrom(null, ...GROUPS)
const ifPossible = (verb: Promise<unknown>) => verb.then(() => undefined).catch(() => undefined)

const productEdit = fc
  .record({
    skus: some([0, 1, 2]),
    change: fc.oneof(
      fc.record({ field: fc.constant('brand'), value: fc.constantFrom(null, ...BRANDS) }),
      fc.record({ field: fc.constant('minOrderQty'), value: fc.integer({ min: 1, max: 3 }) }),
      fc.record({ field: fc.constant('visibility'), value: fc.option(some(CODES), { nil: null }) }),
    ),
  })
  .map(({ skus, change: { field, value } }): Step => async ({ staff, products, idOfCustomer }) => {
    const ids = skus.map((i) => products[i]!)
    const to = Array.isArray(value) ? value.map(idOfCustomer) : value
    const answer = await staff.post('/products/bulk', { products: { ids }, change: { field, value: to } })
    const undo = answer.body.data?.undo
    return undo ? { path: `/product-edits/${undo}/undo`, tellsOfPrices: true } : null
  })

const customerEdit = fc
  .record({
    codes: some(CODES),
    change: fc.oneof(
      fc.record({ field: fc.constant('group'), value: group }),
      fc.record({ field: fc.constant('paymentTermsDays'), value: fc.constantFrom(null, 14, 30) }),
    ),
  })
  .map(({ codes, change }): Step => async ({ staff, idOfCustomer }) => {
    const answer = await staff.post('/customers/bulk', { customers: { ids: codes.map(idOfCustomer) }, change })
    const undo = answer.body.data?.undo
    return undo ? { path: `/customer-edits/${undo}/undo`, tellsOfPrices: true } : null
  })

/** Rows about different records. */
const rows = <T>(row: fc.Arbitrary<[string, ...T[]]>) =>
  fc.uniqueArray(row, { selector: ([first]) => first, minLength: 1, maxLength: 3 })
const draftEdit = rows(
  fc.tuple(fc.constantFrom(...SKUS), fc.option(fc.integer({ min: 1, max: 9 }), { nil: null })),
).map((prices): Step => async ({ staff, draft }) => {
  const cells = prices.map(([sku, to]) => ({ sku, to }))
  const { id } = (await staff.post(`/price-changes/${draft}/cells`, { cells })).body.data ?? {}
  return id ? { path: `/price-changes/${draft}/edits/${id}/undo`, tellsOfPrices: false } : null
})

const rowsOfPrices = rows(
  fc.tuple(
    fc.constantFrom(...SKUS),
    fc.integer({ min: 100, max: 900 }),
    fc.constantFrom('', '2026-03-01', '2026-04-01'),
  ),
)

const paste = fc
  .record({ owner: fc.constantFrom('QUAY', 'MILL', 'Gold'), cells: rowsOfPrices })
  .map(({ owner, cells }): Step => async ({ staff, idOfCustomer }) => {
    const isGroup = GROUPS.includes(owner)
    const groups: { id: string; name: string }[] = await done(staff.get('/price-groups'))
    const id = isGroup ? groups.find(({ name }) => name === owner)?.id : idOfCustomer(owner)
    const path = `/${isGroup ? 'price-groups' : 'customers'}/${id}/agreed-prices/paste`
    const text = cells.map(([sku, unit, from]) => `${sku}\t${unit}.00\t1\t${from}`).join('\n')
    const check = await staff.post(`${path}/check`, { text })
    if (check.status !== 200) return null
    const answer = await staff.post(path, { text, version: check.body.data.version })
    const undo = answer.body.data?.undo
    return undo ? { path: `/customer-edits/${undo}/undo`, tellsOfPrices: false } : null
  })

const FILES = fc.oneof(
  rows(fc.tuple(fc.constantFrom(...SKUS), fc.constantFrom(...BRANDS))).map(
    (cells) => ['products', ['sku,brand', ...cells.map((row) => row.join(','))]] as const,
  ),
  rows(fc.tuple(fc.constantFrom(...CODES, 'NEW'), fc.constantFrom(...GROUPS))).map(
    (cells) =>
      ['customers', ['Account code,Name,Group', ...cells.map(([code, of]) => `${code},${code},${of}`)]] as const,
  ),
  rows(fc.tuple(fc.constantFrom(...BRANDS), fc.integer({ min: 1, max: 30 }))).map(
    (cells) =>
      [
        'discounts',
        ['Customer,Applies to,Brand,Discount', ...cells.map(([brand, percent]) => `QUAY,Brand,${brand},${percent}%`)],
      ] as const,
  ),
  rowsOfPrices.map(
    (cells) =>
      [
        'agreed_prices',
        ['Customer,SKU,Price,Start', ...cells.map(([sku, unit, from]) => `QUAY,${sku},${unit}.00,${from}`)],
      ] as const,
  ),
)

const fileImport = FILES.map(([kind, lines]): Step => async ({ upload, act }) => {
  const { id } = await upload('file.csv', `${lines.join('\n')}\n`, kind)
  const { check } = await act(id, 'check')
  if (!check || check.created + check.changed === 0) return null
  const { counts } = await act(id, 'start')
  if (counts.created + counts.updated === 0) return null
  return { path: `/imports/${id}/undo`, tellsOfPrices: ['products', 'customers'].includes(kind), importId: id }
})

/** What somebody else does meanwhile. */
const otherAct = fc.oneof(
  fc.record({ sku: fc.constantFrom(...SKUS), brand: fc.constantFrom(...BRANDS) }).map(
    ({ sku, brand }): Step =>
      async ({ workspace }) =>
        void (await send(workspace, [item({ sku, name: sku, brand })])),
  ),
  fc.record({ code: fc.constantFrom(...CODES), notes: fc.constantFrom('a', 'b') }).map(
    ({ code, notes }): Step =>
      async ({ workspace }) =>
        void (await workspace.put('/customers', { customers: [{ accountCode: code, name: code, notes }] })),
  ),
  fc.constantFrom(...GROUPS).map(
    (name): Step =>
      ({ workspace }) =>
        ifPossible(removePriceGroup(workspace.context, { group: name })),
  ),
  fc.constantFrom(...BRANDS.slice(0, 2)).map(
    (name): Step =>
      ({ workspace }) =>
        ifPossible(mergeGroups(workspace.context, { grouping: 'brand', name, to: 'Lime' })),
  ),
  fc.constantFrom(...SKUS).map(
    (sku): Step =>
      ({ workspace }) =>
        ifPossible(deleteProduct(workspace.context, { sku })),
  ),
  fc.constantFrom(...BRANDS).map(
    (name): Step =>
      ({ workspace }) =>
        ifPossible(
          setDiscount(workspace.context, { customer: 'QUAY', on: { appliesTo: 'brand', name }, discountBp: 77 }),
        ),
  ),
  fc.constantFrom(...CODES.slice(1)).map(
    (customer): Step =>
      ({ workspace }) =>
        ifPossible(deleteCustomer(workspace.context, { customer })),
  ),
  fc.record({ sku: fc.constantFrom(...SKUS), unit: fc.integer({ min: 100, max: 900 }) }).map(
    ({ sku, unit }): Step =>
      ({ workspace }) =>
        ifPossible(
          setAgreedPrice(workspace.context, { customer: 'QUAY', sku, unit, minQty: 1, startsAt: null, endsAt: null }),
        ),
  ),
)

const step = fc.oneof(
  { weight: 2, arbitrary: awayAndBack },
  draftEdit,
  productEdit,
  customerEdit,
  paste,
  { weight: 2, arbitrary: fileImport },
  { weight: 2, arbitrary: otherAct },
)

test('what is undone is as it was, what was changed since stays, and that is told before, with what prices do', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 2, maxLength: byDepth({ quick: 5, deep: 9 }) }),
      fc.boolean(),
      async (steps, isLastFirst) => {
        const shop = await shopToUndo(service)
        const done: { way: Undoable; before: Map<string, unknown>; meantBefore: number }[] = []
        for (const act of steps) {
          const before = await shop.records()
          service.later()
          const way = await act(shop)
          if (way) done.push({ way, before, meantBefore: shop.meant.length })
        }
        for (const { way, before, meantBefore } of isLastFirst ? done.toReversed() : done) {
          await expectUndone(shop, way, { before, meant: shop.meant.slice(meantBefore) })
        }
      },
    ),
    { numRuns: byDepth({ quick: 3, deep: 80 }) },
  )
})

type Since = { before: Map<string, unknown>; meant: readonly string[] }

/** Undoes it. `before` is what was there before it was done, `meant` what was changed away and back since. */
async function expectUndone(shop: Shop, { path, importId, tellsOfPrices }: Undoable, { before, meant }: Since) {
  service.later()
  const [there, pages] = [await shop.records(), await shop.pages()]
  const told = await done(shop.staff.get(path))
  const undone = importId ? (await shop.act(importId, 'undo')).undone : await done(shop.staff.post(path))
  // Of a draft it is told how many lines were changed in all, of an import how many records are back, and how many gone.
  const { changed = undone.restored + (undone.removed ?? 0), left } = undone
  expect({ undoes: changed, leaves: left }).toEqual({ undoes: told.undoes, leaves: told.leaves })

  const [after, pagesAfter] = [await shop.records(), await shop.pages()]
  // Customers who are deleted are on no list any more.
  const asThere = (record: any) =>
    record?.seenBy ? { ...record, seenBy: record.seenBy.filter((id: string) => after.has(id)) } : record
  const moved = [...new Set([...there.keys(), ...after.keys()])].filter(
    (id) => !isDeepStrictEqual(asThere(there.get(id)), after.get(id)),
  )
  for (const id of moved) expect(after.get(id)).toEqual(asThere(before.get(id)))
  expect(moved.filter((id) => meant.includes(id))).toEqual([])
  // A list of customers may be the same again without those who are deleted.
  if ([...before.keys()].every((id) => after.has(id))) expect(moved).toHaveLength(told.undoes)
  else expect(moved.length).toBeLessThanOrEqual(told.undoes)
  if (!tellsOfPrices) return
  const stayed = [...pages.keys()].filter((id) => pagesAfter.has(id))
  const moves = movesBetween(
    stayed.map((id) => pages.get(id)!),
    stayed.map((id) => pagesAfter.get(id)!),
  )
  expect(told.moves).toEqual(moves)
}
