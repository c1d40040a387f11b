import { join } from 'node:path'
import postgres from 'postgres'
import { expect, onTestFinished, test } from 'vitest'
import type { DatabaseConfig } from '../../server/src/config.ts'
import { claimImage } from '../../server/src/images/claim-image.ts'
import { postpone } from '../../server/src/images/settle-image.ts'
import { openDurablePglite } from '../../server/src/database/durable-pglite.ts'
import { newDatabase } from '../engines/test-store.ts'
import { givenSignedInBuyer } from '../http/given-buyer.ts'
import { givenCustomer, items, send } from '../http/given.ts'
import { observeStatements } from '../isolation/observe-statements.ts'
import { useOwnService } from '../service.ts'

const service = useOwnService()

/** Tables of which a workspace may have very many rows. */
const LARGE = [
  'product',
  'product_change',
  'product_image',
  'product_picture',
  'product_access',
  'brand',
  'category',
  'customer',
  'buyer',
  'agreed_price',
  'discount_rule',
]

/** The statements that the service runs meanwhile, each once, with how many parameters it has. */
async function statementsOf(work: () => Promise<unknown>): Promise<Map<string, number>> {
  const statements = new Map<string, number>()
  const stop = observeStatements((statement, values) => void statements.set(statement, values.length))
  await work()
  stop()
  return statements
}

type Ask = (statement: string) => Promise<Record<string, any>[]>

/** A session on a database, past the service, that plans as the service's own sessions do. */
async function openSession(config: DatabaseConfig): Promise<{ ask: Ask; close: () => Promise<void> }> {
  if (config.engine === 'embedded') {
    const pglite = await openDurablePglite(join(config.dataDir, 'database'))
    return { ask: async (statement) => (await pglite.query<any>(statement)).rows, close: () => pglite.close() }
  }
  const settings = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off', enable_sort: 'off' }
  const client = postgres(config.url, { max: 1, connection: settings } as object)
  return { ask: async (statement) => [...(await client.unsafe(statement))], close: () => client.end() }
}

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Filter?: string
  Plans?: Node[]
}

async function planOf(ask: Ask, statement: string, parameters: number): Promise<Node[]> {
  await ask(`prepare asked as ${statement}`)
  const values = parameters > 0 ? `(${Array.from({ length: parameters }, () => 'null').join(', ')})` : ''
  const [row] = await ask(`explain (format json) execute asked${values}`)
  await ask('deallocate asked')
  return nodesOf(row!['QUERY PLAN'][0].Plan)
}

function nodesOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}

/**
 * How a plan reads large tables otherwise than by a key: without the second column of its index, if it has one, or by
 * other ids too.
 */
function widerThanAKey(nodes: Node[], secondColumns: ReadonlyMap<string, string>): Node[] {
  return nodes.filter((node) => {
    const { 'Node Type': type, 'Relation Name': table, 'Index Name': index, Filter: filter = '' } = node
    if (type === 'Seq Scan') return LARGE.includes(table!)
    if (index === undefined || !isOfLarge(index) || index === WORDS) return false
    const entersBehindWorkspace = new RegExp(`\\b${secondColumns.get(index)}\\b`).test(node['Index Cond'] ?? '')
    return !entersBehindWorkspace || OTHER_ID.test(filter)
  })
}

/** The index of words, each of which is marked with its workspace. */
const WORDS = 'product_search'
const OTHER_ID = /\b(?!workspace_id)(\w+_)?id = (?!\(hashed)/

function isOfLarge(index: string): boolean {
  return LARGE.some((table) => index.startsWith(`${table}_`))
}

const full = (text: string) =>
  items(3, (i) => ({ brand: `Brand ${i}`, category: text, description: text, imageUrl: `https://a.example/${text}` }))

test('what is looked up by a key is found by its own index, whatever the planner knows', async () => {
  const workspace = await service.workspace()
  const customerId = await givenCustomer(workspace, { accountCode: 'QUAY' })
  const buyer = await givenSignedInBuyer(service, workspace, customerId, { last_seen_at: service.time.now })
  const statements = await statementsOf(async () => {
    await send(workspace, full('one'))
    await send(workspace, full('two'))
    await send(workspace, [
      { ...full('two')[0]!, onlyFor: ['QUAY'] },
      { ...full('two')[1]!, listPrice: 9 },
    ])
    const { body } = await workspace.get('/products?limit=1')
    await workspace.get(`/products/${body.data[0].id}?customer=QUAY`)
    await workspace.get('/products?q=plate')
    await workspace.get('/products?q=plate&customer=QUAY')
    await workspace.get('/prices?customer=QUAY&sku=SKU-0002')
    await workspace.get('/products?updatedSince=2026-01-01T00:00:00Z')
    await workspace.get('/products?updatedSince=2026-01-01T00:00:00Z&offset=1&customer=QUAY&active=true')
    await buyer.get('/basket')
    const claimed = await claimImage(workspace.context, workspace.id)
    await postpone(workspace.context, claimed!, 1_000)
  })
  const lookups = [...statements].filter(([text]) => /^\s*(with|select|insert|update|delete)/i.test(text))
  expect(lookups.length).toBeGreaterThan(15)

  const { config, remove } = await newDatabase()
  const { ask, close } = await openSession(config)
  onTestFinished(async () => {
    await close()
    await remove()
  })
  const indexes = await ask(`
    select c.relname as name, a.attname as second from pg_index i
    join pg_class c on c.oid = i.indexrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = least(2, c.relnatts)`)
  const secondColumns = new Map(indexes.map(({ name, second }) => [name, second]))
  const wide: object[] = []
  for (const [statement, parameters] of lookups) {
    // Lists go along an index in its order, and stop. What is counted is read as far as its limit.
    if (/order by p\.name|\) counted/.test(statement)) continue
    const found = widerThanAKey(await planOf(ask, statement, parameters), secondColumns)
    if (found.length > 0) wide.push({ statement, found })
  }
  expect(wide).toEqual([])
})
