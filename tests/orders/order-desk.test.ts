import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { alter, done, expectDone, givenCustomer, invalidFields, item, refusal, send } from '../given/given.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import { givenMember } from '../given/member.ts'
import type { SignedIn } from '../given/session.ts'
import { alterCustomer, move, orderingShop, place } from '../given/order.ts'
import { pdfTexts } from '../given/pdf-texts.ts'

const service = useService()
const DAY_MS = 86_400_000

/** Orders 1001 to 1005, of two customers, on several days, of several values. */
async function desk() {
  const { workspace, customerId } = await orderingShop(service)
  await send(workspace, [item({ sku: 'CUP', name: 'Cup', listPrice: 333, details: { Location: 'B-2' } })])
  const quay = { id: 'QUAY', name: 'Quay store', lines: ['1 Quay'], postcode: 'EX2 4AN', city: 'Exeter', country: null }
  await alterCustomer(workspace, customerId, { addresses: JSON.stringify([quay]) })
  const pier = await givenCustomer(workspace, { accountCode: 'PIER' })
  const buyer = await givenSignedInBuyer(service, workspace, customerId, { name: 'Bö Buyer' })
  const staff = await givenMember(service, workspace, 'manager')
  const ids: string[] = []
  const wantedOn = new Date(service.time.now.getTime() + 30 * DAY_MS).toISOString().slice(0, 10)
  const days: string[] = []
  const orders = [
    { lines: [{ sku: 'PLATE', qty: 1 }] },
    { lines: [{ sku: 'PLATE', qty: 100 }], customer: 'PIER' },
    {
      lines: [
        { sku: 'BOWL', qty: 2 },
        { sku: 'CUP', qty: 5 },
      ],
      buyer: buyer.email,
    },
    { lines: [{ sku: 'CUP', qty: 10 }], poNumber: 'PO-9', deliverTo: 'QUAY', wantedOn },
    { lines: [{ sku: 'BOWL', qty: 1 }], customer: 'PIER' },
  ]
  for (const order of orders) {
    service.later(DAY_MS)
    days.push(service.time.now.toISOString().slice(0, 10))
    ids.push((await place(workspace, order)).id)
  }
  expectDone(await move(service, workspace, ids[0]!, { status: 'confirmed' }))
  expectDone(await move(service, workspace, ids[4]!, { status: 'cancelled', note: 'Rang.' }))
  return { workspace, staff, ids, days, pier, buyer, wantedOn }
}

async function numbers(member: SignedIn, query = ''): Promise<number[]> {
  return (await done(member.get(`/orders${query}`))).map(({ number }: { number: number }) => number)
}

async function download({ slug, token }: SignedIn, path: string, of = 'console'): Promise<Buffer> {
  const url = `${service.url}/app-api/${of}/${slug}${path}`
  const response = await fetch(url, { headers: { cookie: `session=${token}` } })
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

test('orders are filtered by day, customer, buyer, value, and by what is open or late; views are counted', async () => {
  const { staff, days, pier, buyer, wantedOn } = await desk()
  expect(await numbers(staff)).toEqual([1004, 1003, 1002, 1005, 1001])
  expect(await numbers(staff, `?from=${days[1]}&to=${days[2]}`)).toEqual([1003, 1002])
  expect(await numbers(staff, `?customer=${pier}`)).toEqual([1002, 1005])
  expect(await numbers(staff, `?customer=${pier}&status=cancelled`)).toEqual([1005])
  expect(await numbers(staff, '?customer=PIER')).toEqual([])
  expect(await numbers(staff, `?buyer=${encodeURIComponent('BÖ buy')}`)).toEqual([1003])
  expect(await numbers(staff, `?buyer=${buyer.email.slice(0, 6)}`)).toEqual([1003])
  expect(await numbers(staff, '?least=2550&most=3330')).toEqual([1004, 1001])
  expect(await numbers(staff, `?wantedFrom=${wantedOn}`)).toEqual([1004])
  expect(await numbers(staff, `?wantedFrom=2020-01-01&wantedTo=${days[4]}`)).toEqual([])
  expect(await numbers(staff, '?status=open')).toEqual([1004, 1003, 1002, 1001])
  expect(await numbers(staff, `?status=open&lateOn=${days[4]}`)).toEqual([1002, 1001])
  const views = ['status=new', `status=open&lateOn=${days[4]}`, 'q=po-9&columns=number&view=x', 'status=none']
  const counted = `/orders/counts/views?${views.map((view) => `views=${encodeURIComponent(view)}`).join('&')}`
  expect(await done(staff.get(counted))).toEqual([3, 2, 1, null])
  const { headers } = await staff.get(counted)
  expect((await staff.get(counted, { 'if-none-match': headers.get('etag')! })).status).toBe(304)
  expect(invalidFields(await staff.get('/orders?from=2027-02-30&wantedTo=soon&least=-1'))).toEqual([
    'from',
    'least',
    'wantedTo',
  ])
  const { status } = await staff.post('/orders/moves', {
    matching: { status: 'new', least: 10_000 },
    expected: 1,
    status: 'confirmed',
  })
  expect(status).toBe(200)
  expect(await numbers(staff, '?status=confirmed')).toEqual([1002, 1001])
})

test('pages follow each other exactly, in any jump, also where few match', async () => {
  const { workspace, staff, ids } = await desk()
  const { db } = workspace.context
  await sql`
    insert into sales_order (workspace_id, id, number, status, customer_id, customer_name, currency, line_count, subtotal,
      placed_at, updated_at)
    select ${workspace.id}, gen_random_uuid(), 2000 + i, case when i % 3 = 0 then 'new' else 'completed' end,
      gen_random_uuid(), 'Many', 'GBP', 1, i, ${service.time.now}::timestamptz - (i / 5) * interval '1 minute', now()
    from generate_series(1, 1400) i`.execute(db)
  expectDone(await move(service, workspace, ids[3]!, { status: 'confirmed' }))
  const all: number[] = []
  for (let offset = 0; ; offset += 100) {
    const page = await numbers(staff, `?limit=100&offset=${offset}`)
    all.push(...page)
    if (page.length < 100) break
  }
  expect(all).toHaveLength(1405)
  expect(new Set(all).size).toBe(1405)
  expect(await numbers(staff, '?limit=7&offset=1203')).toEqual(all.slice(1203, 1210))
  expect(await numbers(staff, '?limit=7&offset=463')).toEqual(all.slice(463, 470))
  expect(await numbers(staff, '?limit=7&offset=3000')).toEqual([])
  const few = await numbers(staff, '?q=many&least=1398&most=1400&limit=2')
  expect([...few, ...(await numbers(staff, '?q=many&least=1398&most=1400&limit=2&offset=2'))]).toEqual([
    3398, 3399, 3400,
  ])
  expect((await done(staff.get('/orders/counts'))).completed).toBe(934)
  expect((await done(staff.get('/orders/counts/views?views=from=2020-01-01')))[0]).toBe(1_000)
})

test('orders are printed as one PDF and as a picking list, and exported with or without their lines', async () => {
  const { workspace, staff, ids, wantedOn } = await desk()
  await alter(workspace, 'PLATE', { details: JSON.stringify({ LOCATION: 'A-10' }), gtin: '5012345678900' })
  const chosen = `ids=${[ids[2], ids[3], ids[1]].join(',')}`
  const pages = pdfTexts(await download(staff, `/orders/pdf?${chosen}`))
  expect(pages).toHaveLength(3)
  expect(pages.map((page) => page.find((text) => /^Order \d+$/.test(text)))).toEqual([
    'Order 1003',
    'Order 1004',
    'Order 1002',
  ])
  expect(pages[0]!.join(' ')).toContain('by Bö Buyer')
  expect(pages[1]!.join(' ')).toMatch(/Deliver to: Quay store 1 Quay Exeter EX2 4AN.*Wanted on: /)
  expect(pages[2]!.join(' ')).toMatch(/100 .*£2,550\.00.*Subtotal/)
  const byPlace = pdfTexts(await download(staff, `/orders/picking-list?${chosen}&by=location`))
    .flat()
    .join(' ')
  expect(byPlace).toMatch(
    /A-10 SKU GTIN Product Quantity Unit Orders PLATE 5012345678900 .*100 each.*B-2.*CUP.*15 each.*1003: 5, 1004: 10.*Without a location.*BOWL.*2 box of 6/,
  )
  const byCategory = pdfTexts(await download(staff, '/orders/picking-list?status=new&by=category'))
    .flat()
    .join(' ')
  expect(byCategory).toMatch(/Tableware.*PLATE.*Without a category.*BOWL/)
  const orders = (await download(staff, '/orders/export?format=csv&rows=orders&status=new'))
    .toString()
    .trim()
    .split('\r\n')
  expect(orders).toHaveLength(4)
  expect(orders[0]).toContain('PO number,Deliver to,Wanted on,Lines')
  expect(orders[1]).toContain('1004,new,')
  expect(orders[1]).toContain(`PO-9,"Quay store, 1 Quay, Exeter EX2 4AN",${wantedOn},1,33.30`)
  const lines = (await download(staff, '/orders/export?format=csv&rows=lines')).toString()
  expect(lines).toContain(`PO-9,"Quay store, 1 Quay, Exeter EX2 4AN",${wantedOn},CUP`)
  expect(lines).toMatch(/1003,new,.*BOWL,Azure bowl,2,box of 6,12\.00,24\.00,GBP/)
  expect((await download(staff, '/orders/export?format=xlsx&rows=lines')).subarray(0, 2).toString()).toBe('PK')
  expect(await staff.get('/orders/pdf?q=nothing')).toEqual(refusal(404, 'not_found'))
  expect(invalidFields(await staff.get('/orders/pdf?ids=x'))).toEqual(['ids.0'])
})

test('the reference of an order is on its PDFs, in exports, and in mails about it', async () => {
  const { workspace, staff, ids, buyer } = await desk()
  expectDone(await staff.put(`/orders/${ids[2]}/reference`, { reference: 'SO-20417' }))
  for (const pdf of [
    await download(staff, `/orders/pdf?ids=${ids[2]}`),
    await download(buyer, `/orders/${ids[2]}/pdf`, 'portal'),
  ]) {
    expect(pdfTexts(pdf).flat()).toContain('Reference: SO-20417')
  }
  for (const rows of ['orders', 'lines']) {
    const file = (await download(staff, `/orders/export?format=csv&rows=${rows}`)).toString()
    expect(file.split('\r\n')[0]).toMatch(/,Reference$/)
    expect(file).toMatch(/^1003,new,.*,SO-20417\r$/m)
  }
  expectDone(await move(service, workspace, ids[2]!, { status: 'confirmed' }))
  const { text } = await workspace.context.db
    .selectFrom('mail')
    .select('text')
    .where('recipient', '=', buyer.email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(text).toMatch(/Reference: +SO-20417/)
})

test('files have the orders of the own workspace only', async () => {
  const { ids } = await desk()
  const stranger = await givenMember(service, (await orderingShop(service)).workspace, 'owner')
  for (const path of ['pdf', 'picking-list?by=category']) {
    const answer = await stranger.get(`/orders/${path}${path.includes('?') ? '&' : '?'}ids=${ids[0]}`)
    expect(answer).toEqual(refusal(404, 'not_found'))
  }
})
