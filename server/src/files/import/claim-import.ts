import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Context, WorkspaceContext } from '../../context.ts'
import { isAhead } from '../../database/within.ts'
import type { NewRow } from '../../database/tables.ts'
import { findImport } from './import-row.ts'
import type { ImportRow } from './import-row.ts'

/** A claim ends after this time without a renewal or a write, in milliseconds: then another process goes on. */
const LEASE_MS = 30_000

export type Claim = { workspaceId: string; id: string; lease: string }

/** Somebody stopped the work, or another process has taken it over. Whatever is not written yet must not be. */
export class ClaimLost extends Error {}

/**
 * Claims the imports that wait for work, oldest first, except those of `taken`. Other processes skip them meanwhile.
 */
export async function claimImports({ db, clock }: Context, most: number, taken: readonly string[]): Promise<Claim[]> {
  const now = clock()
  const lease = randomUUID()
  const isFree = sql<boolean>`${isAhead(sql`leased_until`, LEASE_MS, now)} is not true`
  const waiting = await db
    .selectFrom('data_import')
    .select(['workspace_id', 'id'])
    // No parameters: a prepared statement would not use the index of such imports.
    .where(sql<boolean>`status in ('checking', 'importing', 'undoing')`)
    .where(isFree)
    .orderBy('created_at')
    .limit(most + taken.length)
    .execute()
  const claimed: Claim[] = []
  for (const { workspace_id: workspaceId, id } of waiting) {
    if (taken.includes(id) || claimed.length === most) continue
    const { numUpdatedRows } = await db
      .updateTable('data_import')
      .set({ lease, leased_until: new Date(now.getTime() + LEASE_MS) })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .where(isFree)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) claimed.push({ workspaceId, id, lease })
  }
  return claimed
}

/** The import of a claim. Throws ClaimLost. */
export async function claimedImport(context: WorkspaceContext, { id, lease }: Claim): Promise<ImportRow> {
  const row = await findImport(context, id).catch(() => undefined)
  if (row?.lease !== lease) throw new ClaimLost()
  return row
}

/**
 * Writes to a claimed import, and keeps the claim. Throws ClaimLost if it was stopped or taken over. In a transaction
 * it also locks the import: nobody stops it before that ends.
 */
export async function updateClaimed(
  { db, workspaceId, clock }: WorkspaceContext,
  { id, lease }: Claim,
  changes: Partial<NewRow<'data_import'>>,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('data_import')
    .set({ leased_until: new Date(clock().getTime() + LEASE_MS), ...changes })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('lease', '=', lease)
    .where('status', 'in', ['checking', 'importing', 'undoing'])
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new ClaimLost()
}

/** Ends a claim, so that another process may go on at once. */
export async function releaseImport({ db }: Context, { workspaceId, id, lease }: Claim): Promise<void> {
  await sql`
    update data_import set lease = null, leased_until = null
    where workspace_id = ${workspaceId} and id = ${id} and lease = ${lease}`.execute(db)
}
