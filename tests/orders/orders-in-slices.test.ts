import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { WorkspaceContext } from '../../server/src/context.ts'
import { turnover } from '../../server/src/orders/customer-story.ts'
import { weighPriceChange } from '../../server/src/orders/weigh-price-change.ts'
import { givenCustomer } from '../given/given.ts'
import { givenDraft } from '../given/price-change.ts'
import { useOwnService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'

const service = useOwnService()

/** Orders, of which half are older than what is told, and one in 200 is of the small customer. */
const ORDERS = 40_000
const LINES_OF_EACH = 4

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

const now = ORDERS / 2

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
