import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { dayOf } from '../local-day.ts'
import { lastTermsChange } from '../pricing/kinds-of-term.ts'
import { StateCache } from '../reading/index.ts'
import { PROMISE_STATES, promiseState } from '../rules/promise-state.ts'
import type { PromiseState } from '../rules/promise-state.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import { checkThose } from './check-promises.ts'
import type { CheckedPromise } from './check-promises.ts'
import { promiseVersion } from './edit-promise.ts'
import { isInForce, promisesThat, readPromises } from './promise-rows.ts'
import { shapePromise } from './shape-promise.ts'

/** Lines of cached checks, of all workspaces together. */
const MAX_CACHED_LINES = 100_000

const checks = new StateCache<CheckedPromise[]>({
  max: MAX_CACHED_LINES,
  sizeOf: (promises) => 1 + promises.reduce((sum, { lines }) => sum + lines.length, 0),
  queued: true,
})

type Asked = { state?: PromiseState | undefined; customer?: string | undefined; limit: number; offset: number }

/**
 * A page of promises for staff, with the number of all that match: broken ones first, then those that will break, then
 * by their end. Those that are over are left out, unless that state is asked for. Checks are cached.
 */
export async function browsePromises(context: WorkspaceContext, { state, customer, limit, offset }: Asked) {
  const now = context.clock()
  const { timezone } = await readWorkspace(context, context.workspaceId)
  const found = state === 'ended' ? await overPromises(context, now) : await checkedPromises(context)
  const shown = found
    .map((promise) => ({ ...promise, state: promiseState(promise, now) }))
    .filter((promise) => (state ? promise.state === state : promise.state !== 'ended'))
    .filter((promise) => customer === undefined || promise.customer.id === customer)
    .toSorted(
      (a, b) =>
        PROMISE_STATES.indexOf(a.state) - PROMISE_STATES.indexOf(b.state) ||
        (a.breaksAt?.getTime() ?? Infinity) - (b.breaksAt?.getTime() ?? Infinity) ||
        a.until.getTime() - b.until.getTime(),
    )
  const promises = shown.slice(offset, offset + limit).map((promise) => ({
    ...shapePromise(promise),
    state: promise.state,
    untilOn: lastDay(promise.until, timezone),
    version: promiseVersion(promise),
  }))
  return { promises, total: shown.length }
}

/** Another state of the prices has another check; a promise ends without one. */
async function checkedPromises(context: WorkspaceContext): Promise<CheckedPromise[]> {
  const now = context.clock()
  const name = `promises ${await lastTermsChange(context, now)}`
  return checks.read(context, name, () => checkThose(context, isInForce(now)))
}

async function overPromises({ workspaceId, ...context }: WorkspaceContext, now: Date): Promise<CheckedPromise[]> {
  const over = await readPromises({ ...context, workspaceId }, promisesThat(workspaceId, sql`promise.until <= ${now}`))
  return over.map((promise) => ({ ...promise, holds: true, broken: [], breaksAt: null }))
}

/** The last day on which a promise holds, in that time zone. */
export function lastDay(until: Date, timezone: string): string {
  return dayOf(new Date(until.getTime() - 1), timezone)
}
