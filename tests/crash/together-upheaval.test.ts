import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { searchDocument } from '../../server/src/catalogue/search/search-words.ts'
import type { Database } from '../../server/src/database/tables.ts'
import { until } from '../given/until.ts'
import { chance, oneOf, shuffled } from './chance.ts'
import { useProcesses } from './processes.ts'
import { put, upTo } from './sent.ts'
import { expectWhole } from './wholeness.ts'

const service = useProcesses()

/** How often everything that can come between must have done so: together they take some seconds. */
const ENOUGH = 5
const CODES = ['QUAY', 'COVE', 'BAY']
const PRODUCTS = upTo(30)

const sku = () => `P-${oneOf(PRODUCTS)}`

const row = (i: number, call: string) => ({
  sku: `P-${i}`,
  name: `Name ${call}`,
  listPrice: 100 + Math.floor(chance() * 5),
  unitLabel: 'each',
  brand: `Brand ${oneOf(upTo(4))}`,
  category: `Range ${oneOf(upTo(2))}`,
  ...(i % 3 === 0 && { onlyFor: shuffled(CODES).slice(0, 2) }),
})

test('brands renamed and merged, products and customers deleted, while all of them are synced and ordered, break nothing', async () => {
  const { workspaceId, newKey } = await service.workspace()
  const key = await newKey('ERP')
  const done = { orders: 0, deleted: 0, renamed: 0, merged: 0, published: 0 }
  const count = async (what: keyof typeof done, trying: Promise<unknown>) => void ((await trying) && done[what]++)

  const sync = (call: string) =>
    put(
      service,
      key,
      shuffled(PRODUCTS)
        .slice(0, 25)
        .map((i) => row(i, call)),
    )
  const syncCustomers = async () => {
    const customers = CODES.map((accountCode) => ({ accountCode, name: accountCode }))
    expect((await service.call(key, 'PUT', '/customers', { customers })).status).toBe(200)
  }
  /** One that is there now, if it still is when it is named. */
  const brand = async (): Promise<string> => oneOf<any>((await service.call(key, 'GET', '/brands')).body.data).name
  const regroup = async (n: number) => {
    await count('renamed', service.tryTo('brand rename', { workspaceId, name: await brand(), to: `New ${n}` }))
    const [name, to] = [await brand(), await brand()]
    await count('merged', service.tryTo('brand merge', { workspaceId, name, to, yes: true }))
  }
  const remove = async () => {
    await count('deleted', service.tryTo('product delete', { workspaceId, sku: sku() }))
    await count('deleted', service.tryTo('customer delete', { workspaceId, customer: oneOf(CODES) }))
  }
  const deal = async () => {
    const customer = oneOf(CODES)
    const lines = [...new Set([sku(), sku()])].map((one) => ({ sku: one, qty: 2 }))
    await count('orders', service.tryTo('order place', { workspaceId, customer, lines }))
    await service.tryTo('agreed-price set', { workspaceId, customer, sku: sku(), unit: '1.00' })
    await service.tryTo('discount set', { workspaceId, customer, on: { brand: await brand() }, discountBp: '500' })
  }
  const publish = async () => {
    const { body } = await service.call(key, 'GET', '/price-changes?limit=5')
    const drafts = body.data.filter(({ status }: any) => status === 'draft')
    if (drafts.length === 0) return
    await count('published', service.tryTo('price-change publish', { workspaceId, id: oneOf<any>(drafts).id }))
  }

  await syncCustomers()
  await sync('first')
  const end = new AbortController()
  const untilTheEnd = async (work: (n: number) => Promise<unknown>) => {
    for (let n = 0; !end.signal.aborted; n++) await work(n)
  }
  const enough = async () => {
    await until(() => end.signal.aborted || Object.values(done).every((times) => times >= ENOUGH))
    end.abort()
  }
  const syncing = upTo(4).map((who) => untilTheEnd((n) => sync(`${who}.${n}`)))
  const between = [syncCustomers, regroup, remove, deal, publish].map(untilTheEnd)
  await Promise.all([enough(), ...syncing, ...between]).finally(() => end.abort())
})

test('and nothing of all that is half done, or found under another name than its own', () =>
  service.endAndLook(async (db) => {
    await expectWhole(db)
    await expectFoundByTheirNames(db)
  }))

async function expectFoundByTheirNames(db: Database): Promise<void> {
  const { rows } = await sql<any>`
    select p.workspace_id, p.sku, p.name, p.description, b.name as brand, c.name as category, p.search::text as search
    from product p
    left join brand b on b.workspace_id = p.workspace_id and b.id = p.brand_id
    left join category c on c.workspace_id = p.workspace_id and c.id = p.category_id`.execute(db)
  expect(rows.length).toBeGreaterThan(10)
  for (const { workspace_id, search, ...product } of rows) {
    const document = searchDocument(workspace_id, product)
    const { rows: made } = await sql<any>`select ${document}::tsvector::text as search`.execute(db)
    expect({ ...product, search }).toEqual({ ...product, search: made[0].search })
  }
}
