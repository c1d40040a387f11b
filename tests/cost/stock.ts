import { sql } from 'kysely'
import type { WorkspaceContext } from '../../server/src/context.ts'
import { upsertCustomers } from '../../server/src/customers/upsert-customers.ts'
import { upsertProducts } from '../../server/src/catalogue/upsert-products.ts'
import type { Store } from '../../server/src/database/open.ts'
import { startDraft } from '../../server/src/price-changes/price-change-drafts.ts'
import { createSample } from '../../server/src/sample/create-sample.ts'
import { createKey } from '../../server/src/workspaces/keys.ts'
import { createWorkspace } from '../../server/src/workspaces/workspaces.ts'
import { OPERATOR } from '../../server/src/operator/run-as-operator.ts'
import { times } from './sizes.ts'

/** What the cash customers are all called: an ERP makes one at each till. */
export const SHARED_NAME = 'Cash sale'
/** What an office orders with, for all of its branches. */
export const SHARED_EMAIL = 'orders@branches.example'
/** Each branch and each till has its own code. */
export const branchCode = (number: number) => `BRANCH-${number}`

export type Stocked = {
  /** Who sends what is expensive. */
  attacker: { workspaceId: string; key: string }
  /** Who only reads. */
  neighbour: { workspaceId: string; key: string; productId: string }
  /** A draft with a line for each product of the attacker. */
  draftId: string
  lines: number
  /** Of the attacker's. */
  orderId: string
  productId: string
}

const BATCH = 500

/** Fills a workspace with much of what calls find each other by, and a small one beside it. */
export async function stock({ db, runScript }: Store): Promise<Stocked> {
  const context = { db, clock: () => new Date(), actor: OPERATOR }
  const { workspaceId, key } = await createSample(context)
  const attacker = { ...context, workspaceId }
  await addCustomers(attacker, times(3_000), { code: 'TILL-', name: sql`${SHARED_NAME}::text`, email: sql`null` })
  await addCustomers(attacker, times(1_000), {
    code: branchCode(0).slice(0, -1),
    name: sql`'Branch ' || i`,
    email: sql`${SHARED_EMAIL}::text`,
  })
  await addProducts(attacker, times(2_000))
  const { draftId, lines } = await addDraft(attacker)
  const neighbour = await smallWorkspace(context)
  await runScript('analyze')
  const [orderId, productId] = [await anyOf(attacker, 'sales_order'), await anyOf(attacker, 'product')]
  return { attacker: { workspaceId, key: key! }, neighbour, draftId, lines, orderId, productId }
}

async function addCustomers(
  { db, workspaceId, clock }: WorkspaceContext,
  count: number,
  { code, name, email }: Record<'name' | 'email', ReturnType<typeof sql>> & { code: string },
): Promise<void> {
  await sql`
    insert into customer (workspace_id, id, account_code, account_code_key, name, name_key, email, email_key,
      created_at, updated_at)
    select ${workspaceId}, gen_random_uuid(), ${code}::text || i, lower(${code}::text || i), ${name}, lower(${name}),
      ${email}, ${email}, ${clock()}, ${clock()}
    from generate_series(0, ${count}::integer - 1) i`.execute(db)
}

async function addProducts(context: WorkspaceContext, count: number): Promise<void> {
  for (let from = 0; from < count; from += BATCH) {
    const products = Array.from({ length: Math.min(BATCH, count - from) }, (_, i) => plate(from + i))
    await upsertProducts(context, { products })
  }
}

function plate(number: number) {
  const name = `Common plate ${number}`
  return { sku: `PLATE-${number}`, name, listPrice: 100 + number, unitLabel: 'each', brand: `Brand ${number % 100}` }
}

async function addDraft(context: WorkspaceContext): Promise<{ draftId: string; lines: number }> {
  const { db, workspaceId } = context
  const draftId = await startDraft(context, 'New list')
  const { numAffectedRows } = await sql`
    insert into price_change_line (workspace_id, price_change_id, product_id, new_price)
    select workspace_id, ${draftId}, id, coalesce(list_price, 0) + 10 from product
    where workspace_id = ${workspaceId}`.execute(db)
  const lines = Number(numAffectedRows)
  await sql`update price_change set line_count = ${lines}
    where workspace_id = ${workspaceId} and id = ${draftId}`.execute(db)
  return { draftId, lines }
}

async function smallWorkspace(context: Omit<WorkspaceContext, 'workspaceId'> & { actor: typeof OPERATOR }) {
  const settings = { name: 'Quay', currency: 'GBP', timezone: 'UTC', taxLabel: 'ex VAT', plan: 'active' } as const
  const { id: workspaceId } = await createWorkspace(context, settings)
  const workspace = { ...context, workspaceId }
  await addProducts(workspace, 100)
  await upsertCustomers(workspace, { customers: [{ accountCode: 'QUAY', name: 'Quay' }] })
  const { key } = await createKey(workspace, { name: 'Portal', scope: 'write' })
  return { workspaceId, key, productId: await anyOf(workspace, 'product') }
}

async function anyOf({ db, workspaceId }: WorkspaceContext, table: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where workspace_id = ${workspaceId} limit 1`.execute(db)
  return rows[0]!.id
}
