import { expect, test } from 'vitest'
import { readPastedPrices } from '../../server/src/pricing/terms/read-agreed-prices.ts'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { alter, givenAgreedPrice, givenCustomer, givenDiscount, idOf, item, items, send } from '../given/given.ts'
import { uploadImport, workOnAll } from '../given/import.ts'
import { givenMember } from '../given/member.ts'
import { importFile } from '../given/sent-import.ts'
import type { TestMember } from '../given/member.ts'

const service = useService()
const GBP = { currency: 'GBP', currencyDecimals: 2 }

/** Every field at its most awkward, and details that have names of fields. */
const AWKWARD = [
  item({
    sku: '00042',
    name: '=HYPERLINK("https://evil.example","Plate"), 26 cm',
    listPrice: 123456,
    unitLabel: '-box; of 6',
    brand: '@Hollin',
    category: '＋Plates',
    manufacturerRef: "'=quoted",
    description: 'Two lines\r\nand "quotes", _x0041_ and \u0007',
    availability: 'made_to_order',
    leadTimeNote: '\u2013 2 weeks',
    imageUrl: 'https://images.example/plate.jpg',
    onlyFor: ['QUAY', 'café@quay.example'],
    details: { Price: '＝1+1', '=Colour': 'Azure', SKU: 'another' },
  }),
  item({ sku: '1E5', name: "'Nothing else" }),
]

async function download({ slug, token }: TestMember, path: string): Promise<Buffer> {
  const response = await fetch(`${service.url}/app-api/console/${slug}${path}`, {
    headers: { cookie: `session=${token}` },
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-disposition')).toContain('attachment; filename=')
  return Buffer.from(await response.arrayBuffer())
}

async function shop(): Promise<{ workspace: TestWorkspace; staff: TestMember }> {
  const workspace = await service.workspace()
  await givenCustomer(workspace, { accountCode: 'QUAY' })
  await givenCustomer(workspace, { email: 'café@quay.example' })
  await send(workspace, AWKWARD)
  return { workspace, staff: await givenMember(service, workspace, 'manager') }
}

test('products exported as CSV are imported again unchanged, and no cell is a formula', async () => {
  const { workspace, staff } = await shop()
  // More than are read at a time.
  for (const letter of 'ABC') {
    const more = items(100, (i) => ({ sku: `${letter}-${i}` }))
    await send(workspace, more)
  }
  const bytes = await download(staff, '/products/export?format=csv')
  expect(bytes.toString()).not.toMatch(/(?:^|[,\n])"?\s*[=+\-@＝＋－＠]/m)

  expect(await importFile(service, workspace, bytes)).toMatchObject({
    status: 'done',
    rows: 302,
    created: 0,
    updated: 0,
    unchanged: 302,
    rejected: 0,
    priceChanges: 0,
  })
})

test('what is exported for Excel, or as CSV, is imported again unchanged, and told by its columns', async () => {
  const { workspace, staff } = await shop()
  await alter(workspace, '1E5', { active: false, min_order_qty: 12, list_price: null })
  const castle = await givenCustomer(workspace, { accountCode: '=1+CASTLE' })
  const { version } = (await staff.get(`/customers/${castle}`)).body.data
  const terms = { paymentTermsDays: 30, creditLimit: 125_050, poRequired: true, active: false, notes: '@home\n"late"' }
  const edited = await staff.patch(`/customers/${castle}`, {
    version,
    name: '-Castle; Lane',
    phone: '+44 1632',
    ...terms,
  })
  expect(edited.status).toBe(200)
  // It begins and ends within a day.
  const within = { startsAt: '2027-01-05T10:30:00Z', endsAt: '2027-02-06T12:00:00Z' }
  await givenAgreedPrice(workspace, castle, '1E5', { unit: 99, minQty: 5, ...within })
  await givenAgreedPrice(workspace, castle, '00042', { unit: 123_456 })
  await givenDiscount(workspace, castle, 1250)
  await givenDiscount(workspace, castle, 725, { brandId: await idOf(workspace, 'brands', '@Hollin') })
  const files = [
    ['products', '/products/export', 2],
    ['customers', '/customers/export', 3],
    ['discounts', '/customers/discounts/export', 2],
    ['agreed_prices', `/customers/${castle}/agreed-prices/export`, 2],
  ] as const
  for (const format of ['xlsx', 'csv']) {
    for (const [kind, path, count] of files) {
      const body = await download(staff, `${path}?format=${format}`)
      const uploaded = await uploadImport(service, staff, `${kind}.${format}`, body)
      const { id, problems, kind: told } = uploaded.body.data
      expect([format, told, problems]).toEqual([format, kind, []])
      await staff.post(`/imports/${id}/check`)
      await workOnAll(service)
      const { status, check } = (await staff.get(`/imports/${id}`)).body.data
      const { created, changed, unchanged, rejects, fields, prices } = check
      expect({ format, kind, status, created, changed, unchanged, rejects, fields, moves: prices.moves }).toEqual({
        format,
        kind,
        status: 'checked',
        created: 0,
        changed: 0,
        unchanged: count,
        rejects: [],
        fields: {},
        moves: [],
      })
    }
  }
  // Products also hold the minimum quantities.
  const again = await uploadImport(
    service,
    staff,
    'p.csv',
    await download(staff, '/products/export?format=csv'),
    'minimum_quantities',
  )
  await staff.post(`/imports/${again.body.data.id}/check`)
  await workOnAll(service)
  const { check } = (await staff.get(`/imports/${again.body.data.id}`)).body.data
  expect(check).toMatchObject({ changed: 0, unchanged: 2, rejected: 0 })
})

/** Details that no other product has. */
function rare(product: number) {
  return Object.fromEntries(Array.from({ length: 15 }, (_, i) => [`Rare ${product}/${i}`, 'x']))
}

test('an export has columns for the 200 most common details; all others share one, which is imported again unchanged', async () => {
  const workspace = await service.workspace()
  const staff = await givenMember(service, workspace, 'manager')
  // 30 details each: the last 190 names are on one product alone.
  const common = Object.fromEntries(Array.from({ length: 15 }, (_, i) => [`Common ${i}`, `=${i}`]))
  await send(
    workspace,
    items(30, (i) => ({ details: { ...common, ...rare(i) } })),
  )
  const hostile = {
    constructor: 'none',
    ['__proto__']: 'none',
    toString: '"quoted" \\ and\nlines',
    'a: b': "'=1+1",
    '=1+1': '{"a":"b"}',
    '{"Weight": "1"}': ', ; |',
    'two\nlines': '\u0007 _x0041_',
    hasOwnProperty: '\u{1f527}',
    'Other details': '{"Colour":"red"}',
    'other details': 'as text',
  }
  await send(workspace, [item({ sku: 'HOSTILE', details: { ...common, ...hostile } }), item({ sku: 'NONE' })])
  const csv = (await download(staff, '/products/export?format=csv')).toString()
  const head = csv.slice(0, csv.indexOf('\r\n')).split(',')
  expect(head.filter((name) => /^(Common|Rare) /.test(name)).length).toBeLessThanOrEqual(200)
  expect(head.filter((name) => name.startsWith('Common '))).toHaveLength(15)
  expect(head.at(-1)).toBe('Other details')
  expect(csv).not.toContain('native code')
  for (const format of ['csv', 'xlsx']) {
    const uploaded = await uploadImport(
      service,
      staff,
      `products.${format}`,
      await download(staff, `/products/export?format=${format}`),
    )
    expect(uploaded.body.data.problems).toEqual([])
    await staff.post(`/imports/${uploaded.body.data.id}/check`)
    await workOnAll(service)
    const { check } = (await staff.get(`/imports/${uploaded.body.data.id}`)).body.data
    expect({ format, ...check }).toMatchObject({ changed: 0, unchanged: 32, rejects: [], fields: {} })
  }
})

test('a column "Other details" merges a JSON object into the details, and takes any other text as it is', async () => {
  const workspace = await service.workspace()
  await send(workspace, [item({ sku: 'A', details: { Colour: 'red', Size: 'L' } }), item({ sku: 'B' })])
  const rows = [
    ['A', '{"Colour":"blue","constructor":"c","__proto__":"p"}'],
    ['B', '{"Colour":1}'],
    ['C', 'Blue'],
  ]
  const file = [
    'SKU,Name,Unit,Other details',
    ...rows.map(([sku, text]) => `${sku},Azure plate,each,"${text!.replaceAll('"', '""')}"`),
  ]
  expect(await importFile(service, workspace, file.join('\n'))).toMatchObject({ created: 1, updated: 2, rejected: 0 })
  const found = (await workspace.get('/products?limit=10')).body.data
  expect(Object.fromEntries(found.map(({ sku, details }: any) => [sku, details]))).toEqual({
    A: { Colour: 'blue', Size: 'L', constructor: 'c', ['__proto__']: 'p' },
    B: { 'Other details': '{"Colour":1}' },
    C: { 'Other details': 'Blue' },
  })
})

test('the filters of the list choose the products, and an unknown one leaves only the head', async () => {
  const { staff } = await shop()
  const rows = async (query: string) =>
    (await download(staff, `/products/export?format=csv&${query}`)).toString().trimEnd().split('\r\n').length - 1
  expect(await rows('q=nothing')).toBe(1)
  expect(await rows('visibility=selected&availability=in_stock')).toBe(0)
  expect(await rows('brand=none')).toBe(0)
  const refused = await staff.get('/products/export?format=pdf')
  expect([refused.status, refused.body.error.issues[0].path]).toEqual([400, 'format'])
})

test("a customer's price list is that of its portal, its agreed prices can be pasted again, and others' are not found", async () => {
  const { workspace, staff } = await shop()
  const customerId = await givenCustomer(workspace, { accountCode: 'CASTLE' })
  await givenAgreedPrice(workspace, customerId, '1E5', {
    unit: 99,
    minQty: 5,
    startsAt: '2027-01-05T00:00:00Z',
    endsAt: '2027-02-06T00:00:00Z',
  })
  await givenAgreedPrice(workspace, customerId, '1E5', { unit: 199 })
  const list = await download(staff, `/customers/${customerId}/price-list?format=csv`)
  expect(list.toString().split('\r\n')).toContain("1E5,'Nothing else,,,,each,1,1,1.99,GBP,ex VAT,2026-03-02,")
  // It never becomes the list prices of products.
  const { kind, problems } = (await uploadImport(service, staff, 'list.csv', list)).body.data
  expect([kind, problems]).toEqual([
    'agreed_prices',
    ['No column is used as Customer: choose one, or give every row the same value.'],
  ])
  expect((await download(staff, `/customers/${customerId}/price-list?format=pdf`)).subarray(0, 5).toString()).toBe(
    '%PDF-',
  )
  const agreed = (await download(staff, `/customers/${customerId}/agreed-prices/export?format=csv`)).toString()
  expect(readPastedPrices(agreed, undefined, GBP).entries.map(({ row }) => row)).toEqual([
    { line: 2, sku: '1E5', unit: 199, minQty: 1, startsOn: null, endsOn: null },
    { line: 3, sku: '1E5', unit: 99, minQty: 5, startsOn: '2027-01-05', endsOn: '2027-02-05' },
  ])
  const stranger = await givenMember(service, await service.workspace(), 'owner')
  expect((await stranger.get(`/customers/${customerId}/price-list?format=csv`)).status).toBe(404)
})

test('customers are exported with their terms and discounts, those that match', async () => {
  const { workspace, staff } = await shop()
  const customerId = await givenCustomer(workspace, { accountCode: '=CASTLE' })
  await givenDiscount(workspace, customerId, 1000)
  await givenDiscount(workspace, customerId, 1250, { brandId: await idOf(workspace, 'brands', '@Hollin') })
  const lines = (await download(staff, '/customers/export?format=csv&q=castle&active=true')).toString().split('\r\n')
  expect(lines[1]).toBe("'=CASTLE,Quay Café,,,,,,,,no,,yes,10%,'@Hollin 12.5%,,")
  expect(lines).toHaveLength(3)
  const workbook = await download(staff, '/customers/export?format=xlsx')
  expect(workbook.subarray(0, 2).toString()).toBe('PK')
})

test('a customer with very many discounts has a cell that a spreadsheet takes, and says how many are left out', async () => {
  const { workspace, staff } = await shop()
  await send(
    workspace,
    items(100, (i) => ({ brand: `Brand ${i}` })),
  )
  const customerId = await givenCustomer(workspace, { accountCode: 'MANY' })
  const brands = (await workspace.get('/brands')).body.data as { id: string }[]
  for (const { id } of brands) await givenDiscount(workspace, customerId, 1000, { brandId: id })
  const csv = (await download(staff, '/customers/export?format=csv&q=many')).toString()
  expect(csv).toContain('| Brand 98 10% | and 1 more')
  const discounts = (await download(staff, '/customers/discounts/export?format=csv&q=many')).toString()
  expect(discounts.trimEnd().split('\r\n')).toHaveLength(1 + 101)
})
