import type { WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { InvalidInput } from '../errors.ts'
import { addDays, startOfDay } from '../local-day.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import { lastDay } from './browse-promises.ts'
import { editPromise } from './edit-promise.ts'
import type { PromiseItem } from './plan-promises.ts'
import { readPromise } from './promise-rows.ts'
import { putPromises } from './put-promises.ts'

/** A promise as staff write it: until the end of a day of the workspace. */
type DatedItem = Omit<PromiseItem, 'reference' | 'until'> & { untilOn: string }

/** Makes a promise, whose reference is its id. Throws what `putPromises` throws. */
export async function addPromise(context: WorkspaceContext, { untilOn, ...item }: DatedItem): Promise<void> {
  const { timezone } = await readWorkspace(context, context.workspaceId)
  const until = startOfDay(addDays(untilOn, 1), timezone)
  await putPromises(context, { promises: [{ ...item, until }] }).catch(throwWithoutRow)
}

/** The same for one that is there. Where its day stays, its time does. Throws what `editPromise` throws. */
export async function changePromise(
  context: WorkspaceContext,
  { id, version, untilOn, ...item }: DatedItem & { id: string; version: string },
): Promise<void> {
  await inTransaction(context, async (trx) => {
    const { timezone } = await readWorkspace(trx, trx.workspaceId)
    const { until: before } = await readPromise(trx, id)
    const until = lastDay(before, timezone) === untilOn ? before : startOfDay(addDays(untilOn, 1), timezone)
    await editPromise(trx, { ...item, id, version, until })
  }).catch(throwWithoutRow)
}

/** Issues of a bulk call name its rows; here there is one. */
function throwWithoutRow(error: unknown): never {
  if (!(error instanceof InvalidInput)) throw error
  throw new InvalidInput(error.issues.map((issue) => ({ ...issue, path: issue.path.replace('promises.0.', '') })))
}
