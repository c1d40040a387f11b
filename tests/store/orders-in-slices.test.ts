import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { WorkspaceContext } from '../../server/src/context.ts'
import { countOrders } from '../../server/src/orders/count-orders.ts'
import { searchOrders } from '../../server/src/orders/search-orders.ts'
import { turnover } from '../../server/src/orders/turnover.ts'
import { weighPriceChange } from '../../server/src/orders/weigh-price-change.ts'
import { givenCustomer, raiseRevision } from '../http/given.ts'
import { givenDraft } from '../http/given-price-change.ts'
import { useOwnService } from '../service.ts'
import type { TestWorkspace } from '../service.ts'
import { rowsByStatement } from './rows-by-statement.ts'

const service = useOwnService()

/** Orders, of which half are older than what is told, and one in 200 is of the small customer. */
const ORDERS = 40_000
const LINES_OF_EACH = 4

const PAGE = { limit: 50, offset: 0 }
const SEARCHES = [{ status: 'cancelled' }, { q: 'nothing like it' }] as const

let workspace: TestWorkspace
let context: WorkspaceContext
let draft: string
let small: string

beforeAll(async () => {
  workspace = await service.workspace()
  context = workspace.context
  draft = await givenDraft(workspace, { A: [1000, 1100], B: [1000, 900] })
  const large = await givenCustomer(workspace, { accountCode: 'LARGE' })
  small = await givenCustomer(workspace, { accountCode: 'SMALL' })
  const { db, workspaceId, clock } = context
  // As a session that begins with an empty table, which plans its statements then.
  await turnover(context, { by: 'month', customer: small })
  await countOrders(context, {})
  for (const search of SEARCHES) await searchOrders(context, { ...search, ...PAGE })
  await searchOrders(context, { customer: small, status: 'new', ...PAGE })
  await sql`
    insert into sales_order (workspace_id, id, number, status, customer_id, customer_name, currency, line_count, subtotal,
      placed_at, updated_at)
    select ${workspaceId}, gen_random_uuid(), 100000 + i, case when i % 10 = 0 then 'cancelled' else 'new' end,
      case when i % 200 = 1 then ${small}::uuid else ${large}::uuid end, 'Customer', 'GBP', ${LINES_OF_EACH}::integer, 100,
      case when i % 2 = 0 then ${clock()}::timestamptz - interval '2 years'
        else ${clock()}::timestamptz - i * interval '1 minute' end, ${clock()}
    from generate_series(1, ${ORDERS}::integer) i`.execute(db)
  await sql`
    insert into sales_order_line (workspace_id, order_id, position, id, product_id, sku, name, unit_label, qty, price,
      candidates)
    select o.workspace_id, o.id, n, gen_random_uuid(), p.id, p.sku, p.name, 'each', 2, '{"line": 2000}', '[]'
    from sales_order o, generate_series(1, ${LINES_OF_EACH}::integer) n, product p
    where o.workspace_id = ${workspaceId} and p.workspace_id = ${workspaceId}
      and p.sku = case when n = 1 then 'B' else 'A' end`.execute(db)
}, 120_000)

// Nothing is kept from before.
beforeEach(() => raiseRevision(workspace))

const now = ORDERS / 2

describe('no statement reads more than a few slices of many orders', () => {
  test.each<[string, 'sales_order' | 'sales_order_line', number, (trx: WorkspaceContext) => Promise<unknown>]>([
    ['to tell the turnover', 'sales_order', 5_000, (trx) => turnover(trx, { by: 'month' })],
    [
      'to tell the turnover of a small customer',
      'sales_order',
      2 * (now / 100),
      (trx) => turnover(trx, { by: 'week', customer: small }),
    ],
    ['to find what was bought', 'sales_order', 5_000, (trx) => weighPriceChange(trx, { id: draft })],
    ['to list orders', 'sales_order', 250, (trx) => searchOrders(trx, PAGE)],
    ['to list those of a status', 'sales_order', 250, (trx) => searchOrders(trx, { ...SEARCHES[0], ...PAGE })],
    ['to look for a rare one', 'sales_order', 2_500, (trx) => searchOrders(trx, { ...SEARCHES[1], ...PAGE })],
    [
      'to list the new ones of a small customer',
      'sales_order',
      250,
      (trx) => searchOrders(trx, { customer: small, status: 'new', ...PAGE }),
    ],
    ['to count orders', 'sales_order', 1_000, (trx) => countOrders(trx, {})],
    ['to read what was bought', 'sales_order_line', 6_000, (trx) => weighPriceChange(trx, { id: draft })],
  ])('%s', { timeout: 60_000 }, async (_, table, allowed, work) => {
    const { most, text } = await rowsByStatement(context, table, work)
    expect(most, `${most}: ${text}`).toBeLessThanOrEqual(allowed)
    expect(most).toBeGreaterThan(0)
  })
})

test('slices add up', async () => {
  const months = await turnover(context, { by: 'month' })
  expect(months.reduce((sum, { orders }) => sum + orders, 0)).toBe(now)
  expect(months.reduce((sum, { value }) => sum + value, 0)).toBe(100 * now)
  const weeks = await turnover(context, { by: 'week', customer: small })
  expect(weeks.reduce((sum, { orders }) => sum + orders, 0)).toBe(now / 100)
  const each = { paid: LINES_OF_EACH * 2_000, more: 3 * 2 * 100 - 2 * 100 }
  expect(await weighPriceChange(context, { id: draft })).toMatchObject({
    paid: each.paid * now,
    monthly: Math.round((each.more * now) / 3),
    payMore: 2,
    customers: [{ accountCode: 'LARGE' }, { accountCode: 'SMALL', paid: (each.paid * now) / 100 }],
  })
})
