import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { workbook } from '../given/workbook.ts'
import { useService } from '../given/service.ts'
import { importingStaff } from '../given/import.ts'
import { importFile, sendFile } from '../given/sent-import.ts'
import { givenCustomer, item, send } from '../given/given.ts'
import { allProducts } from '../given/whole-catalogue.ts'

const service = useService()

/** The products that a file makes, as `[sku, name, list price]`, and why its other rows are rejected. */
async function imported(body: string | Buffer, query: Record<string, string> = {}, currency = 'EUR') {
  const workspace = await service.workspace({ currency })
  const { id, message } = await importFile(service, workspace, body, query)
  const all = (await allProducts(workspace)).map(({ sku, name, price }: any) => [sku, name, price?.list ?? null])
  const products = all.toSorted(([a], [b]) => (a < b ? -1 : 1))
  const rejects = await workspace.get(`/imports/${id}/rejects`)
  const text: string = rejects.body.replaceAll('""', '"')
  return { products, message, rejects: text, workspace }
}

/** Why a file is refused as a whole. */
async function refused(body: string | Buffer, query: Record<string, string> = {}): Promise<string> {
  const workspace = await service.workspace({ currency: 'EUR' })
  const { status, body: answer } = await sendFile(service, workspace, body, query)
  expect(status).toBe(400)
  return answer.error.issues[0].message
}

test.for([
  ['a name', 'SKU,Name,Price,Unit\r\nA,"5 pipe,12.00,each\r\nB,Elbow,3.00,each\r\nC,"Clip",14.00,each\r\n'],
  ['a name, up to an inch sign', 'SKU,Name,Price,Unit\nA,"5 pipe,12.00,each\nB,Elbow,3.00,each\nC,3" tee,14.00,each\n'],
  [
    'a name, up to an inch sign at the end',
    'SKU,Name,Price,Unit\nA,"5 pipe,12.00,each\nB,Elbow,3.00,each\nC,Tee 3",14.00,each\n',
  ],
  ['the last column', 'SKU,Unit,Price,Size\nA,each,12.00,"5\nB,each,3.00,4\nC,each,14.00,3"\n'],
  ['the SKU', 'SKU,Name,Price,Unit\n"A1,Pipe,12.00,each\nB2,Elbow,3.00,each\nC3",Tee,14.00,each\n'],
  ['tabs', 'SKU\tName\tPrice\tUnit\nA\t"5 pipe\t1.00\teach\nB\tElbow\t2.00\teach\nC\t"Tee"\t3.00\teach\n'],
  ['semicolons', 'SKU;Name;Price;Unit\nA;"5 pipe;1,00;each\nB;Elbow;2,00;each\nC;"Tee";3,00;each\n'],
] as const)('a quote left open is refused with its line, and takes no price of another row: %s', async ([, body]) => {
  expect(await refused(body)).toMatch('cannot be read as CSV from line 2 on: a quote is not closed')
})

test('a quote left open is refused in files of customers and of agreed prices, and in pasted prices', async () => {
  const customers = 'Account code,Name,Notes\nK1,Quay,"5 rooms\nK2,Harbour,"two"\n'
  expect(await refused(customers, { kind: 'customers' })).toMatch('from line 2 on')
  const { workspace, staff } = await importingStaff(service, 'EUR')
  await send(workspace, [item({ sku: 'A-1' }), item({ sku: 'A-2' })])
  const id = await givenCustomer(workspace, { accountCode: 'K1' })
  const text = 'SKU\tPrice\tName\nA-1\t1.00\t"5 pipe\nA-2\t3.00\t"Tee"'
  const { status, body } = await staff.post(`/customers/${id}/agreed-prices/paste/check`, { text })
  expect([status, body.error?.issues?.[0]?.message]).toEqual([400, 'A quote is not closed in row 2.'])
})

test('line breaks, delimiters and quotes inside closed quotes stay', async () => {
  const body =
    'SKU,Name,Price,Unit,Description\n' +
    'A,"Pipe ""5""",1.00,each,"""Best"" pipe\nof 2026, 5 bar"\n' +
    'B,"Pipe 5" long",2.00,each,"Sizes:\n4, 5, 6, 7, 8\r\n\r\nColours:red,blue"\n' +
    'C,"Two\nlines 1,5",3.00,each,"one, two"\n'
  const { products } = await imported(body)
  expect(products).toEqual([
    ['A', 'Pipe "5"', 100],
    ['B', '"Pipe 5" long"', 200],
    ['C', 'Two\nlines 1,5', 300],
  ])
})

test('thousands with a point are asked about, dashes for decimals are read, and neither moves a price a thousandfold', async () => {
  const body = 'SKU;Name;Price;Unit\nA;Truck;1.250;each\nB;Barrow;980;each\nC;Broom;12,-;each\nD;Rake;€ 12.–;each\n'
  const { products, rejects } = await imported(body)
  expect(products.map(([sku, , price]) => [sku, price])).toEqual([
    ['B', 98_000],
    ['C', 1_200],
    ['D', 1_200],
  ])
  expect(rejects).toContain('"1.250" could be thousands or a fraction')
  const proven = await imported(body.replace('1.250;', '1.250,-;'))
  expect(proven.products[0]).toEqual(['A', 'Truck', 125_000])
  const customers = await imported('Account code;Name;Credit limit;Open balance\nK1;Quay;25.000;\nK2;Pier;;1.500\n', {
    kind: 'customers',
  })
  expect(customers.rejects.match(/could be thousands/g)).toHaveLength(2)
})

const error = (code: string) => `<c t="e"><v>${code}</v></c>`
const inline = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
const sheetRow = (...cells: string[]) =>
  `<row>${cells.map((cell) => (cell.startsWith('<') ? cell : inline(cell))).join('')}</row>`

test('an error of the spreadsheet, and a formula without a value, are no values: their rows are rejected', async () => {
  const file = await workbook({
    sheets: {
      Prices: [
        sheetRow('SKU', 'Name', 'Price', 'Unit', 'Colour'),
        sheetRow('A', 'Lamp', '5', 'each', error('#REF!')),
        sheetRow('B', error('#N/A'), '5', 'each'),
        sheetRow('C', 'Lamp', '<c><f>B1*2</f><v></v></c>', 'each'),
        sheetRow('D', 'Lamp', '5', 'each', 'red'),
      ].join(''),
    },
  })
  const { products, rejects } = await imported(file)
  expect(products).toEqual([['D', 'Lamp', 500]])
  expect(rejects).toContain('"Colour" is #REF!, an error of the spreadsheet')
  expect(rejects).toContain('Name is #N/A, an error of the spreadsheet')
  expect(rejects).toContain('List price is a formula without a stored value')
  const csv = await imported('SKU;Name;Price;Unit\nA;Lamp;#BEZUG!;each\nB;#NV;5;each\nC;#1 lamp!;5;each\n')
  expect(csv.products.map(([sku]) => sku)).toEqual(['C'])
})

test('cells that a spreadsheet left out at the end of a row are blank', async () => {
  const body =
    'SKU;Name;Price;Unit;Colour;Note\nA;Hook;1,00;each;red;new\nB;Hook;2,00;each\nC;Hook;3,00;each;blue\nD;x;1;each;;;7\n'
  const { products, rejects } = await imported(body)
  expect(products.map(([sku]) => sku)).toEqual(['A', 'B', 'C'])
  expect(rejects).toContain('has 7 cells where the header has 6')
})

const ZWSP = '\u200b'

test('characters that nobody sees make no other code, brand or amount', async () => {
  const body =
    'SKU,Name,Price,Unit,Brand\n' +
    `C-1${ZWSP},Plug,1.00,each,Nordwerk${ZWSP}\n` +
    '\u200eC-2,Socket,\u200e2.00,each,Nord werk\n' +
    'C\u20113,Switch,\u00ad3.00,each,Nord\u00a0 werk\n' +
    'C-4,Lamp,4.00,each,Baker’s\n' +
    "C-5,Fuse,5.00,each,Baker's\n"
  const { products, workspace } = await imported(body)
  expect(products.map(([sku, , price]) => [sku, price])).toEqual([
    ['C-1', 100],
    ['C-2', 200],
    ['C-4', 400],
    ['C-5', 500],
    ['C‑3', 300],
  ])
  const brands = (await workspace.get('/brands')).body.data
  expect(brands.map(({ name }: any) => name)).toHaveLength(3)
  await send(workspace, [item({ sku: `c-1${ZWSP}`, name: `Pl${ZWSP}ug`, listPrice: 100 }), item({ sku: 'C-3' })])
  expect((await allProducts(workspace)).length).toBe(5)
  expect((await allProducts(workspace, `C-1${ZWSP}`)).map(({ name }: any) => name)).toEqual(['Plug'])
  const customer = await givenCustomer(workspace, { accountCode: `K\u20601` })
  const price = await workspace.get(`/prices?customer=k1${ZWSP}&sku=${encodeURIComponent('\u2060C-1')}`)
  expect([price.status, price.body.data?.sku]).toEqual([200, 'C-1'])
  expect(customer).toEqual(expect.any(String))
})

test('letters that need a joiner keep it in names', async () => {
  const name = 'می\u200cخواهم ق\u200dم'
  const { products } = await imported(`SKU,Name,Price,Unit\nP-1,${name}\u200c,1.00,each\n`)
  expect(products).toEqual([['P-1', name, 100]])
})

test.for([
  ['Price (inc VAT),Price (ex VAT)', '24.00,20.00', 2000],
  ['Price inc. VAT,Price excl. VAT', '24.00,20.00', 2000],
  ['Price (gross),Price (net)', '24.00,20.00', 2000],
  ['Price (old),Price (new)', '24.00,20.00', 2000],
  ['Price (RRP),Price (trade)', '24.00,20.00', 2000],
  ['Price (per 100),Price', '2000.00,20.00', 2000],
  ['Price (EUR),Stock', '20.00,3', 2000],
  ['EUR price,Stock', '20.00,3', 2000],
  ['Price [€],Stock', '20.00,3', 2000],
  ['RRP (€),Trade price', '24.00,20.00', 2000],
] as const)('what stands in parentheses decides which column is the price: %s', async ([columns, cells, price]) => {
  const { products } = await imported(`SKU,Name,Unit,${columns}\nA,Kettle,each,${cells}\n`)
  expect(products).toEqual([['A', 'Kettle', price]])
})

test('a price with tax, of many units or of before is taken only if it is asked for, and never another currency', async () => {
  for (const name of ['Price (incl. VAT)', 'Gross price', 'Price (per 100)', 'Price per 1,000', 'Price (old)']) {
    const file = `SKU;Name;Unit;${name}\nA;Kettle;each;24.00\n`
    expect(await refused(file)).toContain(`The column "${name}" may be no list price`)
    const { products } = await imported(file, { 'map.listPrice': name })
    expect(products).toEqual([['A', 'Kettle', 2400]])
  }
  for (const name of ['Price (USD)', 'Price ($)', 'Price USD', 'Price in USD', 'USD price']) {
    const { products, rejects } = await imported(`SKU,Name,Unit,${name}\nA,Kettle,each,24.00\n`)
    expect([products, rejects.includes('is not in EUR')]).toEqual([[], true])
  }
})

test('a form, and a body or file that is compressed, are refused with what to send instead', async () => {
  const workspace = await service.workspace()
  const post = (body: FormData | Buffer, headers: Record<string, string> = {}) =>
    service.call('POST', '/imports?kind=products', { key: workspace.key, headers, body: body as FormData })
  const form = new FormData()
  form.set('file', new Blob(['SKU,Name\nA,B\n']), 'prices.csv')
  const zipped = gzipSync('SKU,Name\nA,B\n')
  const answers = [
    await post(form),
    await post(zipped, { 'content-encoding': 'gzip', 'content-type': 'text/csv' }),
    await post(zipped, { 'content-type': 'text/csv' }),
  ]
  expect(answers.map(({ status, body }) => [status, body.error.issues?.[0]?.message ?? body.error.message])).toEqual([
    [400, expect.stringContaining('Send the file itself as the body')],
    [400, expect.stringContaining('The body is compressed')],
    [400, 'The file is compressed (.gz). Unpack it, and send what is in it.'],
  ])
  expect((await workspace.get('/imports')).body.data).toEqual([])
})

test('a guessed encoding is told, and can be said instead; a character that cannot be read rejects its row', async () => {
  const polish = Buffer.from(
    'SKU;Name;Price;Unit\nA;\x8cruba \xbf\xf3\xb3ta;1,00;szt\nB;Wkr\xeat d\xb3ugi;2,00;szt\n',
    'latin1',
  )
  const guessed = await imported(polish)
  expect(guessed.products).toEqual([
    ['A', 'Śruba żółta', 100],
    ['B', 'Wkręt długi', 200],
  ])
  expect(guessed.message).toContain('The encoding of the file is a guess: windows-1250.')
  const said = await imported(polish, { encoding: 'windows-1252' })
  expect([said.products[0]![1], said.message]).toEqual(['Œruba ¿ó³ta', null])
  const mixed = Buffer.from('SKU,Name,Price,Unit\nA,CrÃ¨me brÃ»lÃ©e,1.00,each\nB,Fl\xe8che,2.00,each\n', 'latin1')
  const { products, message, rejects } = await imported(mixed)
  expect(products).toEqual([['A', 'Crème brûlée', 100]])
  expect(message).toContain('Some characters of the file are not UTF-8')
  expect(rejects).toContain('Name has a character that cannot be read')
})
