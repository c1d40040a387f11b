import { changedMeanwhile } from '../activity/changed-meanwhile.ts'
import { recordActivity } from '../activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { labelOf } from './price-promise.ts'
import type { PricePromise } from './price-promise.ts'
import type { PromiseItem } from './plan-promises.ts'
import { readPromise } from './promise-rows.ts'
import { lockPromises, putPromises } from './put-promises.ts'

/** The version of a promise, for who edits it. */
export function promiseVersion({ setAt }: Pick<PricePromise, 'setAt'>): string {
  return setAt.toISOString()
}

type Seen = { id: string; version: string }

/**
 * Replaces a promise that the caller has seen in that version. Throws NotFound; Conflict, which says who changed it
 * meanwhile; and what `putPromises` throws.
 */
export async function editPromise(
  context: WorkspaceContext,
  { id, version, ...item }: Seen & Omit<PromiseItem, 'reference'>,
): Promise<void> {
  await inTransaction(context, async (trx) => {
    const { reference } = await lockSeen(trx, { id, version })
    await putPromises(trx, { promises: [{ ...item, reference }] })
  })
}

/** Removes a promise. Throws NotFound, and Conflict if it has another version by now. */
export async function removePromise(context: WorkspaceContext, seen: { id: string; version?: string | undefined }) {
  await inTransaction(context, async (trx) => {
    const promise = await lockSeen(trx, seen)
    await trx.db
      .deleteFrom('promise')
      .where('workspace_id', '=', trx.workspaceId)
      .where('id', '=', promise.id)
      .execute()
    const { reference, until, total, note, customer } = promise
    await recordActivity(trx, {
      action: 'promise.remove',
      subject: { type: 'promise', id: promise.id, label: labelOf(promise), customerId: customer.id },
      changes: { reference, total, until: until.toISOString(), note },
    })
  })
}

async function lockSeen(
  trx: WorkspaceContext,
  { id, version }: { id: string; version?: string | undefined },
): Promise<PricePromise> {
  await lockPromises(trx)
  const promise = await readPromise(trx, id)
  if (version !== undefined && promiseVersion(promise) !== version) throw await changedMeanwhile(trx, promise.id)
  return promise
}
