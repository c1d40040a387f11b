import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { textArray } from '../database/rowset.ts'
import type { Row } from '../database/tables.ts'
import { pack, unpack } from '../reading/index.ts'
import type { Packed } from '../reading/index.ts'
import { AGREED_PRICES } from '../pricing/agreed-price-terms.ts'
import { holds } from '../pricing/kind-of-term.ts'
import { basisOf, isRelevantAgreedPrice, linesInSlices } from './price-change-basis.ts'
import { accessHash, lineSums } from './price-change-fingerprint.ts'
import type { FingerprintSums, LineSums } from './price-change-fingerprint.ts'

/** Lines of one slice: each is read with all agreed prices on its product. */
const LINES = 1_000
/** Products of a statement that reads who sees them: a product is for up to 200 customers. */
const ACCESS_PRODUCTS = 25

/** A line of a price change. List prices in minor units. */
export type ChangeLine = {
  productId: string
  /** JSON: a key may have any character. */
  skuKey: string
  /** Empty without one. */
  brandId: string
  categoryId: string
  /** Out of sale, so that no customer sees it. */
  active: boolean
  /** Only some customers see it. */
  isSelected: boolean
  before: number | null
  after: number
  /** Basis points; null if there is nothing to compare with. */
  changeBp: number | null
  /** An agreed price keeps a customer who sees the product from the change. */
  shielded: boolean
  /** Agreed prices above the new list price. */
  inverted: number
}

/** All lines of a price change, and which customers they mean something else to than to all others. */
export type ChangeLines = {
  lines: ChangeLine[]
  /** By customer, and by price group: lines with an agreed price for one unit. */
  agreed: Map<string, Set<ChangeLine>>
  /** By customer: lines of selected products that it sees. */
  seen: Map<string, ChangeLine[]>
}

/** Reads all lines, in slices, with the terms that apply at that time, and adds up what the fingerprint is made of. */
export async function readChangeLines(
  context: WorkspaceContext,
  change: Row<'price_change'>,
  { at, sums }: { at: Date; sums: FingerprintSums },
): Promise<ChangeLines> {
  const result: ChangeLines = { lines: [], agreed: new Map(), seen: new Map() }
  for await (const slice of linesInSlices(context, change, LINES)) {
    const { rows, agreed, ...found } = await readSlice(context, slice, at)
    sums.add(found.sums)
    const lines = new Map(rows.map((row) => [row.productId, lineOf(row)]))
    result.lines.push(...lines.values())
    for (const { ownerId, productId } of agreed) {
      result.agreed.getOrInsertComputed(ownerId, () => new Set()).add(lines.get(productId)!)
    }
    const selected = rows.filter(({ visibility }) => visibility === 'selected')
    const ids = selected.map(({ productId }) => productId)
    for await (const { pairs, hash } of readAccess(context, ids)) {
      sums.add({ access: hash })
      for (const { customerId, productId } of pairs) {
        result.seen.getOrInsertComputed(customerId, () => []).push(lines.get(productId)!)
      }
    }
  }
  return result
}

const LINE = {
  productId: sql`product_id`,
  skuKey: sql`to_json(sku_key)`,
  brandId: sql`brand_id`,
  categoryId: sql`category_id`,
  active: sql`active`,
  visibility: sql`visibility`,
  before: sql`before`,
  after: sql`after`,
  changeBp: sql`change_bp`,
  shielded: sql`shielded`,
  inverted: sql`inverted`,
}
type LineRow = Record<keyof typeof LINE, string>

const PAIR = { customerId: sql`customer_id`, productId: sql`product_id` }
const AGREED = { ownerId: sql`owner_id`, productId: sql`product_id` }

async function readSlice(context: WorkspaceContext, slice: RawBuilder<unknown>, at: Date) {
  const { db, workspaceId } = context
  const { rows } = await sql<{ lines: Packed<keyof typeof LINE>; agreed: Packed<keyof typeof AGREED>; sums: LineSums }>`
    with ${basisOf(context, slice, at)}
    select
      (select row_to_json(packed) from (select ${pack(LINE)} from (
        select line.*, agreed.shielded, agreed.inverted from line
        left join agreed on agreed.product_id = line.product_id) l) packed) as lines,
      (select row_to_json(packed) from (select ${pack(AGREED)} from (
        select r.owner_id, agreed.product_id from agreed cross join lateral (
          select distinct coalesce(r.customer_id, r.group_id) as owner_id from agreed_price r
          where r.workspace_id = ${workspaceId} and r.product_id = agreed.product_id and r.min_qty = 1
            and ${holds(AGREED_PRICES, at)} and ${isRelevantAgreedPrice(workspaceId, at)}) r) p) packed) as agreed,
      ${lineSums()} as sums`.execute(db)
  const { lines, agreed, sums } = rows[0]!
  return { rows: unpack<keyof typeof LINE>(LINE, lines), agreed: unpack<keyof typeof AGREED>(AGREED, agreed), sums }
}

function lineOf(row: LineRow): ChangeLine {
  const { productId, skuKey, brandId, categoryId } = row
  return {
    productId,
    skuKey,
    brandId,
    categoryId,
    active: row.active === 'true',
    isSelected: row.visibility === 'selected',
    before: row.before === '' ? null : Number(row.before),
    after: Number(row.after),
    changeBp: row.changeBp === '' ? null : Number(row.changeBp),
    shielded: row.shielded === 'true',
    inverted: Number(row.inverted),
  }
}

/** Who sees products, which only some customers see, in parts. */
export async function* readAccess({ db, workspaceId }: WorkspaceContext, productIds: readonly string[]) {
  for (let from = 0; from < productIds.length; from += ACCESS_PRODUCTS) {
    const ids = textArray(productIds.slice(from, from + ACCESS_PRODUCTS))
    const { rows } = await sql<{ pairs: Packed<keyof typeof PAIR>; hash: string }>`
      with access as materialized (
        select found.customer_id, found.product_id from unnest(${ids}) as asked(id) cross join lateral (
          select a.customer_id, a.product_id from product_access a
          where a.workspace_id = ${workspaceId} and a.product_id = asked.id::uuid offset 0) found)
      select (select row_to_json(packed) from (select ${pack(PAIR)} from access) packed) as pairs,
        (select ${accessHash()} from access) as hash`.execute(db)
    yield { pairs: unpack<keyof typeof PAIR>(PAIR, rows[0]!.pairs), hash: rows[0]!.hash }
  }
}

/** By SKU, byte by byte, as the database orders keys. */
export function bySku(a: ChangeLine, b: ChangeLine): number {
  return Buffer.compare(Buffer.from(JSON.parse(a.skuKey)), Buffer.from(JSON.parse(b.skuKey)))
}
