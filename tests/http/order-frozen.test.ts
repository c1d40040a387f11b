import { randomUUIDv7 } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { expect, test } from 'vitest'
import { matchingKey } from '../../server/src/matching-key.ts'
import { byDepth } from '../depth.ts'
import { useService } from '../service.ts'
import type { TestWorkspace } from '../service.ts'
import { givenBuyer, item, raiseRevision, send } from './given.ts'
import { move, orderActivity, orderingShop, place, readOrder } from './given-order.ts'

const service = useService()

const sku = fc.constantFrom('PLATE', 'BOWL', 'CUP')
const price = fc.integer({ min: 0, max: 100_000 })
const basisPoints = fc.integer({ min: 1, max: 10_000 })
const group = fc.constantFrom('brand' as const, 'category' as const)

/** Something that happens in the workspace. */
const event = fc.oneof(
  fc.record({ kind: fc.constant('send' as const), sku, price, name: fc.constantFrom('Renamed', 'Azure plate') }),
  fc.record({ kind: fc.constant('list price' as const), sku, price: fc.option(price, { nil: null }) }),
  fc.record({
    kind: fc.constant('product' as const),
    sku,
    active: fc.boolean(),
    min_order_qty: fc.integer({ min: 1, max: 99 }),
  }),
  fc.record({ kind: fc.constant('discount' as const), on: fc.constantFrom('all', 'brand', 'category'), basisPoints }),
  fc.record({ kind: fc.constant('agreed' as const), sku, price, minQty: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ kind: fc.constant('agreed prices removed' as const) }),
  fc.record({ kind: fc.constant('discounts removed' as const) }),
  fc.record({ kind: fc.constant('group renamed' as const), group }),
  fc.record({ kind: fc.constant('product deleted' as const), sku }),
  fc.record({ kind: fc.constant('customer renamed' as const) }),
  fc.record({ kind: fc.constant('buyer renamed' as const) }),
  fc.record({ kind: fc.constant('customer deleted' as const) }),
  fc.record({ kind: fc.constant('currency' as const) }),
  fc.record({ kind: fc.constant('time' as const), days: fc.integer({ min: 0, max: 400 }) }),
)
type Event = typeof event extends fc.Arbitrary<infer E> ? E : never

type Workspace = Pick<TestWorkspace, 'id'> & { customerId: string; at: Date }

/** What each of them does to the tables, which is all that any verb could do. */
const STATEMENTS: {
  [K in Exclude<Event['kind'], 'send' | 'time'>]: (ws: Workspace, event: Event & { kind: K }) => RawBuilder<unknown>
} = {
  'list price': ({ id }, { sku, price }) => sql`
    update product set list_price = ${price} where workspace_id = ${id} and sku_key = ${matchingKey(sku)}`,
  product: ({ id }, { sku, active, min_order_qty }) => sql`
    update product set active = ${active}, min_order_qty = ${min_order_qty}
    where workspace_id = ${id} and sku_key = ${matchingKey(sku)}`,
  discount: ({ id, customerId, at }, { on, basisPoints }) => sql`
    insert into discount_rule
      (workspace_id, id, customer_id, applies_to, brand_id, category_id, discount_bp, created_at, updated_at)
    select ${id}, ${randomUUIDv7()}, c.id, ${on}, case when ${on} = 'brand' then p.brand_id end,
      case when ${on} = 'category' then p.category_id end, ${basisPoints}, ${at}, ${at}
    from customer c, product p
    where c.workspace_id = ${id} and c.id = ${customerId} and p.workspace_id = ${id}
      and p.brand_id is not null and p.category_id is not null
    limit 1
    on conflict (workspace_id, customer_id, applies_to, brand_id, category_id, group_id)
      do update set discount_bp = excluded.discount_bp`,
  agreed: ({ id, customerId, at }, { sku, price, minQty }) => sql`
    insert into agreed_price (workspace_id, id, customer_id, product_id, unit, min_qty, created_at, updated_at)
    select ${id}, ${randomUUIDv7()}, c.id, p.id, ${price}, ${minQty}, ${at}, ${at} from customer c, product p
    where c.workspace_id = ${id} and c.id = ${customerId}
      and p.workspace_id = ${id} and p.sku_key = ${matchingKey(sku)}`,
  'agreed prices removed': ({ id }) => sql`delete from agreed_price where workspace_id = ${id}`,
  'discounts removed': ({ id }) => sql`delete from discount_rule where workspace_id = ${id}`,
  'group renamed': ({ id }, { group }) => sql`
    update ${sql.table(group)} set name = name || ' & Co.', name_key = name_key || ' & co.' where workspace_id = ${id}`,
  'product deleted': ({ id }, { sku }) => sql`
    delete from product where workspace_id = ${id} and sku_key = ${matchingKey(sku)}`,
  'customer renamed': ({ id }) => sql`
    update customer set name = 'New name', account_code = 'NEW', account_code_key = 'new', active = false
    where workspace_id = ${id}`,
  'buyer renamed': ({ id }) => sql`
    update buyer set name = 'New name', email = 'new@quay.example', email_key = 'new@quay.example'
    where workspace_id = ${id}`,
  'customer deleted': ({ id }) => sql`delete from customer where workspace_id = ${id}`,
  currency: ({ id }) => sql`update workspace set currency = 'JPY' where id = ${id}`,
}

async function happen(workspace: TestWorkspace, customerId: string, event: Event): Promise<void> {
  if (event.kind === 'send') {
    await send(workspace, [item({ sku: event.sku, name: event.name, listPrice: event.price, unitLabel: 'pallet' })])
  } else if (event.kind === 'time') {
    service.later(event.days * 86_400_000)
  } else {
    const statement = STATEMENTS[event.kind] as (ws: Workspace, event: Event) => RawBuilder<unknown>
    await statement({ id: workspace.id, customerId, at: service.time.now }, event).execute(workspace.context.db)
    await raiseRevision(workspace)
  }
}

const orders = fc.array(
  fc.uniqueArray(fc.record({ sku, qty: fc.integer({ min: 1, max: 20 }) }), {
    selector: (line) => line.sku,
    minLength: 1,
  }),
  { minLength: 1, maxLength: 2 },
)
const termsBefore = fc.array(
  event.filter(({ kind }) => kind === 'discount' || kind === 'agreed'),
  { maxLength: 4 },
)
const NAMES = ['id', 'number', 'customer', 'buyer', 'poNumber', 'note', 'currency', 'lineCount', 'subtotal', 'placedAt']

/** What an order keeps also when it moves on. */
function kept({ lines, ...order }: any) {
  return [NAMES.map((name) => order[name]), lines]
}

async function shopWithBuyer() {
  const { workspace, customerId } = await orderingShop(service)
  await send(workspace, [item({ sku: 'CUP', name: 'Cup', listPrice: 333, brand: 'Vale', category: 'Tableware' })])
  await givenBuyer(workspace, customerId, 'bo@quay.example', { status: 'active' })
  return { workspace, customerId }
}

test('an order stays as it was placed, whatever happens afterwards', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      termsBefore,
      orders,
      fc.array(event, { minLength: 1, maxLength: 8 }),
      async (before, asked, after) => {
        const { workspace, customerId } = await shopWithBuyer()
        for (const term of before) await happen(workspace, customerId, term)
        const ids: string[] = []
        for (const lines of asked) ids.push((await place(workspace, { lines, buyer: 'bo@quay.example' })).id)
        const placed = await Promise.all(ids.map((id) => readOrder(workspace, id)))
        for (const { lines, subtotal, lineCount } of placed) {
          expect(subtotal).toBe(lines.reduce((sum: number, { price, qty }: any) => sum + price.unit * qty, 0))
          expect(subtotal).toBe(lines.reduce((sum: number, { price }: any) => sum + price.line, 0))
          expect(lineCount).toBe(lines.length)
        }
        for (const change of after) {
          await happen(workspace, customerId, change)
          expect(await Promise.all(ids.map((id) => readOrder(workspace, id)))).toEqual(placed)
        }
        const answer = await move(service, workspace, ids[0]!, { status: 'confirmed' })
        expect(answer.status).toBe(200)
        expect(kept(answer.body.data)).toEqual(kept(placed[0]))
        expect(await orderActivity(workspace)).toHaveLength(asked.length + 1)
      },
    ),
    { numRuns: byDepth({ quick: 10, deep: 30 }) },
  )
})
