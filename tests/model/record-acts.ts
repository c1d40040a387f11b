import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { workOnAll } from '../given/import.ts'
import { done, expectDone } from '../given/given.ts'
import { movesBetween } from '../given/priced-pages.ts'
import { isSame, pagesOf } from './reference.ts'
import type { Agreed, Customer, Discount } from './reference.ts'
import { DAY_MS, someName } from './shop.ts'
import type { Act, Changed, Shop } from './shop.ts'
import { keepUndo } from './undo.ts'

/** What an act has told of its effect on prices is the difference of all pages before and after it. */
export function expectMoves({ state, now }: Shop, told: unknown, before: ReturnType<typeof pagesOf>): void {
  expect(told).toEqual(movesBetween(before, pagesOf(state, now)))
}

export const changeGroups: Act = async (shop) => {
  const { chance, state, staff, now } = shop
  const group = chance.oneOf(state.groups)
  const name = chance.oneOf(
    ['Gold', 'Silver', 'Bronze'].filter((one) => !state.groups.some((other) => other.name === one)),
  )
  if (state.groups.length < 2) {
    await shop.operate('group add', { name })
    return state.groups.push({ id: shop.version(), name })
  }
  if (chance.is(0.6)) {
    await shop.operate('group rename', { group: group.name, to: name })
    return (group.name = name)
  }
  const before = pagesOf(state, now)
  const listed: { id: string; name: string }[] = await done(staff.get('/price-groups'))
  const { id } = listed.find((one) => one.name === group.name)!
  const told = await done(staff.get(`/price-groups/${id}/removal`))
  await shop.operate('group remove', { group: group.name, yes: true })
  joinGroup(
    shop,
    state.customers.filter((customer) => customer.group === group.id),
    null,
  )
  const isOurs = ({ owner }: Agreed | Discount) => isSame(owner, { group: group.id })
  state.groups = state.groups.filter((other) => other !== group)
  state.agreed = state.agreed.filter((term) => !isOurs(term))
  state.discounts = state.discounts.filter((term) => !isOurs(term))
  return expectMoves(shop, told, before)
}

/** Those who were elsewhere. */
export function joinGroup(shop: Shop, customers: readonly Customer[], to: number | null): Changed<Customer>[] {
  return customers.flatMap((customer) => {
    const { group, version } = customer
    if (group === to) return []
    shop.touch(Object.assign(customer, { group: to }))
    return { record: customer, was: { group, version } }
  })
}

export const editCustomers: Act = async (shop) => {
  const { chance, state, staff, now } = shop
  const group = chance.is(0.2) ? undefined : chance.oneOf(state.groups)
  const chosen = chance.some(state.customers)
  const customers = { ids: chosen.map(({ id }) => id) }
  const before = pagesOf(state, now)
  const name = group?.name ?? null
  const seenMoves = await done(staff.post('/customers/price-moves', { customers, group: name }))
  const change = { field: 'group', value: name }
  const { undo, changed } = await done(staff.post('/customers/bulk', { customers, change, seenMoves }))
  const moved = joinGroup(shop, chosen, group?.id ?? null)
  expect(changed).toBe(moved.length)
  expectMoves(shop, seenMoves, before)
  const way = { path: `/edits/${undo}/undo`, until: now + DAY_MS, tellsMoves: true }
  if (undo) keepUndo(shop, way, moved)
}

export const changePlaces: Act = async (shop) => {
  const { chance, state } = shop
  const place = chance.oneOf(state.places)
  if (!place) return
  const { kind, name, id } = place
  const other = chance.oneOf(state.places.filter((one) => one.kind === kind && one !== place))
  if (!other || chance.is(0.5)) {
    const to = `${chance.oneOf(['Royal', 'Plain'])} ${kind} ${shop.version()}`
    await shop.operate(`${kind} rename`, { name: name.toLowerCase(), to })
    return (place.name = to)
  }
  await shop.operate(`${kind} merge`, { name, to: other.name, yes: true })
  for (const product of state.products.filter((one) => one[kind] === id)) {
    shop.touch(Object.assign(product, { [kind]: other.id }))
  }
  const has = ({ owner }: Discount) => state.discounts.some((term) => isSame(term.owner, owner) && term.on === other.id)
  state.discounts = state.discounts.filter((term) => term.on !== id || !has(term))
  for (const term of state.discounts.filter(({ on }) => on === id)) shop.touch(Object.assign(term, { on: other.id }))
  state.places = state.places.filter((one) => one !== place)
}

export const deleteProduct: Act = async (shop) => {
  const { chance, state } = shop
  const product = chance.oneOf(state.products)
  if (!product) return
  await shop.operate('product delete', { sku: product.sku })
  state.products = state.products.filter((other) => other !== product)
  state.agreed = state.agreed.filter((term) => term.product !== product.id)
}

/** A field of products, what the pages send for it, and what is known then. */
function someEdit(shop: Shop) {
  const { chance, state } = shop
  const field = chance.oneOf(['brand', 'category', 'brand', 'seenBy', 'seenBy', 'active', 'minOrderQty'] as const)
  if (field === 'active') return { field, value: chance.is(0.7) }
  if (field === 'minOrderQty') return { field, value: chance.between(1, 3) }
  if (field === 'seenBy') {
    const seers = chance.is(0.4) ? null : chance.some(state.customers)
    const [value, after] = [seers?.map(({ id }) => id), seers?.map(({ code }) => code).toSorted()]
    return { field, value: value ?? null, after: after ?? null, moves: 'customers' }
  }
  const value = chance.is(0.2) ? null : someName(shop, field)
  return { field, value, after: value && shop.placeFor(field, value), moves: field }
}

export const editProducts: Act = async (shop) => {
  const { chance, state, staff, now } = shop
  if (state.products.length === 0) return
  const { field, value, after = value, moves } = someEdit(shop)
  const chosen = chance.some(state.products)
  const products = { ids: chosen.map(({ id }) => id) }
  const before = pagesOf(state, now)
  const told = moves && (await done(staff.post('/products/price-moves', { products, change: { [moves]: value } })))
  const change = { field: field === 'seenBy' ? 'visibility' : field, value }
  const edited = await done(staff.post('/products/bulk', { products, change, ...(moves && { seenMoves: told }) }))
  const changed = chosen.flatMap((product) => {
    const was = { [field]: product[field], version: product.version }
    if (isDeepStrictEqual(product[field], after)) return []
    shop.touch(Object.assign(product, { [field]: after }))
    return { record: product, was }
  })
  expect(edited.changed).toBe(changed.length)
  if (moves) expectMoves(shop, told, before)
  const way = { path: `/edits/${edited.undo}/undo`, until: now + DAY_MS, tellsMoves: moves !== undefined }
  if (edited.undo) keepUndo(shop, way, changed)
}

export const undo: Act = async (shop) => {
  const { chance, service, staff, state, now } = shop
  const open = shop.undoable.filter(({ until }) => now < until)
  const way = chance.oneOf(open)
  if (!way) return
  shop.undoable.splice(0, Infinity, ...open.filter((other) => other !== way))
  const before = pagesOf(state, now)
  const told = await done(staff.get(way.path))
  expectDone(await staff.post(way.path))
  if (way.importId) await workOnAll(service)
  expect({ undoes: told.undoes, leaves: told.leaves }).toEqual(way.undo())
  // That new products are gone is told as their number.
  for (const page of before) for (const sku of page.keys()) if (!shop.product(sku)) page.delete(sku)
  if (way.tellsMoves) expectMoves(shop, told.moves, before)
}
