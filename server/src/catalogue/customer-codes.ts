import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { findCustomer, lockCustomer } from '../customers/find-customer.ts'
import { inTransaction } from '../database/transaction.ts'
import { rowset, uuidArray } from '../database/rowset.ts'
import { InvalidInput } from '../errors.ts'
import type { Issue } from '../errors.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { recordActivity } from '../workspaces/activity/record-activity.ts'

/** A customer's own part number for a product; null for none. */
type SentCode = { sku: string; code: string | null }

/** As lists have it. */
export type CustomerCode = { productId: string; sku: string; name: string; code: string }

/** The longest one, in characters. */
export const CUSTOMER_CODE = 64

/** A page of the part numbers of a customer, by the number. Throws NotFound. */
export async function listCustomerCodes(
  context: WorkspaceContext,
  { customer, limit, offset }: { customer: string; limit: number; offset: number },
): Promise<CustomerCode[]> {
  const { db, workspaceId } = context
  const { id } = await findCustomer(context, customer)
  const { rows } = await sql<CustomerCode>`
    select p.id as "productId", p.sku, p.name, c.code from (
      select code, code_key, product_id from customer_code
      where workspace_id = ${workspaceId} and customer_id = ${id}
      order by code_key limit ${limit} offset ${offset}) c
    join product p on p.workspace_id = ${workspaceId} and p.id = c.product_id
    order by c.code_key`.execute(db)
  return rows
}

type Stored = { productId: string; sku: string; code: string; codeKey: string }

/**
 * Sets part numbers of a customer, all or none; null removes one. Idempotent. A number that another product has is
 * refused, unless the same call gives that one another, or none. Throws NotFound for the customer, and InvalidInput.
 */
export async function setCustomerCodes(
  context: WorkspaceContext,
  { customer: named, codes }: { customer: string; codes: readonly SentCode[] },
): Promise<{ set: number; removed: number }> {
  return inTransaction(context, async (trx) => {
    const customer = await lockCustomer(trx, named)
    const { products, stored } = await readNamed(trx, customer.id, codes)
    const issues = problemsOf(codes, products, stored)
    if (issues.length > 0) throw new InvalidInput(issues)
    const before = new Map(stored.map(({ productId, code }) => [productId, code]))
    const changed = codes
      .map(({ sku, code }) => ({ product_id: products.get(matchingKey(sku))!.id, code }))
      .filter(({ product_id, code }) => (before.get(product_id) ?? null) !== code)
    const set = changed.flatMap(({ product_id, code }) =>
      code === null ? [] : [{ product_id, code, code_key: matchingKey(code) }],
    )
    if (changed.length > 0) {
      await replaceCodes(trx, customer.id, changed, set)
      await recordActivity(trx, {
        action: 'customer.set_codes',
        subject: { type: 'customer', id: customer.id, label: customer.name },
        changes: { set: set.length, removed: changed.length - set.length },
      })
    }
    return { set: set.length, removed: changed.length - set.length }
  })
}

/** The products that are named, by SKU key, and the present numbers of these and those that they get. */
async function readNamed({ db, workspaceId }: WorkspaceContext, customerId: string, codes: readonly SentCode[]) {
  const keys = codes.map(({ sku, code }) => ({ key: matchingKey(sku), code_key: code && matchingKey(code) }))
  const { rows: products } = await sql<{ id: string; key: string }>`
    select p.id, p.sku_key as key from ${rowset(keys, 'key text', 'asked')} cross join lateral (
      select id, sku_key from product
      where workspace_id = ${workspaceId} and sku_key = asked.key limit 1) p`.execute(db)
  const byKey = new Map(products.map((product) => [product.key, product]))
  const asked = keys.map(({ key, code_key }) => ({ product_id: byKey.get(key)?.id ?? null, code_key }))
  const { rows: stored } = await sql<Stored>`
    select distinct c.product_id as "productId", p.sku, c.code, c.code_key as "codeKey"
    from ${rowset(asked, 'product_id uuid, code_key text', 'asked')} cross join lateral (
      (select * from customer_code
        where workspace_id = ${workspaceId} and product_id = asked.product_id and customer_id = ${customerId} limit 1)
      union all (select * from customer_code
        where workspace_id = ${workspaceId} and customer_id = ${customerId} and code_key = asked.code_key limit 1)) c
    join product p on p.workspace_id = ${workspaceId} and p.id = c.product_id`.execute(db)
  return { products: byKey, stored }
}

function problemsOf(
  codes: readonly SentCode[],
  products: ReadonlyMap<string, { id: string }>,
  stored: readonly Stored[],
): Issue[] {
  const holders = new Map(stored.map((one) => [one.codeKey, one]))
  const named = new Set(codes.flatMap(({ sku }) => products.get(matchingKey(sku))?.id ?? []))
  const [seenSkus, seenCodes] = [new Set<string>(), new Set<string>()]
  return codes.flatMap(({ sku, code }, row): Issue[] => {
    const issue = (field: keyof SentCode, message: string) => [{ path: `codes.${row}.${field}`, message }]
    const [key, codeKey] = [matchingKey(sku), code && matchingKey(code)]
    const product = products.get(key)
    if (!product) return issue('sku', `There is no product with the SKU "${sku}".`)
    if (seenSkus.has(key)) return issue('sku', `The SKU "${sku}" is in this call more than once.`)
    seenSkus.add(key)
    if (!codeKey) return []
    if (seenCodes.has(codeKey))
      return issue('code', `"${code}" is in this call for another SKU, too: give each its own.`)
    seenCodes.add(codeKey)
    const holder = holders.get(codeKey)
    if (!holder || named.has(holder.productId)) return []
    return issue(
      'code',
      `"${code}" stands for "${holder.sku}" already: give that another number, or null, in this call.`,
    )
  })
}

async function replaceCodes(
  { db, workspaceId }: WorkspaceContext,
  customerId: string,
  changed: readonly { product_id: string }[],
  set: readonly object[],
): Promise<void> {
  const ids = uuidArray(changed.map(({ product_id }) => product_id))
  await sql`
    delete from customer_code
    where workspace_id = ${workspaceId} and customer_id = ${customerId} and product_id = any(${ids})`.execute(db)
  await sql`
    insert into customer_code (workspace_id, customer_id, product_id, code, code_key)
    select ${workspaceId}, ${customerId}, product_id, code, code_key
    from ${rowset(set, 'product_id uuid, code text, code_key text')}`.execute(db)
}
