import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { askedIds, rowset } from '../../database/rowset.ts'

/*
 * Every statement that changes a row of these tables raises its version: values that went away and back on purpose are
 * newer than an act before. For products, `product_change` has it, which pictures raise, too.
 */

/** The tables, with the column that names a record. */
const VERSIONED = {
  product_change: 'product_id',
  customer: 'id',
  discount_rule: 'id',
  agreed_price: 'id',
  customer_code: 'id',
} as const

export type Versioned = keyof typeof VERSIONED

/** A record, with the version that an act left. */
type LeftAt = { id: string; version: string | null }

/** The present versions of records, by their ids. */
export async function versionsOf(
  { db, workspaceId }: WorkspaceContext,
  table: Versioned,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; version: string }>`
    select asked.id, found.version from ${askedIds(ids)} cross join lateral (
      select version::text from ${sql.table(table)}
      where workspace_id = ${workspaceId} and ${sql.ref(VERSIONED[table])} = asked.id limit 1) found`.execute(db)
  return new Map(rows.map(({ id, version }) => [id, version]))
}

/** Those that still have the version that an act left. */
export async function withSameVersion<Asked extends LeftAt>(
  context: WorkspaceContext,
  table: Versioned,
  asked: readonly Asked[],
): Promise<Asked[]> {
  const ids = asked.map(({ id }) => id)
  const present = await versionsOf(context, table, ids)
  return asked.filter(({ id, version }) => version !== null && present.get(id) === version)
}

/**
 * Gives records that are as before an act the version of then, one below that which the act left. So the act before
 * can be undone, too.
 */
export async function lowerVersions(
  { db, workspaceId }: WorkspaceContext,
  table: Versioned,
  records: readonly LeftAt[],
): Promise<void> {
  if (records.length === 0) return
  const rows = records.map(({ id, version }) => ({ id, version }))
  await sql`
    update ${sql.table(table)} r set version = done.version - 1 from ${rowset(rows, 'id uuid, version bigint', 'done')}
    where r.workspace_id = ${workspaceId} and r.${sql.ref(VERSIONED[table])} = done.id`.execute(db)
}
