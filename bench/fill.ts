import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Context, WorkspaceContext } from '../server/src/context.ts'
import { findOrCreateGroups } from '../server/src/catalogue/groups/brands-and-categories.ts'
import { upsertProducts } from '../server/src/catalogue/upsert-products.ts'
import { upsertCustomers } from '../server/src/customers/upsert-customers.ts'
import type { Store } from '../server/src/database/open.ts'
import { rowset } from '../server/src/database/rowset.ts'
import { startDraft } from '../server/src/pricing/price-changes/price-change-drafts.ts'
import { createKey } from '../server/src/workspaces/keys.ts'
import { createWorkspace } from '../server/src/workspaces/workspaces.ts'
import { BRANDS, CATEGORIES, numberOf, product } from './catalogue.ts'
import { accountCode, agreedPricesOf, chosenFor, customer, discountsOf, isActive } from './terms.ts'

export const CUSTOMERS = 1_000
const PRODUCTS_OF_OTHERS = 200
const CUSTOMERS_OF_OTHERS = 10
const KEYS_OF_OTHERS = 5
const LINES_OF_DRAFT = 100_000
const BATCH = 1_000
const LANES = 3
/** As many products, drawn at random, are looked at for what every customer sees. */
const SAMPLE = 20_000
/** As many products are known in the order of their names. */
const IN_ORDER = 6_000

/** The number of the first product of another workspace. */
function firstOfOther(other: number): number {
  return 20_000_000 + other * PRODUCTS_OF_OTHERS
}

export type FilledWorkspace = { workspaceId: string; keys: string[] }

type Draft = { id: string; lines: number }

/** What a fill made, as far as the workloads ask for it. */
export type Filled = FilledWorkspace & {
  products: number
  /** Drawn at random from the products that every customer sees. */
  sample: { id: string; sku: string; number: number }[]
  /** Numbers of the first products by name. */
  byName: number[]
  /** A draft that raises prices by 4%, and how many lines it has. */
  draft: Draft
  /** One that raises them by 8%, to be published after it. */
  followedDraft: Draft
  /** Empty, for writes. */
  writes: FilledWorkspace
  /** Small ones. */
  others: FilledWorkspace[]
}

export const OPERATOR = { type: 'operator', id: null, name: 'Bench' } as const

/** Fills a new store through the service's own verbs, in large batches, so that rows are as the service writes them. */
export async function fill(store: Store, size: { products: number; others: number }): Promise<Filled> {
  const context = { db: store.db, clock: () => new Date(), actor: OPERATOR }
  const main = await newWorkspace(context, 'Bench', 1)
  await fillWorkspace(main.context, { from: 0, products: size.products, customers: CUSTOMERS })
  const { context: _, ...writes } = await newWorkspace(context, 'Writes', 1)
  const others: FilledWorkspace[] = []
  await inLanes(size.others, async (i) => {
    const { context: other, ...made } = await newWorkspace(context, `Other ${i}`, KEYS_OF_OTHERS)
    await fillWorkspace(other, { from: firstOfOther(i), products: PRODUCTS_OF_OTHERS, customers: CUSTOMERS_OF_OTHERS })
    others[i] = made
  })
  const draft = await draftChange(main.context, 1.04)
  const followedDraft = await draftChange(main.context, 1.08)
  await store.runScript('vacuum analyze')
  await store.runScript('checkpoint')
  return {
    products: size.products,
    workspaceId: main.workspaceId,
    keys: main.keys,
    ...(await knownProducts(main.context)),
    draft,
    followedDraft,
    writes,
    others,
  }
}

export async function newWorkspace(context: Context & { actor: typeof OPERATOR }, name: string, keyCount: number) {
  const settings = { name, currency: 'GBP', timezone: 'UTC', taxLabel: 'ex VAT', plan: 'active' } as const
  const { id: workspaceId } = await createWorkspace(context, settings)
  const workspace: WorkspaceContext = { ...context, workspaceId }
  const keys: string[] = []
  for (let i = 0; i < keyCount; i++) {
    keys.push((await createKey(workspace, { name: `Key ${i}`, scope: 'write' })).key)
  }
  return { workspaceId, keys, context: workspace }
}

type Contents = { from: number; products: number; customers: number }

/** Products by number from `from` on, customers, and their terms. */
export async function fillWorkspace(context: WorkspaceContext, { from, products, customers }: Contents): Promise<void> {
  await upsertCustomers(context, { customers: Array.from({ length: customers }, (_, i) => customer(i)) })
  const groups = await findOrCreateGroups(context, { brand: BRANDS, category: CATEGORIES })
  await inLanes(Math.ceil(products / BATCH), async (batch) => {
    const first = from + batch * BATCH
    const items = Array.from({ length: Math.min(BATCH, from + products - first) }, (_, i) => ({
      ...product(first + i),
      onlyFor: chosenFor(first + i, customers)?.map(accountCode),
    }))
    await upsertProducts(context, { products: items })
  })
  await withdraw(context, from, products)
  await addTerms(context, groups, { from, products, customers })
}

/** Does things by number, some of them at a time: the database works while rows are made. */
async function inLanes(count: number, work: (number: number) => Promise<void>): Promise<void> {
  let next = 0
  const lane = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

/** Puts products out of use, which a sync cannot. */
async function withdraw({ db, workspaceId }: WorkspaceContext, from: number, products: number): Promise<void> {
  const skus = Array.from({ length: products }, (_, i) => from + i)
    .filter((number) => !isActive(number))
    .map((number) => ({ sku: product(number).sku.toLowerCase() }))
  await sql`update product p set active = false from ${rowset(skus, 'sku text')}
    where p.workspace_id = ${workspaceId} and p.sku_key = row.sku`.execute(db)
}

type Groups = Record<'brand' | 'category', Map<string, { id: string; name: string }>>

async function addTerms({ db, workspaceId, clock }: WorkspaceContext, groups: Groups, contents: Contents) {
  const numbers = Array.from({ length: contents.customers }, (_, i) => i)
  const idOf = (grouping: 'brand' | 'category', name: string | null) =>
    name === null ? null : groups[grouping].get(name.toLowerCase())!.id
  const discounts = numbers.flatMap((number) =>
    discountsOf(number).map(({ brand, category, discountBp }) => ({
      customer: accountCode(number).toLowerCase(),
      applies_to: brand ? 'brand' : category ? 'category' : 'all',
      brand_id: idOf('brand', brand),
      category_id: idOf('category', category),
      discount_bp: discountBp,
    })),
  )
  await sql`
    insert into discount_rule (workspace_id, id, customer_id, applies_to, brand_id, category_id, discount_bp, created_at, updated_at)
    select ${workspaceId}, gen_random_uuid(), c.id, row.applies_to, row.brand_id, row.category_id, row.discount_bp, ${clock()}, ${clock()}
    from ${rowset(discounts, 'customer text, applies_to text, brand_id uuid, category_id uuid, discount_bp integer')}
    ${joinCustomer(workspaceId)}`.execute(db)
  const agreed = numbers.flatMap((number) =>
    agreedPricesOf(number, contents.products).map(({ number: offset, unit, minQty, endsAt }) => ({
      customer: accountCode(number).toLowerCase(),
      sku: product(contents.from + offset).sku.toLowerCase(),
      unit,
      min_qty: minQty,
      ends_at: endsAt,
    })),
  )
  await sql`
    insert into agreed_price (workspace_id, id, customer_id, product_id, unit, min_qty, ends_at, created_at, updated_at)
    select ${workspaceId}, gen_random_uuid(), c.id, p.id, row.unit, row.min_qty, row.ends_at, ${clock()}, ${clock()}
    from ${rowset(agreed, 'customer text, sku text, unit bigint, min_qty integer, ends_at timestamptz')}
    ${joinCustomer(workspaceId)}
    join product p on p.workspace_id = ${workspaceId} and p.sku_key = row.sku`.execute(db)
}

function joinCustomer(workspaceId: string): RawBuilder<unknown> {
  return sql`join customer c on c.workspace_id = ${workspaceId} and c.account_code_key = row.customer`
}

async function draftChange(context: WorkspaceContext, factor: number): Promise<Draft> {
  const { db, workspaceId } = context
  const id = await startDraft(context, `List times ${factor}`)
  const { numAffectedRows } = await sql`
    insert into price_change_line (workspace_id, price_change_id, product_id, new_price)
    select workspace_id, ${id}, id, round(list_price * ${factor}::numeric) from product
    where workspace_id = ${workspaceId} limit ${LINES_OF_DRAFT}`.execute(db)
  const lines = Number(numAffectedRows)
  await db
    .updateTable('price_change')
    .set({ line_count: lines })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  return { id, lines }
}

async function knownProducts({ db, workspaceId }: WorkspaceContext): Promise<Pick<Filled, 'sample' | 'byName'>> {
  const { rows: sample } = await sql<{ id: string; sku: string }>`
    select id, sku from product where workspace_id = ${workspaceId} order by md5(sku) limit ${SAMPLE}`.execute(db)
  const { rows: first } = await sql<{ sku: string }>`
    select sku from product where workspace_id = ${workspaceId} order by name collate "und-x-icu", id limit ${IN_ORDER}`.execute(
    db,
  )
  return {
    sample: sample
      .map((row) => ({ ...row, number: numberOf(row.sku) }))
      .filter(({ number }) => isActive(number) && chosenFor(number, CUSTOMERS) === null),
    byName: first.map(({ sku }) => numberOf(sku)),
  }
}
