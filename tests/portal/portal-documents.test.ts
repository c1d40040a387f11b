import { expect, test } from 'vitest'
import { mailedOrder } from '../../server/src/files/export/order-pdf.ts'
import { useService } from '../given/service.ts'
import {
  alter,
  done,
  expectDone,
  givenAgreedPrice,
  givenCustomer,
  givenDiscount,
  item,
  send,
  sendItems,
} from '../given/given.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import { fill, seen } from '../given/colleagues.ts'
import { givenMember } from '../given/member.ts'
import { latestMail } from '../given/person.ts'
import type { TestBuyer } from '../given/buyer.ts'
import { move, orderingShop, place } from '../given/order.ts'
import { pdfTexts } from '../given/pdf-texts.ts'
import { unzip } from '../given/unzip.ts'

const service = useService()

async function shop() {
  const { workspace, customerId } = await orderingShop(service)
  return { workspace, customerId, buyer: await givenSignedInBuyer(service, workspace, customerId) }
}

async function download(buyer: TestBuyer, path: string): Promise<{ headers: Headers; bytes: Buffer }> {
  const response = await fetch(`${service.url}/app-api/portal/${buyer.slug}${path}`, {
    headers: { cookie: `session=${buyer.token}` },
  })
  expect(response.status).toBe(200)
  return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

test('the price list as CSV has every product once, with its breaks, at the prices of the customer', async () => {
  const { workspace, customerId, buyer } = await shop()
  await sendItems(workspace, 100, (i) => ({ name: `Item ${i}, "quoted"` }))
  await sendItems(workspace, 100, (i) => ({ sku: `MORE-${i}`, name: `More ${i}` }))
  await send(workspace, [item({ sku: 'SECRET', name: 'Secret', onlyFor: ['nobody@elsewhere.example'] })])
  await givenDiscount(workspace, customerId, 1000)
  await givenAgreedPrice(workspace, customerId, 'PLATE', { unit: 2000, minQty: 24 })
  await alter(workspace, 'BOWL', { min_order_qty: 6 })
  const { headers, bytes } = await download(buyer, '/price-list.csv')
  expect(headers.get('content-disposition')).toBe('attachment; filename="price-list.csv"')
  const lines = bytes.toString('utf8').trimEnd().split('\r\n')
  expect(lines[0]).toBe(
    '\ufeffSKU,Name,Brand,Category,Availability,Unit,From quantity,Order multiple,Price,Currency,Tax,Date,Quantity',
  )
  // 200 items, plate, bowl, and a break.
  expect(lines).toHaveLength(1 + 203)
  expect(lines).toContain('PLATE,Azure plate,Hollin,Tableware,,each,1,1,22.95,GBP,ex VAT,2026-03-02,')
  expect(lines).toContain('PLATE,Azure plate,Hollin,Tableware,,each,24,1,20.00,GBP,ex VAT,2026-03-02,')
  expect(lines).toContain('BOWL,Azure bowl,Hollin,,,box of 6,6,1,10.80,GBP,ex VAT,2026-03-02,')
  expect(lines).toContain('SKU-0007,"Item 7, ""quoted""",,,,each,1,1,22.95,GBP,ex VAT,2026-03-02,')
  expect(bytes.toString()).not.toContain('SECRET')
})

test('the price list for Excel is a workbook with the same rows', async () => {
  const { customerId, workspace, buyer } = await shop()
  await givenDiscount(workspace, customerId, 1000)
  await send(workspace, [
    item({ sku: 'PLATE', name: 'Azure plate', brand: 'Hollin', category: 'Tableware', availability: 'low_stock' }),
  ])
  const { bytes } = await download(buyer, '/price-list.xlsx')
  const sheet = unzip(bytes).get('xl/worksheets/sheet1.xml')!.toString()
  const cells = [...sheet.matchAll(/<t [^>]*>([^<]*)<|<v>([^<]*)</g)].map(([, text, value]) => text ?? Number(value))
  expect(cells.slice(-9)).toEqual(['PLATE', 'Azure plate', 'Hollin', 'Tableware', 'Low stock', 'each', 1, 1, 22.95])
  expect(cells).toContain('2026-03-02, prices in GBP, ex VAT')
  // The head stays in sight, and each of its columns, with the one for quantities, has a filter.
  expect(sheet).toContain('<pane ySplit="4" topLeftCell="A5"')
  expect(sheet).toContain('<autoFilter ref="A4:J6"/>')
})

test('price list and order are PDFs, and those of others are not found', async () => {
  const { workspace, buyer } = await shop()
  const { id, number } = await place(workspace)
  for (const path of ['/price-list.pdf', `/orders/${id}/pdf`]) {
    const { headers, bytes } = await download(buyer, path)
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(bytes.subarray(-6).toString()).toContain('%%EOF')
  }
  const order = await download(buyer, `/orders/${id}/pdf`)
  expect(order.headers.get('content-disposition')).toBe(`attachment; filename="order-${number}.pdf"`)
  const rival = await givenSignedInBuyer(service, workspace, await givenCustomer(workspace, { accountCode: 'RIVAL' }))
  expect((await rival.get(`/orders/${id}/pdf`)).status).toBe(404)
  expectDone(await rival.get('/portal'))
})

test('an order is mailed as it stands', async () => {
  const { workspace } = await shop()
  const { id } = await place(workspace)
  const mailed = () => mailedOrder(service.context, workspace.id, id)
  const first = await mailed()
  expectDone(await move(service, workspace, id, { status: 'confirmed' }))
  const texts = pdfTexts((await mailed())!.content).flat()
  expect(texts).toContain('Status: confirmed. Prices in GBP, ex VAT')
  expect(pdfTexts(first!.content).flat()).toContain('Status: placed. Prices in GBP, ex VAT')
})

test('a price list as a PDF has the sign of the currency, whole names, and a number on each page', async () => {
  const { workspace, buyer } = await shop()
  const long = 'Stackable serving dish of hard porcelain with a lid and two handles, for ovens, microwaves and freezers'
  await sendItems(workspace, 60, (i) => ({ name: `Item ${i}` }))
  await send(workspace, [item({ sku: 'DISH', name: long, listPrice: 123450 })])
  const pages = pdfTexts((await download(buyer, '/price-list.pdf')).bytes)
  expect(pages).toHaveLength(2)
  expect(pages.map((texts) => texts.filter((text) => /^Page \d+$/.test(text)))).toEqual([['Page 1'], ['Page 2']])
  const all = pages.flat()
  expect(all).toContain('£1,234.50')
  expect(all.join(' ')).toContain(long)
})

test('a long price list as a PDF is by category, begins with contents that name the pages, and is tagged', async () => {
  const { workspace, buyer } = await shop()
  await sendItems(workspace, 100, (i) => ({ name: `Item ${i}`, category: 'Vases' }))
  await sendItems(workspace, 60, (i) => ({ sku: `MORE-${i}`, name: `More ${i}`, category: 'Bowls & dishes' }))
  const owner = await givenMember(service, workspace, 'owner')
  const settings = (await owner.get('/portal')).body.data
  expectDone(await owner.put('/portal', { ...settings, address: '1 Quay Street\nLeith' }))
  const { bytes } = await download(buyer, '/price-list.pdf')
  const [contents, ...pages] = pdfTexts(bytes)
  expect(contents).toEqual(expect.arrayContaining(['1 Quay Street', 'Leith', 'Contents']))
  for (const category of ['Bowls & dishes', 'Vases', 'Without a category']) {
    const page = Number(contents![contents!.indexOf(category) + 1])
    expect(pages[page - 1]).toEqual(expect.arrayContaining([category, `Page ${page}`]))
  }
  expect(bytes.toString('latin1')).toMatch(/\/Outlines \d+ 0 R/)
  expect(bytes.toString('latin1')).toMatch(/\/S \/TH\n/)

  const { brands, categories } = (await buyer.get('/groups')).body.data
  const vases = categories.find(({ name }: { name: string }) => name === 'Vases').id
  expect((await buyer.get('/price-list')).body.data).toEqual({
    products: 162,
    pages: 4,
    maxPages: 50,
    mayHavePictures: true,
  })
  expect((await buyer.get(`/price-list?category=${vases}`)).body.data).toMatchObject({ products: 100, pages: 2 })
  const filtered = pdfTexts((await download(buyer, `/price-list.pdf?category=${vases}`)).bytes).flat()
  expect(filtered).toContain('Item 99')
  expect(filtered).not.toContain('More 1')
  const csv = (await download(buyer, `/price-list.csv?category=${vases}&brand=${brands[0].id}`)).bytes
  expect(csv.toString().trimEnd().split('\r\n')).toHaveLength(1)
  expect((await buyer.get('/price-list?category=vases')).body.error.code).toBe('validation_error')
  expect((await buyer.get(`/price-list.pdf?category=${workspace.id}`)).status).toBe(404)
})

test('mail and PDF write the day of an order in the same way, that of the workspace', async () => {
  const { workspace, customerId } = await shop()
  const owner = await givenMember(service, workspace, 'owner')
  const settings = await done(owner.get('/settings'))
  expectDone(await owner.put('/settings', { ...settings, timezone: 'Asia/Kolkata' }))
  service.time.now = new Date('2027-01-04T23:30:00Z')
  const ordering = await givenSignedInBuyer(service, workspace, customerId, { name: 'Bea Late' })
  const { id } = await done(ordering.post('/basket/order', seen((await fill(ordering)).basket)))
  expect((await latestMail(workspace.context, ordering.email)).text).toContain('Placed: 5 January 2027 by Bea Late')
  const texts = pdfTexts((await download(ordering, `/orders/${id}/pdf`)).bytes).flat()
  expect(texts).toContain('Placed on 5 January 2027 by Bea Late')
  expect(pdfTexts((await download(ordering, '/price-list.pdf')).bytes).flat()).toContain(
    '5 January 2027, prices in GBP, ex VAT',
  )
})
