import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Updateable } from 'kysely'
import type { WorkspaceContext, Context } from '../../context.ts'
import type { Tables } from '../../database/tables.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { ClaimedImage } from './claim-image.ts'
import { putFirst } from './product-pictures.ts'

/** The pauses after each failed attempt, in milliseconds: five more attempts over a day. */
const MINUTE = 60_000
const PAUSES = [1, 10, 60, 6 * 60, 16 * 60].map((minutes) => minutes * MINUTE)
export const MAX_ATTEMPTS = PAUSES.length + 1

/**
 * Gives a product its copied image. Returns false, and drops the copy, where another URL was sent meanwhile, or where
 * staff have replaced or removed the image.
 */
export async function settleCopied(context: WorkspaceContext, claimed: ClaimedImage, digest: string): Promise<boolean> {
  return inTransaction(context, async (trx) => {
    const settled = await settle(trx, claimed, { status: 'copied', failure: null })
    if (settled) await putFirst(trx, claimed.productId, digest)
    return settled
  })
}

/** Plans the next attempt after a failure, or gives up after the last one, or where no other attempt can succeed. */
export async function settleFailed(
  context: WorkspaceContext,
  claimed: ClaimedImage,
  { message, isTemporary, waitMs }: { message: string; isTemporary: boolean; waitMs: number },
): Promise<void> {
  const pause = isTemporary ? PAUSES[claimed.attempts - 1] : undefined
  if (pause === undefined) await settle(context, claimed, { status: 'failed', failure: message })
  else await settle(context, claimed, { due_at: after(context, Math.max(pause, waitMs)), failure: message })
}

/** Puts a claimed image back, as if it had not been claimed. */
export async function postpone(context: WorkspaceContext, claimed: ClaimedImage, ms: number): Promise<void> {
  await settle(context, claimed, { due_at: after(context, ms), attempts: claimed.attempts - 1 })
}

async function settle(
  { db, workspaceId }: WorkspaceContext,
  { productId, url, requestedAt }: ClaimedImage,
  values: Updateable<Tables['product_image']>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('product_image')
    .set(values)
    .where('workspace_id', '=', workspaceId)
    .where('product_id', '=', productId)
    .where('status', '=', 'queued')
    .where('source_url', '=', url)
    .where('requested_at', '=', requestedAt)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function after({ clock }: WorkspaceContext, ms: number): Date {
  return new Date(clock().getTime() + ms)
}

/**
 * Raises the revision of a workspace, so that its pages are read anew after images were copied or have failed: their
 * entity tags follow from it.
 */
export async function bumpRevision({ db }: Pick<Context, 'db'>, workspaceId: string): Promise<void> {
  await sql`
    update workspace_revision set revision = revision + 1, nonce = ${randomUUID()}
    where workspace_id = ${workspaceId}`.execute(db)
}
