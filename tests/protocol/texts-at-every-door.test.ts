import { expect, test } from 'vitest'
import { decideMark } from '../../server/src/shared/read-table.ts'
import { readDay } from '../../server/src/shared/read-day.ts'
import { readPasted } from '../../web/src/console/price-changes/cells.ts'
import { parseMoney, parsePercent } from '../../web/src/shared/money.ts'
import { parseQuantity } from '../../web/src/shared/quantity.ts'
import { useService } from '../given/service.ts'
import { DAY_TEXTS } from '../given/day-texts.ts'
import { NUMBER_TEXTS } from '../given/number-texts.ts'
import type { NumberText } from '../given/number-texts.ts'
import { done, givenCustomer, items, send } from '../given/given.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import { importingStaff } from '../given/import.ts'
import { importFile as importSent } from '../given/sent-import.ts'

const service = useService()

type Said = Record<string, unknown>

const sku = (at: number) => `SKU-${String(at).padStart(4, '0')}`
const saidBy = (read: (text: NumberText) => unknown): Said =>
  Object.fromEntries(NUMBER_TEXTS.map((one, at) => [`${sku(at)} ${JSON.stringify(one.text)}`, read(one) ?? null]))
const expected = (kind: Exclude<keyof NumberText, 'text'>) => saidBy((one) => one[kind])
/** The same of what was read, by SKU. */
const bySku = (found: Map<string, unknown>) => saidBy((one) => found.get(sku(NUMBER_TEXTS.indexOf(one))))

/** A workspace with a product and a brand for each text, and a customer. */
async function desk(currency = 'GBP') {
  const { workspace, staff, upload, act } = await importingStaff(service, currency)
  const products = items(NUMBER_TEXTS.length, (at) => ({ brand: `Brand ${sku(at)}`, listPrice: 4_321 }))
  for (let at = 0; at < products.length; at += 100) await send(workspace, products.slice(at, at + 100))
  const customer = await givenCustomer(workspace, { accountCode: 'QUAY' })
  /** Imports a file of these columns, one row for each text, and returns the lines that were rejected. */
  const importFile = async (kind: string, header: string[], row: (text: string, sku: string) => string[]) => {
    const rows = NUMBER_TEXTS.map(({ text }, at) => row(text, sku(at)).map((cell) => `"${cell}"`))
    const file = await upload(`${kind}.csv`, [header, ...rows].join('\n'), kind)
    expect(file.problems).toEqual([])
    expect((await act(file.id, 'check')).check.readAs).toEqual([])
    expect((await act(file.id, 'start')).status).toBe('done')
  }
  const paste = async (header: string[], rows: string[][]) => {
    const text = [header, ...rows].map((cells) => cells.join('\t')).join('\n')
    return done(staff.post(`/customers/${customer}/agreed-prices/paste/check`, { text }))
  }
  const pasted = async (header: string[], row: (text: string) => string[], field: string) => {
    const { good } = await paste(
      ['SKU', ...header],
      NUMBER_TEXTS.map(({ text }, at) => [sku(at), ...row(text)]),
    )
    return bySku(new Map(good.map((one: Said) => [one['sku'], one[field]])))
  }
  const { db } = workspace.context
  return { workspace, customer, db, paste, pasted, importFile }
}

test('a field of a page reads each text as it is meant, or asks', () => {
  expect(saidBy(({ text }) => parseMoney(text, 'GBP').value)).toEqual(expected('GBP'))
  expect(saidBy(({ text }) => parseMoney(text, 'JPY').value)).toEqual(expected('JPY'))
  expect(saidBy(({ text }) => parsePercent(text).value)).toEqual(expected('percent'))
  expect(saidBy(({ text }) => parseQuantity(text).value)).toEqual(expected('qty'))
})

test('a paste into a draft reads the same prices', () => {
  const text = NUMBER_TEXTS.map((one, at) => `${sku(at)}\t${one.text}`).join('\n')
  const pasted = readPasted(text, { mayBeValues: false })
  const rows = pasted.kind === 'skus' ? pasted.rows : []
  expect(decideMark(rows.map(({ price }) => price!))).toBe(null)
  expect(bySku(new Map(rows.map(({ sku, price }) => [sku, parseMoney(price!, 'GBP').value])))).toEqual(expected('GBP'))
})

test('a paste of agreed prices reads the same prices, quantities and days', async () => {
  const { paste, pasted } = await desk()
  expect(await pasted(['Price'], (text) => [text], 'unit')).toEqual(expected('GBP'))
  expect(await pasted(['Price', 'From quantity'], (text) => ['1', text], 'minQty')).toEqual(expected('qty'))
  const { good } = await paste(
    ['SKU', 'Price', 'Start'],
    DAY_TEXTS.map(([text], at) => [sku(at), '1', text]),
  )
  const days = new Map(good.map((one: Said) => [one['sku'], one['startsOn']]))
  expect(DAY_TEXTS.map(([text], at) => [text, days.get(sku(at)) ?? null])).toEqual(DAY_TEXTS)
  expect(DAY_TEXTS.map(([text]) => [text, readDay(text, null).value ?? null])).toEqual(DAY_TEXTS)
})

test('files of every kind read the same', { timeout: 60_000 }, async () => {
  const { workspace, db, importFile } = await desk()
  await importFile('products', ['SKU', 'Name', 'Unit', 'List price'], (text, sku) => [
    `N-${sku}`,
    'Plate',
    'each',
    text,
  ])
  await importFile('minimum_quantities', ['SKU', 'Minimum order quantity'], (text, sku) => [sku, text])
  const products = await db
    .selectFrom('product')
    .select(['sku', 'list_price', 'min_order_qty'])
    .where('workspace_id', '=', workspace.id)
    .execute()
  const prices = products
    .filter(({ sku }) => sku.startsWith('N-'))
    .map((one) => [one.sku.slice(2), one.list_price] as const)
  expect(bySku(new Map(prices))).toEqual(expected('GBP'))
  const least = new Map(products.map((one) => [one.sku, one.min_order_qty]))
  // What is refused stays at 1.
  expect(bySku(least)).toEqual(saidBy(({ qty }) => qty ?? 1))

  await importFile('agreed_prices', ['Customer', 'SKU', 'Price'], (text, sku) => ['QUAY', sku, text])
  const agreed = await db
    .selectFrom('agreed_price as a')
    .innerJoin('product as p', (join) =>
      join.onRef('p.id', '=', 'a.product_id').on('p.workspace_id', '=', workspace.id),
    )
    .select(['p.sku', 'a.unit'])
    .where('a.workspace_id', '=', workspace.id)
    .execute()
  expect(bySku(new Map(agreed.map((one) => [one.sku, one.unit])))).toEqual(expected('GBP'))

  await importFile('discounts', ['Customer', 'Applies to', 'Brand', 'Discount'], (text, sku) => [
    'QUAY',
    'Brand',
    `Brand ${sku}`,
    text,
  ])
  const discounts = await db
    .selectFrom('discount_rule as d')
    .innerJoin('brand as b', (join) => join.onRef('b.id', '=', 'd.brand_id').on('b.workspace_id', '=', workspace.id))
    .select(['b.name', 'd.discount_bp'])
    .where('d.workspace_id', '=', workspace.id)
    .execute()
  expect(bySku(new Map(discounts.map((one) => [one.name.slice('Brand '.length), one.discount_bp])))).toEqual(
    expected('percent'),
  )
})

/**
 * Here a unit may stand beside the number. What begins with a zero may be a code: it is asked about, and so are wide
 * digits.
 */
function quickQuantity({ text, qty }: NumberText): number | null {
  if (['5 each', 'x5', '5x'].includes(text.trim())) return 5
  return /^[1-9]/.test(text.trim()) ? qty : null
}

test.each([
  ['with a header', ['SKU\tQuantity']],
  ['without a header', []],
])('the quick order of the portal reads the same quantities %s, or asks', async (_case, header) => {
  const { workspace, customer } = await desk()
  const buyer = await givenSignedInBuyer(service, workspace, customer)
  const text = [...header, ...NUMBER_TEXTS.map((one, at) => `${sku(at)}\t${one.text}`)].join('\n')
  const { lines, leftOut, options } = await done(buyer.post('/lines/read', { text }))
  // In an order form, what has a quantity of 0 is not ordered.
  const ordered = NUMBER_TEXTS.filter(({ text }) => header.length === 0 || !/^0*$/.test(text.trim()))
  expect({ leftOut, options, lines: lines.length }).toEqual({ leftOut: [], options: [], lines: ordered.length })
  const read = new Map<string, unknown>(lines.map((one: Said) => [one['sku'], one['problem'] ? null : one['qty']]))
  expect(bySku(read)).toEqual(saidBy(quickQuantity))
})

test('a file that a script sends reads the same prices', { timeout: 60_000 }, async () => {
  const workspace = await service.workspace()
  const rows = NUMBER_TEXTS.map(({ text }, at) => [sku(at), 'Plate', 'each', text].map((cell) => `"${cell}"`))
  const file = [['SKU', 'Name', 'Unit', 'List price'], ...rows].join('\n')
  expect(await importSent(service, workspace, file)).toMatchObject({ status: 'done', rows: NUMBER_TEXTS.length })
  const products = await workspace.context.db
    .selectFrom('product')
    .select(['sku', 'list_price'])
    .where('workspace_id', '=', workspace.id)
    .execute()
  expect(bySku(new Map(products.map((one) => [one.sku, one.list_price])))).toEqual(expected('GBP'))
})

test('where the currency has no decimals, pastes and files read the same', async () => {
  const { workspace, db, pasted, importFile } = await desk('JPY')
  expect(await pasted(['Price'], (text) => [text], 'unit')).toEqual(expected('JPY'))
  await importFile('products', ['SKU', 'Name', 'Unit', 'List price'], (text, sku) => [
    `N-${sku}`,
    'Plate',
    'each',
    text,
  ])
  const products = await db
    .selectFrom('product')
    .select(['sku', 'list_price'])
    .where('workspace_id', '=', workspace.id)
    .where('sku', 'like', 'N-%')
    .execute()
  expect(bySku(new Map(products.map((one) => [one.sku.slice(2), one.list_price])))).toEqual(expected('JPY'))
})
