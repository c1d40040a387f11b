import { expect, test } from 'vitest'
import { callAppApi, FROM_PAGE } from '../given/app-api-calls.ts'
import { done, givenCustomer, invalidFields, item, refusal, send } from '../given/given.ts'
import { givenMember } from '../given/member.ts'
import { useService } from '../given/service.ts'
import { ubl, wanted } from '../given/ubl.ts'
import { workbook } from '../given/workbook.ts'

const service = useService()

async function desk() {
  const workspace = await service.workspace()
  const customer = await givenCustomer(workspace, { accountCode: 'QUAY' })
  await send(workspace, [
    item({ sku: 'PL-1', name: 'Azure plate', listPrice: 810, gtin: '5012345678900' }),
    item({ sku: 'BO-2', name: 'Azure bowl', listPrice: 400, unitLabel: 'case of 6' }),
    item({ sku: 'CU-3', name: 'Azure cup', listPrice: 320 }),
    item({ sku: '1001', name: 'Saucer', listPrice: 100 }),
  ])
  await done(workspace.put('/customer-codes', { customer, codes: [{ sku: 'CU-3', code: 'Q-CUP' }] }))
  const staff = await givenMember(service, workspace, 'manager')
  const read = (text: string) => staff.post('/orders/read', { customer: 'quay', text })
  const upload = (body: string | Buffer, who = 'QUAY') =>
    callAppApi(service, staff.token, 'POST', `/console/${staff.slug}/orders/file?customer=${who}`, {
      headers: FROM_PAGE,
      body: body as string,
    })
  return { workspace, staff, read, upload }
}

const row = (cells: string[]) => `<row>${cells.map((cell) => `<c t="str"><v>${cell}</v></c>`).join('')}</row>`

/** "PL-1 × 12 at 770", and what is asked. */
const inWords = ({ lines }: any): string[] =>
  lines.map(({ sku, code, qty, problem, choices, expected }: any) => {
    const price = expected && (expected.problem ?? expected.unit)
    const offers = choices.map((one: any) => `${one.qty ?? '-'} of ${one.sku}`).join(' or ')
    return `${sku ?? `“${code}”`} × ${qty ?? '-'} at ${price}${problem ? `; ${problem.message} ${offers}`.trimEnd() : ''}`
  })

test('an order as UBL: by all three codes, with its number, its day, and a price per 100', async () => {
  const { upload } = await desk()
  const order = await done(
    upload(
      ubl(
        [
          { sellers: 'PL-1', qty: '12', price: '7.70' },
          { buyers: 'q-cup', qty: '3.0', price: '320', per: '100' },
          { gtin: '05012345678900', buyers: 'ANY', qty: '1', unit: 'C62', price: '7.7000' },
          { sellers: 'BO-2', qty: '2', unit: 'XCS' },
        ],
        { more: `<cbc:CustomerReference>Kitchen &amp; bar</cbc:CustomerReference>${wanted('2026-03-05')}` },
      ),
    ),
  )
  expect(inWords(order)).toEqual(['PL-1 × 12 at 770', 'CU-3 × 3 at 320', 'PL-1 × 1 at 770', 'BO-2 × 2 at null'])
  expect(order).toMatchObject({
    poNumber: 'PO-4711',
    wantedOn: '2026-03-05',
    remarks: ['Customer reference: Kitchen & bar'],
    leftOut: [],
  })
})

test('what UBL leaves unclear is asked: units, fractions, codes that mean different products, or none', async () => {
  const { upload } = await desk()
  const order = await done(
    upload(
      ubl(
        [
          { sellers: 'PL-1', qty: '2', unit: 'CS', price: '7.70' },
          { sellers: 'BO-2', qty: '2', unit: 'EA', price: '4.00' },
          { sellers: 'CU-3', qty: '2.5', price: '3.20' },
          { sellers: 'CU-3', gtin: '5012345678900', qty: '1', price: '7.755' },
          // Our SKU, but where the customer's own part number stands.
          { buyers: '1001', qty: '4', price: '-1' },
          { sellers: 'PL-', qty: '1', price: '7.75', per: '100' },
          { buyers: 'BO', qty: '1', name: 'Bowls' },
        ],
        { more: wanted('2026-03-05', '2026-03-09') },
      ),
    ),
  )
  expect(inWords(order)).toEqual([
    'PL-1 × - at 770; “2 CS” is not clear, as this is sold by “each”. How many? 2 of PL-1',
    'BO-2 × - at 400; “2 EA” is not clear, as this is sold by “case of 6”. How many? 2 of BO-2',
    "CU-3 × - at 320; “2.5 EA” isn't a whole number. How many?",
    '“CU-3” × 1 at “7.755” has three decimals, GBP has two. What is the price of one?; “CU-3” can mean several products. Which is meant? 1 of CU-3 or 1 of PL-1',
    '“1001” × 4 at “-1” is of another unit, or no amount. What is the price of one?; No product has the code “1001”. Which is meant? 4 of 1001',
    '“PL-” × 1 at “7.75 per 100” is no whole amount for one. What is the price of one?; No product has the code “PL-”. Which is meant? 1 of PL-1',
    '“BO” × 1 at null; No product has the code “BO”. Which is meant? - of BO-2',
  ])
  expect(order).toMatchObject({ wantedOn: null, remarks: ['It is wanted from 2026-03-05 to 2026-03-09.'] })
  expect(order.lines[5].choices).toEqual([{ sku: 'PL-1', name: 'Azure plate', qty: 1 }])
})

test('a mail, a table and a workbook: prices with points and commas, and one product at two prices stays two lines', async () => {
  const { read, upload } = await desk()
  const mail = await done(
    read('Hi,\nour order no. 4711\n12 x PL-1 @ £7.70\n3 x Q-CUP at 3,20 each\n2 x PL-1 @ £7.50\nBye'),
  )
  expect(inWords(mail)).toEqual(['PL-1 × 12 at 770', 'CU-3 × 3 at 320', 'PL-1 × 2 at 750'])
  expect(mail).toMatchObject({ poNumber: '4711', leftOut: [{ text: 'Hi,' }, { text: 'Bye' }] })
  const csv =
    'Bestellnummer: 77\nPos;Artikel;Menge;ME;Einzelpreis;PE\n1;PL-1;12;Stk;7,70;1\n2;BO-2;2;Stk;400,00;100\n3;XY-9;1;Stk;1,00;1'
  expect(inWords(await done(upload(csv)))).toEqual([
    'PL-1 × 12 at 770',
    'BO-2 × - at 400; “2 Stk” is not clear, as this is sold by “case of 6”. How many? 2 of BO-2',
    '“XY-9” × 1 at 100; No product has the code “XY-9”. Which is meant?',
  ])
  const sheet = [
    ['SKU', 'Qty', 'Price (GBP)'],
    ['CU-3', '5', '3.25'],
  ]
    .map(row)
    .join('')
  expect(inWords(await done(upload(await workbook({ sheets: { A: sheet } }))))).toEqual(['CU-3 × 5 at 325'])
})

const refused = async (answer: Promise<any>) => {
  const found = await answer
  expect(found.status).toBe(400)
  return found.body.error.issues[0].message as string
}

test('several orders, none, and prices in another currency are refused in words', async () => {
  const { read, upload, staff } = await desk()
  expect(await refused(read('PO: 4711\nPL-1 2\nPO: 4712\nPL-1 3'))).toBe(
    'This has several orders: 4711, 4712. Read one at a time.',
  )
  expect(await refused(read('Dear Jo'))).toBe('This has no lines of an order: a code and a quantity each.')
  expect(await refused(read('12 x PL-1 @ €7.70'))).toContain('in another currency than GBP')
  expect(await refused(upload(ubl([{ sellers: 'PL-1' }], { currency: 'EUR' })))).toContain(
    'in another currency than GBP: “EUR”',
  )
  const one = ubl([{ sellers: 'PL-1' }]).replace(/<\?xml.*\?>/, '')
  expect(await refused(upload(`<Orders>${one}${one}</Orders>`))).toContain('several orders')
  expect(await refused(upload(one + one))).toMatch(/several orders|not well-formed/)
  expect(await refused(upload(ubl([])))).toContain('has no lines')
  expect(await refused(upload(`<Invoice>${one.replaceAll('Order', 'Bill')}</Invoice>`))).toContain('it is a “Invoice”')
  expect(invalidFields(await staff.post('/orders/read', { customer: 'QUAY', text: '' }))).toEqual(['text'])
  expect(await staff.post('/orders/read', { customer: 'NONE', text: 'PL-1 2' })).toEqual(refusal(404, 'not_found'))
  expect(await upload(one, 'NONE')).toEqual(refusal(404, 'not_found'))
})

test('hostile XML is refused soon, and nothing of the machine is read', async () => {
  const { upload } = await desk()
  const good = ubl([{ sellers: 'PL-1' }])
  const typed = (doctype: string, name: string) => good.replace('<Order ', `${doctype}<Order `).replace('Ware', name)
  const bombs = {
    entity: typed('<!DOCTYPE Order [<!ENTITY x SYSTEM "file:///etc/passwd">]>', '&x;'),
    laughs: typed('<!DOCTYPE Order [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>', '&b;'),
    deep: good.replace('Ware', `${'<a>'.repeat(200_000)}`),
    unclosed: good.slice(0, -20),
    long: good.replace('Ware', 'x'.repeat(600_000)),
    twice: good.replace('</cbc:Quantity>', '</cbc:Quantity><cbc:Quantity>9</cbc:Quantity>'),
    lines: ubl(Array.from({ length: 1_001 }, () => ({ sellers: 'PL-1' }))),
    wide: `<Order>${'<OrderLine/>'.repeat(300_000)}</Order>`,
  }
  for (const [name, xml] of Object.entries(bombs)) {
    const started = performance.now()
    expect(`${name}: ${await refused(upload(xml))}`).not.toContain('root:')
    expect(performance.now() - started).toBeLessThan(20_000)
  }
})
