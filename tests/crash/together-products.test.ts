import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { searchDocument } from '../../server/src/catalogue/search-words.ts'
import { useProcesses } from './processes.ts'
import { expectWhole } from './wholeness.ts'

const service = useProcesses()

/** How often everything that can come between must have done so: together they take some seconds. */
const ENOUGH = 10

/** A call as its caller saw it: of two of which one ended before the other began, the order is known. */
type Sent = { call: string; skus: string[]; began: number; ended: number; data: any }

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i)
const shuffled = <T>(list: readonly T[]) => list.toSorted(() => Math.random() - 0.5)
const inSomeCase = (text: string) => (Math.random() < 0.5 ? text.toLowerCase() : text.toUpperCase())

async function put(key: string, products: { sku: string }[], call: string, priceChangeId?: string): Promise<Sent> {
  const began = performance.now()
  const body = { products, ...(priceChangeId && { priceChangeId }) }
  const { status, text, body: answer } = await service.call(key, 'PUT', '/products', body)
  expect({ status, text }).toMatchObject({ status: 200 })
  const skus = products.map(({ sku }) => sku.toLowerCase())
  return { call, skus, began, ended: performance.now(), data: answer.data }
}

/** Whose values a product may have in the end: those of a call after which no other began. */
function lastOnes(sent: Sent[], sku: string): string[] {
  const touching = sent.filter(({ skus }) => skus.includes(sku))
  return touching.filter(({ ended }) => !touching.some(({ began }) => began > ended)).map(({ call }) => call)
}

const total = (sent: Sent[], field: string) => sent.reduce((sum, { data }) => sum + data[field], 0)

async function listed(key: string): Promise<any[]> {
  const products = []
  for (let offset: number | null = 0; offset !== null;) {
    const { body }: any = await service.call(key, 'GET', `/products?offset=${offset}`)
    products.push(...body.data)
    offset = body.nextOffset
  }
  return products
}

test('the same products created and changed by everyone, in any order and spelling, are one each, and the last call’s', async () => {
  const { newKey } = await service.workspace()
  const keys = await Promise.all(upTo(4).map((i) => newKey(`ERP ${i}`)))
  const client = async (who: number) => {
    const sent: Sent[] = []
    for (const round of upTo(6)) {
      const call = `${who}.${round}`
      const rows = shuffled(upTo(30))
        .slice(0, 20)
        .map((i) => ({
          sku: inSomeCase(`Part-${i}-é`),
          name: call,
          description: call,
          brand: inSomeCase(`Brand ${i % 3}`),
          category: inSomeCase('Range'),
          details: { call },
          listPrice: 100,
          unitLabel: 'each',
        }))
      sent.push(await put(keys[who % keys.length]!, rows, call))
    }
    return sent
  }
  const sent = (await Promise.all(upTo(12).map(client))).flat()
  const products = await listed(keys[0]!)
  expect(new Set(products.map(({ sku }) => sku.toLowerCase())).size).toBe(products.length)
  expect(total(sent, 'created')).toBe(products.length)
  expect(total(sent, 'created') + total(sent, 'updated')).toBe(12 * 6 * 20)
  for (const { sku, name, description, details } of products) {
    expect({ description, details }).toEqual({ description: name, details: { call: name } })
    expect(lastOnes(sent, sku.toLowerCase())).toContain(name)
  }
  const { body } = await service.call(keys[0]!, 'GET', '/brands')
  expect(body.data.map(({ name }: any) => name.toLowerCase())).toEqual(['brand 0', 'brand 1', 'brand 2'])
})

test('a draft filled by several keys, and published while they and others sync the same products, loses no price', async () => {
  const { workspaceId, newKey } = await service.workspace()
  const keys = await Promise.all(upTo(4).map((i) => newKey(`ERP ${i}`)))
  const row = (i: number, listPrice: number) => ({ sku: `P-${i}`, name: `P ${i}`, listPrice, unitLabel: 'each' })
  await put(
    keys[0]!,
    upTo(40).map((i) => row(i, 100)),
    'first',
  )
  const draft = (await put(keys[0]!, [row(0, 101)], 'draft')).data.priceChangeId as string

  const filled: Sent[] = []
  let refused = 0
  const fill = async (who: number) => {
    for (let n = 0; refused < keys.length; n++) {
      const listPrice = 1_000 + n * 10 + who
      const products = shuffled(upTo(40))
        .slice(0, 25)
        .map((i) => row(i, listPrice))
      const began = performance.now()
      const { status, body } = await service.call(keys[who]!, 'PUT', '/products', { products, priceChangeId: draft })
      if (status === 400) return void refused++
      const skus = products.map(({ sku }) => sku)
      filled.push({ call: String(listPrice), skus, began, ended: performance.now(), data: body.data })
    }
  }
  // Others change the same products, with drafts of their own.
  const others: Sent[] = []
  const sync = async (who: number) => {
    for (let n = 0; refused < keys.length; n++) {
      const rows = shuffled(upTo(40)).map((i) => row(i, 500_000 + n * 10 + who))
      others.push(await put(keys[who]!, rows, `${who}.${n}`))
    }
  }
  const publish = async () => {
    while (filled.length < 12) await setTimeout(5)
    return service.operate('price-change publish', { workspaceId, id: draft })
  }
  const [published] = await Promise.all([publish(), ...upTo(4).map(fill), ...upTo(2).map(sync)])
  expect(published).toMatchObject({ lineCount: 40, skipped: 0 })
  expect(refused).toBe(4)

  const { body } = await service.call(keys[0]!, 'GET', `/price-changes/${draft}?limit=100`)
  expect({ count: body.data.lineCount, lines: body.data.lines.length }).toEqual({ count: 40, lines: 40 })
  const prices = new Map(body.data.lines.map(({ sku, newPrice }: any) => [sku, newPrice]))
  const products = await listed(keys[0]!)
  expect(new Map(products.map(({ sku, price }) => [sku, price.list]))).toEqual(prices)
  for (const [sku, price] of prices) {
    const possible = lastOnes(filled, sku as string)
    if (possible.length > 0) expect(possible).toContain(String(price))
  }
  // Each of the others' calls found a price to change, and put all of them into a draft of its own.
  expect(new Set(others.map(({ data }) => data.priceChangeId)).size).toBe(others.length)
  expect(others.map(({ data }) => data.priceChanges)).toEqual(others.map(() => 40))
})

test('brands renamed and merged, and products and customers deleted, while all of them are synced and ordered, break nothing', async () => {
  const { workspaceId, newKey } = await service.workspace()
  const key = await newKey('ERP')
  const codes = ['QUAY', 'COVE', 'BAY']
  const putCustomers = async () => {
    const customers = codes.map((accountCode) => ({ accountCode, name: accountCode }))
    expect((await service.call(key, 'PUT', '/customers', { customers })).status).toBe(200)
  }
  const rows = (call: string) =>
    shuffled(upTo(30))
      .slice(0, 25)
      .map((i) => ({
        sku: `P-${i}`,
        name: `Name ${call}`,
        listPrice: 100 + Math.floor(Math.random() * 5),
        unitLabel: 'each',
        brand: `Brand ${Math.floor(Math.random() * 4)}`,
        category: `Range ${Math.floor(Math.random() * 2)}`,
        ...(i % 3 === 0 && { onlyFor: shuffled(codes).slice(0, 2) }),
      }))
  await putCustomers()
  let ending = false
  const until = async (work: (n: number) => Promise<unknown>) => {
    for (let n = 0; !ending; n++) await work(n)
  }
  const any = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)]!
  const brand = () => `Brand ${any(upTo(7))}`
  const done = { orders: 0, deleted: 0, renamed: 0, published: 0 }
  const count = async (what: keyof typeof done, trying: Promise<unknown>) => {
    if (await trying) done[what]++
  }
  const everything = [
    ...upTo(4).map((who) => until((n) => put(key, rows(`${who}.${n}`), ''))),
    until(putCustomers),
    until(async () => {
      await count(
        'renamed',
        service.tryTo('group rename', { workspaceId, grouping: 'brand', name: brand(), to: brand() }),
      )
      await count(
        'renamed',
        service.tryTo('group merge', { workspaceId, grouping: 'brand', name: brand(), to: brand() }),
      )
    }),
    until(async () => {
      await count('deleted', service.tryTo('product delete', { workspaceId, sku: `P-${any(upTo(30))}` }))
      await count('deleted', service.tryTo('customer delete', { workspaceId, customer: any(codes) }))
    }),
    until(async () => {
      const customer = any(codes)
      const lines = [...new Set([any(upTo(30)), any(upTo(30))])].map((i) => ({ sku: `P-${i}`, qty: 2 }))
      await count('orders', service.tryTo('order place', { workspaceId, customer, lines }))
      const sku = `P-${any(upTo(30))}`
      await service.tryTo('agreed-price set', { workspaceId, customer, sku, unit: '1.00' })
      const on = { brand: brand() }
      await service.tryTo('discount set', { workspaceId, customer, on, discountBp: '500' })
    }),
    until(async () => {
      const { body } = await service.call(key, 'GET', '/price-changes?limit=5')
      const open = body.data.filter(({ status }: any) => status === 'draft')
      if (open.length > 0)
        await count('published', service.tryTo('price-change publish', { workspaceId, id: any<any>(open).id }))
      await service.call(key, 'GET', '/products?customer=QUAY')
    }),
  ]
  const enough = async () => {
    while (Object.values(done).some((times) => times < ENOUGH)) await setTimeout(20)
    ending = true
  }
  await Promise.all([enough(), ...everything]).finally(() => (ending = true))
})

test('and nothing of all that is half done, or found under another name than its own', async () => {
  await service.endAndLook(async (db) => {
    await expectWhole(db)
    const { rows } = await sql<any>`
      select p.workspace_id, p.sku, p.name, p.description, b.name as brand, c.name as category,
        array_to_string(array(select lexeme from unnest(p.search) order by 1), ' ') as search
      from product p
      left join brand b on b.workspace_id = p.workspace_id and b.id = p.brand_id
      left join category c on c.workspace_id = p.workspace_id and c.id = p.category_id`.execute(db)
    expect(rows.length).toBeGreaterThan(60)
    const words = await Promise.all(
      rows.map(async ({ workspace_id, ...product }) => {
        const document = searchDocument(workspace_id, product)
        const made = await sql<any>`select
          array_to_string(array(select lexeme from unnest(${document}::tsvector) order by 1), ' ') as search`.execute(
          db,
        )
        return { sku: product.sku, found: product.search, wanted: made.rows[0].search }
      }),
    )
    expect(words.filter(({ found, wanted }) => found !== wanted)).toEqual([])
  })
})
