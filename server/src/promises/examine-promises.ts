import type { WorkspaceContext } from '../context.ts'
import { moneyOf } from '../workspaces/money-of.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import { breakInWords } from './break-in-words.ts'
import { checkThose } from './check-promises.ts'
import { isInForce } from './promise-rows.ts'
import { shapePromise } from './shape-promise.ts'
import type { ShownPromise } from './shape-promise.ts'

/** All promises that are not over at a time, and in words what does not hold then. */
export type Examination = { at: string; promises: ShownPromise[]; broken: string[] }

/** Checks all promises, now or at another time. Throws InvalidInput for a time whose prices are not known. */
export async function examinePromises(
  context: WorkspaceContext,
  { at }: { at?: Date | undefined },
): Promise<Examination> {
  const workspace = await readWorkspace(context, context.workspaceId)
  const time = at ?? context.clock()
  const checked = await checkThose(context, isInForce(time), { at })
  const words = { money: moneyOf(workspace), timeZone: workspace.timezone, now: time }
  const broken = checked.filter(({ holds }) => !holds)
  return {
    at: time.toISOString(),
    promises: checked.map(shapePromise),
    broken: broken.map((promise) => breakInWords({ promise, at: time, broken: promise.broken }, words)),
  }
}
