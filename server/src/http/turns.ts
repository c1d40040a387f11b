import { setImmediate, setTimeout } from 'node:timers/promises'
import type { FastifyInstance, preParsingHookHandler } from 'fastify'
import type { WorkspaceContext } from '../context.ts'
import { borrower } from '../database/borrower.ts'
import { isLockTimeout } from '../database/unavailability.ts'
import { BUSY } from '../errors.ts'
import { FairQueue } from '../fair-queue.ts'
import type { RequestLimits } from './request-limits.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Works on a bulk call when its turn comes: workspaces take turns. */
    inTurn: <T>(workspace: WorkspaceContext, work: (context: WorkspaceContext) => Promise<T>) => Promise<T>
  }
  interface FastifyContextConfig {
    /** Whether a call writes many rows. */
    bulk?: boolean
  }
}

/** The longest that a place rests after work, in milliseconds: work that waited for others itself need not be made up for. */
const LONGEST_REST = 250
/** How long a bulk call waits for a lock within its turn, in milliseconds: others wait for the turn meanwhile. */
const LOCK_TIMEOUT_MS = 100
/** How long it waits outside of its turn before it tries again, and for how long it tries in all, in milliseconds. */
const RETRY_MS = 200
const PATIENCE_MS = 10_000

/**
 * Gives out turns for what is dear: bulk calls of this scope, and what verbs do by `inTurn` of their context. Workspaces
 * take them in round-robin, so that one never has all of them. Call it after `authenticate`.
 */
export function giveTurns(app: FastifyInstance, limits: RequestLimits, readsInProgress: () => number): void {
  const { bulkCalls, dearReads, mostWaiting } = limits
  const bulk = new FairQueue({
    places: bulkCalls,
    perOwner: { alone: bulkCalls, besideOthers: Math.max(1, bulkCalls - 1) },
    mostWaiting,
  })
  const dear = new FairQueue({ places: dearReads, perOwner: { alone: 1, besideOthers: 1 }, mostWaiting })
  // While reads wait, one thing is worked on at a time, more or less; where there is never more than one, half of the time.
  const restAfter = (places: number) => (took: number) =>
    readsInProgress() > 0 ? Math.min(took * Math.max(1, places - 1), LONGEST_REST) : 0
  const take = <T>(queue: FairQueue, places: number, workspaceId: string, work: () => Promise<T>) =>
    // What has a turn is bounded by that, and borrows connections on nobody's account. What has come in goes first.
    queue.use(workspaceId, () => borrower.run(undefined, () => setImmediate().then(work)), restAfter(places))

  app.decorate('inTurn', (workspace, work) =>
    untilUnlocked(() =>
      take(bulk, bulkCalls, workspace.workspaceId, () => work({ ...workspace, lockTimeoutMs: LOCK_TIMEOUT_MS })),
    ),
  )
  app.addHook('onRequest', ({ workspace }, _reply, done) => {
    workspace.inTurn = (work) => take(dear, dearReads, workspace.workspaceId, work)
    done()
  })
  // A call that is refused before its body has been read is not even begun. One that is let in has no place in the
  // line yet: its body may be slow to come.
  const refuse: preParsingHookHandler = ({ workspace, raw }, _reply, _payload, done) =>
    raw.destroyed || !bulk.hasPlaceFor(workspace.workspaceId) ? done(BUSY) : done()
  app.addHook('onRoute', (route) => {
    if (route.config?.bulk) route.preParsing = [route.preParsing ?? [], refuse].flat()
  })
}

/** Does work that ends where a lock is not to be had soon, again and again for a while: the turn is for others meanwhile. */
async function untilUnlocked<T>(work: () => Promise<T>): Promise<T> {
  for (const giveUp = performance.now() + PATIENCE_MS; ; await setTimeout(RETRY_MS)) {
    try {
      return await work()
    } catch (error) {
      if (!isLockTimeout(error) || performance.now() > giveUp) throw error
    }
  }
}
