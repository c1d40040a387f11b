import { inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readEditablePortal, updatePortalSettings } from '../../server/src/portal/portal-settings.ts'
import { sendQuote } from '../../server/src/orders/quotes/settle-quote.ts'
import { editQuote } from '../../server/src/orders/quotes/write-quote.ts'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { FROM_PAGE } from '../given/app-api-calls.ts'
import { pageOperations } from '../given/app-api-operations.ts'
import type { PageOperation } from '../given/app-api-operations.ts'
import { alter, done, find, givenAgreedPrice, givenDiscount, idOf, item, send } from '../given/given.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import type { TestBuyer } from '../given/buyer.ts'
import { seen, tryAsking } from '../given/colleagues.ts'
import { orderingShop } from '../given/order.ts'
import { pdfTexts } from '../given/pdf-texts.ts'

// Everything that the portal answers is read here for what a buyer may not know, whoever adds an operation.
const service = useService()
const UNKNOWN = '01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a'

type Ids = Record<string, string>

/** Reads first, then what changes something, and the reads again. */
async function everyAnswer(buyer: TestBuyer, ids: Ids, lines: object[]): Promise<Map<string, string>> {
  const all = pageOperations(service).filter(({ path }) => path.startsWith('/portal/'))
  const answers = new Map<string, string>()
  const call = async (operation: PageOperation, round: string) => {
    const [path, place] = [operation.path.replace('{slug}', buyer.slug), operation.path.split('/')[3]!]
    const body = operation.body?.((field) => ids[field] ?? UNKNOWN) as object | undefined
    const query = operation.id === 'suggestBuyersSearch' ? '?q=secrte' : ''
    const response = await fetch(
      `${service.url}/app-api${path.replaceAll(/\{\w+\}/g, ids[place] ?? UNKNOWN)}${query}`,
      {
        method: operation.method,
        headers: { cookie: `session=${buyer.token}`, ...FROM_PAGE },
        ...(body && { body: JSON.stringify('lines' in body ? { ...body, lines } : body) }),
      },
    )
    const text = textOf(Buffer.from(await response.arrayBuffer()))
    if (operation.method === 'GET' && round === 'before')
      expect([operation.id, response.status]).toEqual([operation.id, 200])
    answers.set(`${round} ${operation.id}`, text)
  }
  const reads = all.filter(({ method }) => method === 'GET')
  for (const operation of reads) await call(operation, 'before')
  for (const operation of all) if (operation.method !== 'GET') await call(operation, 'write')
  for (const operation of reads) await call(operation, 'after')
  return answers
}

/** The text of an answer; of a document, what is printed; of a workbook, that of the files in it. */
function textOf(bytes: Buffer): string {
  if (bytes.subarray(0, 4).toString() === '%PDF') return pdfTexts(bytes).flat().join('\n')
  if (bytes.subarray(0, 2).toString() !== 'PK') return bytes.toString()
  let text = ''
  for (let at = bytes.indexOf('PK\x03\x04'); at !== -1; at = bytes.indexOf('PK\x03\x04', at + 4)) {
    const begin = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
    text += inflateRawSync(bytes.subarray(begin)).toString()
  }
  return text
}

const ID_OR_TIME = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z/g

/** The answers that hold one of these texts. The digits of an id or a time are anybody's. */
function telling(answers: Map<string, string>, secrets: readonly string[]): string[] {
  return [...answers].flatMap(([name, text]) => {
    const told = text.replaceAll(ID_OR_TIME, '')
    return secrets.filter((secret) => told.includes(secret)).map((secret) => `${name}: ${secret}`)
  })
}

async function show(workspace: TestWorkspace, shown: { showListPrices: boolean; showCandidates: boolean }) {
  const settings = await readEditablePortal(workspace.context)
  await updatePortalSettings(workspace.context, { ...settings, allowColleagues: true, ...shown })
}

/** A buyer with an order, a list and a basket of what they see now, and a colleague who waits for an approval. */
async function shop() {
  const { workspace, customerId } = await orderingShop(service)
  const buyer = await givenSignedInBuyer(service, workspace, customerId)
  const helper = await givenSignedInBuyer(service, workspace, customerId, { name: 'Hal Helper', order_limit: 0 })
  const lines = {
    lines: [
      { sku: 'PLATE', qty: 1 },
      { sku: 'BOWL', qty: 1 },
    ],
  }
  const fill = async () => {
    const { basket } = await done(buyer.post('/basket/lines', lines))
    await done(helper.post('/basket/lines', lines))
    await done(tryAsking(helper))
    const list = await done(buyer.post('/lists', { name: 'Weekly' }))
    const order = await done(buyer.post('/basket/order', seen(basket)))
    await done(buyer.post('/basket/lines', lines))
    const quote = await done(buyer.post('/quotes', {}))
    await editQuote(workspace.context, {
      id: quote.id,
      version: 1,
      lines: lines.lines.map((line) => ({ ...line, unit: 1_234 })),
      validUntil: '2026-03-30',
    })
    await sendQuote(workspace.context, { id: quote.id, version: 2, lowPrices: true })
    const { id } = await find(workspace, 'PLATE')
    return {
      quotes: quote.id,
      products: id,
      lines: id,
      productId: id,
      orders: order.id,
      lists: list.id,
      'approval-requests': (await done(helper.get('/approval-requests')))[0].id,
      colleagues: helper.id,
    }
  }
  return { workspace, customerId, buyer, lines: lines.lines, fill }
}

test('without list prices, nothing that is sent tells a list price or a discount', async () => {
  const { workspace, customerId, buyer, lines, fill } = await shop()
  const prices = [item({ sku: 'PLATE', name: 'Azure plate', brand: 'Hollin', listPrice: 791_957 })]
  await send(workspace, prices)
  await alter(workspace, 'PLATE', { list_price: 791_957 })
  await givenDiscount(workspace, customerId, 1373, { brandId: await idOf(workspace, 'brands', 'Hollin') })
  await givenDiscount(workspace, customerId, 1151)
  await givenAgreedPrice(workspace, customerId, 'PLATE', { unit: 600_011, minQty: 12 })
  // What was shown while list prices were is kept with baskets and orders.
  await show(workspace, { showListPrices: true, showCandidates: true })
  const ids = await fill()
  const loser = Math.round(791_957 * 0.8849)
  const secrets = ['791957', '7919.57', '7,919.57', '13.73', '1373', '11.51', '1151', `${loser}`]
  expect(
    telling(new Map([['page', JSON.stringify(await done(buyer.get(`/products/${ids.products}`)))]]), secrets),
  ).toHaveLength(6)

  await alter(workspace, 'PLATE', { list_price: 801_957 })
  await show(workspace, { showListPrices: false, showCandidates: true })
  const answers = await everyAnswer(buyer, ids, lines)
  expect(telling(answers, [...secrets, '801957', '8019.57', `${Math.round(801_957 * 0.8849)}`])).toEqual([])
  expect(answers.get('before readBuyersProduct')).toContain('Discount on Hollin')
  const mails = await workspace.context.db
    .selectFrom('mail')
    .select('text')
    .where('recipient', '=', buyer.email)
    .execute()
  expect(telling(new Map([['mail', JSON.stringify(mails)]]), secrets)).toEqual([])
})

test('nothing tells what became of a product since it was hidden', async () => {
  const { workspace, buyer, lines, fill } = await shop()
  const ids = await fill()
  await alter(workspace, 'PLATE', {
    sku: 'X-NEW-SKU',
    sku_key: 'x-new-sku',
    name: 'Secret launch',
    unit_label: 'secret crate',
    list_price: 791_957,
    visibility: 'selected',
  })
  await alter(workspace, 'BOWL', { sku: 'X-NEW-BOWL', sku_key: 'x-new-bowl', name: 'Secret bowl', active: false })
  // Another product has the old SKU now. It is not what was kept.
  await send(workspace, [item({ sku: 'PLATE', name: 'Another plate', listPrice: 1 })])
  const { products: _, ...others } = ids
  const answers = await everyAnswer(buyer, { ...others, products: (await find(workspace, 'PLATE')).id }, lines)
  expect(telling(answers, ['X-NEW', 'x-new', 'Secret', 'secret crate', '791957', '7919.57'])).toEqual([])
  for (const name of ['orderAgain', 'readSavedList', 'readBasket', 'readRequest']) {
    const text = answers.get(`before ${name}`)!
    expect([name, text]).toEqual([name, expect.stringContaining('Azure plate')])
    expect([name, text]).toEqual([name, expect.not.stringContaining('Another plate')])
  }
})
