import { expect, test } from 'vitest'
import { setAgreedPrice } from '../../server/src/pricing/terms/set-agreed-price.ts'
import { schedulePriceChange } from '../../server/src/pricing/price-changes/settle-price-change.ts'
import { useService } from '../given/service.ts'
import { done, expectDone, givenAgreedPrice, givenCustomer, invalidFields, item, send } from '../given/given.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import { givenMember } from '../given/member.ts'
import type { SignedIn } from '../given/session.ts'
import { pdfTexts } from '../given/pdf-texts.ts'
import { unzip } from '../given/unzip.ts'

const service = useService()
const DAY_MS = 86_400_000
const later = (days: number) => new Date(service.time.now.getTime() + days * DAY_MS)
/** In winter, the days of London are those of UTC. */
const day = (at: Date) => at.toISOString().slice(0, 10)
const startOf = (at: Date) => new Date(`${day(at)}T00:00:00Z`)

const list = (date: string) => `/price-list.csv?date=${date}`

async function shop() {
  const workspace = await service.workspace()
  await send(workspace, [item({ sku: 'PLATE', name: 'Plate' }), item({ sku: 'BOWL', name: 'Bowl' })])
  const customerId = await givenCustomer(workspace, { accountCode: 'QUAY' })
  const buyer = await givenSignedInBuyer(service, workspace, customerId)
  const owner = await givenMember(service, workspace, 'owner')
  const tell = async (comingDays: number) =>
    expectDone(await owner.put('/portal', { ...(await done(owner.get('/portal'))), comingDays }))
  return { workspace, customerId, buyer, owner, tell }
}

async function download(area: 'portal' | 'console', { slug, token }: SignedIn, path: string) {
  const response = await fetch(`${service.url}/app-api/${area}/${slug}${path}`, {
    headers: { cookie: `session=${token}` },
  })
  expect(response.status).toBe(200)
  const name = /filename="(.*)"/.exec(response.headers.get('content-disposition')!)![1]
  return { name, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** Cells by the header, without quotes: no cell here has a comma. */
function tableOf(csv: Buffer): Record<string, string>[] {
  const [head, ...rows] = csv
    .toString()
    .replace('\ufeff', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
  return rows.map((cells) => Object.fromEntries(cells.map((cell, i) => [head![i]!, cell])))
}

test('the price list has a second column with coming prices only where the wholesaler tells them', async () => {
  const { workspace, customerId, buyer, tell } = await shop()
  const { priceChangeId: id } = await send(workspace, [item({ sku: 'PLATE', name: 'Plate', listPrice: 2700 })])
  await schedulePriceChange(workspace.context, { id, at: startOf(later(10)) })
  const from = new Date(startOf(later(12)).getTime() + 14 * 3_600_000)
  await givenAgreedPrice(workspace, customerId, 'BOWL', { unit: 2000, minQty: 6, endsAt: from.toISOString() })
  const off = await download('portal', buyer, '/price-list.csv')
  expect(off.bytes.toString()).not.toContain('Coming')
  await tell(30)
  const { bytes } = await download('portal', buyer, '/price-list.csv')
  expect(tableOf(bytes).map((row) => [row['SKU'], row['Price'], row['Coming price'], row['Coming from']])).toEqual([
    ['BOWL', '25.50', '', ''],
    ['BOWL', '20.00', '25.50', `${day(from)} 14:00`],
    ['PLATE', '25.50', '27.00', day(later(10))],
  ])
  const sheet = unzip((await download('portal', buyer, '/price-list.xlsx')).bytes).get('xl/worksheets/sheet1.xml')!
  expect(sheet.toString()).toContain('Coming price')
  const [page] = pdfTexts((await download('portal', buyer, '/price-list.pdf')).bytes)
  expect(page).toContain('Coming')
  expect(page).toContain('£27.00 from 12 March')
  // What is filled in can still be read as an order.
  const filled = bytes.toString().replace(/(PLATE.*),\r\n/, '$1,7\r\n')
  const read = await buyer.post('/lines/read', { text: filled })
  expect((await done(Promise.resolve(read))).lines).toMatchObject([{ sku: 'PLATE', qty: 7 }])
})

test('a price list of a day has the prices of its start, for buyers as far ahead as they are told', async () => {
  const { workspace, customerId, buyer, owner, tell } = await shop()
  await workspace.context.db
    .updateTable('workspace')
    .set({ created_at: service.time.now })
    .where('id', '=', workspace.id)
    .execute()
  const begin = service.time.now
  service.time.now = later(5)
  const agreed = { unit: 2000, minQty: 1, startsAt: null, endsAt: null }
  await setAgreedPrice(workspace.context, { customer: 'QUAY', sku: 'PLATE', ...agreed })
  const { priceChangeId: id } = await send(workspace, [item({ sku: 'BOWL', name: 'Bowl', listPrice: 2700 })])
  await schedulePriceChange(workspace.context, { id, at: startOf(later(10)) })
  const pricesOf = async (path: string) =>
    tableOf((await download('portal', buyer, path)).bytes).map((row) => [row['Price'], row['Date']])
  const [past, today, coming] = [later(-3), service.time.now, later(10)].map(day) as [string, string, string]
  expect(await pricesOf(list(past))).toEqual([
    ['25.50', past],
    ['25.50', past],
  ])
  expect(await pricesOf(list(today))).toEqual([
    ['25.50', today],
    ['20.00', today],
  ])
  for (const [days, message] of [
    [0, 'not shown'],
    [9, `Must be ${day(later(9))} or earlier`],
  ] as const) {
    await tell(days)
    for (const path of [list(coming), `/price-list?date=${coming}`]) {
      const answer = await buyer.get(path)
      expect(invalidFields(answer)).toEqual(['date'])
      expect(answer.body.error.message).toContain(message)
    }
  }
  await tell(10)
  expect(await pricesOf(list(coming))).toEqual([
    ['27.00', coming],
    ['20.00', coming],
  ])
  // Staff ask for any day; the price is the one of the API at its start.
  const far = day(later(700))
  const { name, bytes } = await download('console', owner, `/customers/${customerId}/price-list?format=csv&date=${far}`)
  expect(name).toBe(`price-list-${far}.csv`)
  const { price } = await done(workspace.get(`/prices?customer=QUAY&sku=BOWL&at=${startOf(later(700)).toISOString()}`))
  expect(tableOf(bytes)[0]).toMatchObject({ SKU: 'BOWL', Price: (price.unit / 100).toFixed(2), Date: far })
  const pdf = pdfTexts(
    (await download('console', owner, `/customers/${customerId}/price-list?format=pdf&date=${past}`)).bytes,
  )
  expect(pdf.flat().join(' ')).toContain(`Products, their names and minimum quantities are those of ${today}.`)
  // What is not known is said, and from when on it is.
  for (const date of [day(begin), day(later(-50)), day(later(800)), '2027-02-30']) {
    expect(invalidFields(await owner.get(`/customers/price-lists/size?format=csv&date=${date}`))).toEqual(['date'])
  }
  const early = await buyer.get(list(day(begin)))
  expect(early.body.error.message).toContain(`Must be ${day(new Date(begin.getTime() + DAY_MS))} or later`)
})

test('the price lists of chosen customers, or of all, come in one archive, which has its limits', async () => {
  const { workspace, customerId, owner } = await shop()
  await givenAgreedPrice(workspace, customerId, 'PLATE', { unit: 2000 })
  const other = await givenCustomer(workspace, {})
  const gone = await givenCustomer(workspace)
  const { db } = workspace.context
  const set = (values: object, id: string) =>
    db.updateTable('customer').set(values).where('workspace_id', '=', workspace.id).where('id', '=', id).execute()
  for (const id of [customerId, other]) await set({ name: 'Quay: fish/chips' }, id)
  await set({ active: false }, gone)
  const choose = async (query: string) =>
    unzip((await download('console', owner, `/customers/price-lists?${query}`)).bytes)
  const all = await choose('format=csv')
  expect([...all.keys()]).toEqual(['QUAY Quay fish chips.csv', 'Quay fish chips.csv'])
  expect(tableOf(all.get('QUAY Quay fish chips.csv')!).map((row) => row['Price'])).toEqual(['25.50', '20.00'])
  const single = await download('console', owner, `/customers/${other}/price-list?format=csv`)
  expect(all.get('Quay fish chips.csv')).toEqual(single.bytes)
  const date = day(later(30))
  const chosen = await choose(`format=xlsx&customers=${other},${other}&date=${date}`)
  expect([...chosen.keys()]).toEqual(['Quay fish chips.xlsx'])
  expect(unzip(chosen.get('Quay fish chips.xlsx')!).get('xl/worksheets/sheet1.xml')!.toString()).toContain(date)
  expect(await done(owner.get('/customers/price-lists/size?format=pdf'))).toEqual({ customers: 2, products: 2 })
  const many = Array.from({ length: 101 }, (_, i) => `${other.slice(0, -3)}${100 + i}`).join(',')
  const size = (customers: string) => owner.get(`/customers/price-lists/size?format=csv&customers=${customers}`)
  expect(invalidFields(await size(many))).toEqual(['customers'])
  expect((await size(`${other},${workspace.id}`)).status).toBe(404)
  expect((await size('quay')).status).toBe(404)
})
