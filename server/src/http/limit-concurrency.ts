import { setImmediate, setTimeout } from 'node:timers/promises'
import type { preParsingHookHandler } from 'fastify'
import type { WorkspaceContext } from '../context.ts'
import { connectionOwner } from '../database/connection-owner.ts'
import { isLockTimeout } from '../database/unavailability.ts'
import { BUSY } from '../errors.ts'
import { FairQueue } from '../fair-queue.ts'
import type { RequestLimits } from './request-limits.ts'
import type { AddHooks } from './add-hooks.ts'

/** Runs a bulk call in the fair queue: workspaces get its slots in round-robin. */
export type RunQueued = <T>(workspace: WorkspaceContext, work: (context: WorkspaceContext) => Promise<T>) => Promise<T>

declare module 'fastify' {
  interface FastifyInstance {
    runQueued: RunQueued
  }
  interface FastifyContextConfig {
    /** Whether a call writes many rows. */
    bulk?: boolean
  }
}

/** The longest pause of a slot after work, in milliseconds. */
const MAX_REST_MS = 250
/** How long a bulk call waits for a lock while it has a slot, in milliseconds: others wait for the slot. */
const LOCK_TIMEOUT_MS = 100
/** The pause before a retry, without a slot, in milliseconds; and the time limit of all retries. */
const RETRY_MS = 200
const RETRY_LIMIT_MS = 10_000

/**
 * Limits how many expensive operations run at a time: bulk calls, and what verbs do by `runQueued` of their context.
 * Each kind has a fair queue, in which workspaces get slots in round-robin. Call it after `authenticate`.
 */
export function limitConcurrency(
  limits: RequestLimits,
  readsInProgress: () => number,
): { addHooks: AddHooks; runQueued: RunQueued } {
  const { bulkCalls, expensiveReads, maxWaiting } = limits
  const bulk = new FairQueue({
    slots: bulkCalls,
    perOwner: { alone: bulkCalls, contended: Math.max(1, bulkCalls - 1) },
    maxWaiting,
  })
  const expensive = new FairQueue({ slots: expensiveReads, perOwner: { alone: 1, contended: 1 }, maxWaiting })
  // While reads are in progress, about one slot is in use at a time; a single slot then works half of the time.
  const restAfter = (slots: number) => (took: number) =>
    readsInProgress() > 0 ? Math.min(took * Math.max(1, slots - 1), MAX_REST_MS) : 0
  const run = <T>(queue: FairQueue, slots: number, workspaceId: string, work: () => Promise<T>) =>
    // The slot limits this work already, so its connections have no owner. The event loop first handles what has arrived.
    queue.run(workspaceId, () => connectionOwner.run(undefined, () => setImmediate().then(work)), restAfter(slots))

  // Load shedding: a call that the queue would refuse is refused before its body is read. An accepted call enters the queue
  // only when its body is there, since a body may arrive slowly.
  const refuse: preParsingHookHandler = ({ workspace, raw }, _reply, _payload, done) =>
    raw.destroyed || !bulk.accepts(workspace.workspaceId) ? done(BUSY) : done()

  const runQueued: RunQueued = (workspace, work) =>
    retryOnLockTimeout(() =>
      run(bulk, bulkCalls, workspace.workspaceId, () => work({ ...workspace, lockTimeoutMs: LOCK_TIMEOUT_MS })),
    )
  const addHooks: AddHooks = (app) => {
    app.addHook('onRequest', ({ workspace }, _reply, done) => {
      workspace.runQueued = (work) => run(expensive, expensiveReads, workspace.workspaceId, work)
      done()
    })
    app.addHook('onRoute', (route) => {
      if (route.config?.bulk) route.preParsing = [route.preParsing ?? [], refuse].flat()
    })
  }
  return { addHooks, runQueued }
}

/** Retries work that ended with a lock timeout. Between two attempts it has no slot, so others can work. */
async function retryOnLockTimeout<T>(work: () => Promise<T>): Promise<T> {
  for (const giveUp = performance.now() + RETRY_LIMIT_MS; ; await setTimeout(RETRY_MS)) {
    try {
      return await work()
    } catch (error) {
      if (!isLockTimeout(error) || performance.now() > giveUp) throw error
    }
  }
}
