import { expect } from 'vitest'
import { uploadImport, workOnAll } from '../given/import.ts'
import { done, expectDone } from '../given/given.ts'
import { alike, putAgreed, putDiscount } from './price-acts.ts'
import { expectMoves, joinGroup } from './record-acts.ts'
import { pagesOf } from './reference.ts'
import { CODES, DAY_MS, newProduct, readIds, SKUS, someName } from './shop.ts'
import type { Act, Changed, Shop } from './shop.ts'
import { keepUndo } from './undo.ts'

type Kind = 'products' | 'customers' | 'discounts' | 'agreed_prices'

/** Imports a file. `change` does to what is known what the file does, and returns what it has changed. */
async function importFile(shop: Shop, kind: Kind, lines: string[], change: () => Promise<Changed[]> | Changed[]) {
  const { service, staff, state, now } = shop
  const before = pagesOf(state, now)
  const { id } = await done(uploadImport(service, staff, 'file.csv', `${lines.join('\n')}\n`, kind))
  const act = async (verb: string) => {
    expectDone(await staff.post(`/imports/${id}/${verb}`))
    await workOnAll(service)
    return done(staff.get(`/imports/${id}`))
  }
  const { check } = await act('check')
  const changes = check.created + check.changed > 0 ? (await act('start')).counts : { created: 0, updated: 0 }
  const changed = await change()
  expect(changes).toMatchObject({ created: changed.filter(({ was }) => was === null).length })
  expect(changes.created + changes.updated).toBe(changed.length)
  if (changed.length === 0) return
  const tellsMoves = kind === 'products' || kind === 'customers'
  // Who pays what for new products is no move.
  if (tellsMoves && changes.created === 0) expectMoves(shop, check.priceMoves, before)
  keepUndo(shop, { path: `/imports/${id}/undo`, importId: id, until: now + 25 * DAY_MS, tellsMoves }, changed)
}

const inPounds = (amount: number | null) => (amount === null ? '' : (amount / 100).toFixed(2))

export const importProducts: Act = async (shop) => {
  const { chance, state } = shop
  if (state.products.length === 0) return
  const rows = chance.some(state.products).map((product) => ({ product, brand: someName(shop, 'brand') }))
  await importFile(
    shop,
    'products',
    ['sku,brand', ...rows.map(({ product, brand }) => `${product.sku},${brand}`)],
    () =>
      rows.flatMap(({ product, brand: name }) => {
        const { brand, version } = product
        if (brand === shop.placeFor('brand', name)) return []
        shop.touch(Object.assign(product, { brand: shop.placeFor('brand', name) }))
        return { record: product, was: { brand, version } }
      }),
  )
}

export const importNewProducts: Act = async (shop) => {
  const { chance, state } = shop
  const skus = SKUS.filter((sku) => !shop.product(sku))
  if (skus.length === 0) return
  const rows = chance.some(skus).map((sku) => ({
    sku,
    brand: someName(shop, 'brand'),
    list: chance.is(0.3) ? null : shop.amount(),
  }))
  const lines = rows.map(({ sku, brand, list }) => `${sku},${sku},each,${brand},${inPounds(list)}`)
  await importFile(shop, 'products', ['sku,name,unit,brand,price', ...lines], async () => {
    const ids = await readIds(shop)
    return rows.map(({ sku, brand, list }) => {
      const record = { ...newProduct(sku, ids.get(sku)!), list, brand: shop.placeFor('brand', brand) }
      state.products.push(record)
      shop.touch(record)
      return { record, was: null }
    })
  })
}

export const importCustomers: Act = async (shop) => {
  const { chance, state } = shop
  if (state.groups.length === 0) return
  const rows = chance.some(state.customers).map((customer) => ({ customer, group: chance.oneOf(state.groups) }))
  const lines = rows.map(({ customer: { code }, group }) => `${code},${code},${group.name.toUpperCase()}`)
  await importFile(shop, 'customers', ['Account code,Name,Group', ...lines], () =>
    rows.flatMap(({ customer, group }) => joinGroup(shop, [customer], group.id)),
  )
}

/** Those that are other than they were. */
const changedOnly = (changes: Changed[]) => changes.filter(({ record, was }) => record.version !== was?.version)

export const importDiscounts: Act = async (shop) => {
  const { chance, state } = shop
  const brands = state.places.filter(({ kind }) => kind === 'brand')
  if (brands.length === 0) return
  const customer = chance.oneOf(CODES)
  const rows = chance.some(brands).map(({ id, name }) => ({ id, name, percent: chance.between(1, 40) }))
  const lines = rows.map(({ name, percent }) => `${customer},Brand,${name},${percent}%`)
  const term = { id: null, owner: { customer }, version: 0 }
  await importFile(shop, 'discounts', ['Customer,Applies to,Brand,Discount', ...lines], () =>
    changedOnly(rows.map(({ id, percent }) => putDiscount(shop, { ...term, on: id, bp: percent * 100 }))),
  )
}

/** Without a start or an end: such a price fits where there is one like it, or none. */
export const importAgreed: Act = async (shop) => {
  const { chance, state } = shop
  const term = { id: null, owner: { customer: chance.oneOf(CODES) }, minQty: 1, from: null, until: null, version: 0 }
  const fitting = state.products.filter(({ id }) => {
    const others = alike(shop, { ...term, product: id })
    return others.length === 0 || (others.length === 1 && others[0]!.from === null)
  })
  if (fitting.length === 0) return
  const rows = chance.some(fitting).map((product) => ({ product, unit: shop.amount() }))
  const lines = rows.map(({ product, unit }) => `${term.owner.customer},${product.sku},${inPounds(unit)}`)
  await importFile(shop, 'agreed_prices', ['Customer,SKU,Price', ...lines], () =>
    changedOnly(rows.map(({ product, unit }) => putAgreed(shop, { ...term, product: product.id, unit }))),
  )
}
