import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { findCustomer, lockCustomer } from '../customers/find-customer.ts'
import { inTransaction } from '../database/transaction.ts'
import { rowset, uuidArray } from '../database/rowset.ts'
import { InvalidInput } from '../errors.ts'
import type { Issue } from '../errors.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { nextUuid } from '../lib/uuid.ts'
import { gtinKey } from '../shared/gtin.ts'
import { recordActivity } from '../workspaces/activity/record-activity.ts'
import { GTIN_COLUMN } from './search/bare-code.ts'

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
      where workspace_id = ${workspaceId} and customer_id = ${id} and code_key is not null
      order by code_key limit ${limit} offset ${offset}) c
    join product p on p.workspace_id = ${workspaceId} and p.id = c.product_id
    order by c.code_key`.execute(db)
  return rows
}

/** A number of a customer for a product, as it is stored. Null where an import removed it, which can be undone. */
export type StoredCode = { id: string; customerId: string; productId: string; sku: string; code: string | null }

/** A number that is asked for; undefined for one that stays. `sku` may be a GTIN where `byGtin` is true. */
export type AskedCode = { customerId: string; sku: string; code: string | null | undefined }

/** What an asked number changes. `id` is that of its row, which `isNew` does not have yet. */
export type PlannedCode = StoredCode & { position: number; name: string; from: string | null; isNew: boolean }

type Product = { id: string; sku: string; name: string }

/** The products that numbers stand for, by customer and number; null: none any more. */
type Holders = Map<string, Pick<StoredCode, 'productId' | 'sku'> | null>

function placeOf(customerId: string, code: string): string {
  return `${customerId} ${matchingKey(code)}`
}

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
    const asked = codes.map((sent) => ({ ...sent, customerId: customer.id }))
    const changed = await planCustomerCodes(trx, asked)
    const set = changed.filter(({ code }) => code !== null)
    if (changed.length > 0) {
      await replaceCodes(trx, changed, set)
      await recordActivity(trx, {
        action: 'customer.set_codes',
        subject: { type: 'customer', id: customer.id, label: customer.name },
        changes: { set: set.length, removed: changed.length - set.length },
      })
    }
    return { set: set.length, removed: changed.length - set.length }
  })
}

/**
 * Says which numbers of customers would change, and writes nothing. `earlier` has what plans before have given
 * and freed. Throws InvalidInput, whose paths are as `codes.0.sku`.
 */
export async function planCustomerCodes(
  context: WorkspaceContext,
  asked: readonly AskedCode[],
  { byGtin = false, earlier = new Map() }: { byGtin?: boolean; earlier?: Holders } = {},
): Promise<PlannedCode[]> {
  const products = await findNamed(context, asked, byGtin)
  const rows = asked.map(({ customerId, code }, i) => {
    const found = products[i]!
    const productId = found.length === 1 ? found[0]!.id : null
    return { customerId, productId, code }
  })
  const stored = await storedCodes(context, rows)
  const present = new Map(stored.map((one) => [`${one.customerId} ${one.productId}`, one]))
  const taken = clashesOf(rows, stored, earlier)
  const issues = asked.flatMap(({ sku, code }, row): Issue[] => {
    const issue = (field: keyof SentCode, message: string) => [{ path: `codes.${row}.${field}`, message }]
    const found = products[row]!
    if (found.length > 1) return issue('sku', `Several products have the GTIN "${sku}": write the SKU.`)
    if (found.length === 0) return issue('sku', `There is no product with the SKU ${byGtin ? 'or GTIN ' : ''}"${sku}".`)
    const clash = taken.get(row)
    if (clash === undefined) return []
    if (clash === 'repeated')
      return issue('sku', `"${sku}" is here for this customer more than once: give it one number.`)
    if (clash === 'shared') return issue('code', `"${code}" is given for another SKU, too: give each its own.`)
    return issue('code', `"${code}" stands for "${clash.sku}" already: give that another number, or none, as well.`)
  })
  if (issues.length > 0) throw new InvalidInput(issues)
  const planned = rows.flatMap(({ customerId, productId }, position): PlannedCode[] => {
    const [{ sku, name }, { code }] = [products[position]![0]!, asked[position]!]
    const before = present.get(`${customerId} ${productId}`)
    if (code === undefined || (before?.code ?? null) === code) return []
    const about = { position, id: before?.id ?? nextUuid(), customerId, productId: productId!, sku, name }
    return [{ ...about, code, from: before?.code ?? null, isNew: !before }]
  })
  for (const { customerId, from } of planned) if (from !== null) earlier.set(placeOf(customerId, from), null)
  for (const one of planned) if (one.code !== null) earlier.set(placeOf(one.customerId, one.code), one)
  return planned
}

/** The products that are named: none, one, or several that share a GTIN. */
async function findNamed(
  { db, workspaceId }: WorkspaceContext,
  asked: readonly AskedCode[],
  byGtin: boolean,
): Promise<Product[][]> {
  const keys = asked.map(({ sku }, n) => ({ n, key: matchingKey(sku), gtin: byGtin ? gtinKey(sku) : null }))
  const columns = sql`p.id, p.sku, p.name`
  const { rows } = await sql<Product & { n: number; is_sku: boolean }>`
    select asked.n, found.* from ${rowset(keys, 'n integer, key text, gtin text', 'asked')} cross join lateral (
      (select ${columns}, true as is_sku from product p
        where p.workspace_id = ${workspaceId} and p.sku_key = asked.key limit 1)
      union all (select ${columns}, false from product p
        where p.workspace_id = ${workspaceId} and ${GTIN_COLUMN} = asked.gtin limit 2)) found
    order by asked.n, found.is_sku desc`.execute(db)
  const byPlace = Map.groupBy(rows, ({ n }) => n)
  return asked.map((_, n) => {
    const found = byPlace.get(n) ?? []
    return found[0]?.is_sku ? found.slice(0, 1) : found
  })
}

type Wanted = { customerId: string; productId: string | null; code: string | null | undefined }

/** Another row has the same product, or the same number; or the number stands for a product that keeps it. */
type Clash = 'repeated' | 'shared' | { sku: string }

/** Why rows cannot be taken together, by their positions. A number is free where a row that can be taken frees it. Pure. */
export function clashesOf(
  wanted: readonly Wanted[],
  stored: readonly StoredCode[],
  earlier: Holders = new Map(),
): Map<number, Clash> {
  const numbers = stored.flatMap((one) =>
    one.code === null ? [] : [[placeOf(one.customerId, one.code), one] as const],
  )
  const holders: Holders = new Map([...numbers, ...earlier])
  const rows = wanted.map(({ customerId, productId, code }) => ({
    product: `${customerId} ${productId}`,
    place: code ? placeOf(customerId, code) : null,
    holder: code ? holders.get(placeOf(customerId, code)) : null,
    customerId,
  }))
  const isMeant = wanted.map(({ productId, code }) => productId !== null && code !== undefined)
  const clashes = new Map<number, Clash>()
  for (let before = -1; before < clashes.size;) {
    before = clashes.size
    const isTaken = (_: unknown, row: number) => isMeant[row]! && !clashes.has(row)
    const freed = new Set(rows.filter(isTaken).map(({ product }) => product))
    const [products, places] = [new Set<string>(), new Set<string>()]
    rows.forEach(({ product, place, holder, customerId }, row) => {
      if (!isTaken(null, row)) return
      if (products.has(product)) return clashes.set(row, 'repeated')
      products.add(product)
      if (place === null) return
      if (places.has(place)) return clashes.set(row, 'shared')
      if (holder && !freed.has(`${customerId} ${holder.productId}`)) return clashes.set(row, holder)
      places.add(place)
    })
  }
  return clashes
}

/** The present numbers of these products for these customers, and those that have the wanted numbers. */
export async function storedCodes(
  { db, workspaceId }: WorkspaceContext,
  wanted: readonly Wanted[],
): Promise<StoredCode[]> {
  const asked = wanted.map(({ code, ...one }) => ({ ...one, key: code ? matchingKey(code) : null }))
  const ours = sql`select * from customer_code where workspace_id = ${workspaceId} and customer_id = asked."customerId"`
  const { rows } = await sql<StoredCode>`
    select distinct c.id, c.customer_id as "customerId", c.product_id as "productId", p.sku, c.code
    from ${rowset(asked, '"customerId" uuid, "productId" uuid, key text', 'asked')} cross join lateral (
      (${ours} and product_id = asked."productId" limit 1)
      union all (${ours} and code_key = asked.key limit 1)) c
    join product p on p.workspace_id = ${workspaceId} and p.id = c.product_id`.execute(db)
  return rows
}

/** Replaces the numbers of `changed` by those of `set`, with the next version. Lock the customers before. */
export async function replaceCodes(
  { db, workspaceId }: WorkspaceContext,
  changed: readonly Pick<StoredCode, 'id'>[],
  set: readonly Omit<StoredCode, 'sku'>[],
): Promise<void> {
  const { rows: gone } = await sql<{ id: string; version: string }>`
    delete from customer_code where workspace_id = ${workspaceId} and id = any(${uuidArray(changed.map(({ id }) => id))})
    returning id, version`.execute(db)
  const versions = new Map(gone.map(({ id, version }) => [id, version]))
  const rows = set.map((one) => ({
    ...one,
    key: one.code && matchingKey(one.code),
    before: versions.get(one.id) ?? '0',
  }))
  await sql`
    insert into customer_code (workspace_id, id, customer_id, product_id, code, code_key, version)
    select ${workspaceId}, id, "customerId", "productId", code, key, before + 1
    from ${rowset(rows, 'id uuid, "customerId" uuid, "productId" uuid, code text, key text, before bigint')}`.execute(
    db,
  )
}
