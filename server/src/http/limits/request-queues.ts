import { setImmediate, setTimeout } from 'node:timers/promises'
import type { preParsingHookHandler, RouteOptions } from 'fastify'
import type { WorkspaceContext } from '../../context.ts'
import { connectionOwner } from '../../database/connection-owner.ts'
import { isLockTimeout } from '../../database/unavailability.ts'
import { BUSY } from '../../errors.ts'
import { FairQueue } from '../../fair-queue.ts'
import type { AddHooks } from '../add-hooks.ts'
import type { RequestLimits } from './request-limits.ts'
import { queueHandlers } from './route-queue.ts'
import type { Queue } from './route-queue.ts'

/** Runs a part of a job in the fair queue of bulk calls: workspaces get its slots in round-robin. */
export type RunQueued = <T>(workspace: WorkspaceContext, work: (context: WorkspaceContext) => Promise<T>) => Promise<T>

/**
 * What a route of a workspace costs, and so which queue it waits in: a page at most; a few rows written; much time of
 * the database; very many rows written; a file that is made in slices while it is sent, each of which waits by itself.
 */
export type Cost = 'read' | 'write' | 'expensive' | 'bulk' | 'download'

declare module 'fastify' {
  interface FastifyInstance {
    runQueued: RunQueued
  }
  interface FastifyContextConfig {
    /** If left out, the method tells: GET, HEAD and what has the scope `read` reads, all else writes. */
    cost?: Cost
  }
  interface FastifyRequest {
    /** Whether it has a slot of the expensive reads for all that it does. */
    isExpensive: boolean
    /** Makes a slice of a download in its queue. */
    makeSlice: <T>(work: () => Promise<T>) => Promise<T>
  }
}

/**
 * The longest pause of a slot after work: so many milliseconds; or this share of the work, if that is longer, since many
 * reads have waited for long work.
 */
const MAX_REST = { ms: 250, share: 0.25 }
/** A job rests for so many times as long as each of its parts took, and no longer than a slot, while others read. */
const JOB_RESTS = 3
/** How long a bulk call waits for a lock while it has a slot, in milliseconds: others wait for the slot. */
const LOCK_TIMEOUT_MS = 100
/** The pause before a retry, without a slot, in milliseconds; and the time limit of all retries. */
const RETRY_MS = 200
const RETRY_LIMIT_MS = 10_000

/**
 * A search takes the event loop up to a millisecond to start: where a hundred arrive together, others get in between.
 */
const READS = { slots: 64, perOwner: { alone: 48, contended: 16 } }
/** A write may wait for a lock, so it takes no slot of the reads. */
const WRITES = { slots: 64, perOwner: { alone: 32, contended: 8 } }

/**
 * Has each route of a scope wait in the queue of what it costs. Call `addHooks` after `authenticate`, before
 * `timeOutRequests`.
 */
export function requestQueues(
  limits: RequestLimits,
  readsInProgress: () => number,
): { addHooks: AddHooks; runQueued: RunQueued } {
  const { bulkCalls, expensiveReads, maxWaiting } = limits
  const reads = new FairQueue(READS)
  const writes = new FairQueue(WRITES)
  const expensive = new FairQueue({ slots: expensiveReads, perOwner: { alone: 1, contended: 1 }, maxWaiting })
  const downloads = new FairQueue({ slots: expensiveReads, perOwner: { alone: 1, contended: 1 } })
  const bulk = new FairQueue({
    slots: bulkCalls,
    perOwner: { alone: bulkCalls, contended: Math.max(1, bulkCalls - 1) },
    maxWaiting,
  })
  // While reads are in progress, about one slot is in use at a time; a single slot then works half of the time.
  const restAfter = (slots: number) => (took: number) =>
    readsInProgress() > 0 ? Math.min(took * Math.max(1, slots - 1), Math.max(MAX_REST.ms, took * MAX_REST.share)) : 0
  const [afterBulk, afterExpensive] = [restAfter(bulkCalls), restAfter(expensiveReads)]

  const runBulk: RunQueued = (workspace, work) =>
    retryOnLockTimeout(() =>
      runAlone(bulk, afterBulk, workspace, () => work({ ...workspace, lockTimeoutMs: LOCK_TIMEOUT_MS })),
    )
  // A job takes one slot after the other, so slots that rest hardly hold it up: while others read, it rests itself.
  const runQueued: RunQueued = async (workspace, work) => {
    let began = performance.now()
    const result = await runBulk(workspace, (turn) => {
      began = performance.now()
      return work(turn)
    })
    const rest = Math.min((performance.now() - began) * JOB_RESTS, MAX_REST.ms)
    if (reads.othersAreActive(workspace.workspaceId)) await setTimeout(rest)
    return result
  }

  const queues: Record<Cost, Queue> = {
    read: ({ workspace }, work) => run(reads, workspace, work),
    write: ({ workspace }, work) => run(writes, workspace, work),
    expensive: (request, work) => {
      request.isExpensive = true
      return runAlone(expensive, afterExpensive, request.workspace, work)
    },
    bulk: (request, work) =>
      runBulk(request.workspace, (turn) => {
        request.workspace = turn
        return work()
      }),
    download: (request, work) => {
      const owner = connectionOwner.getStore()
      request.makeSlice = (make) => run(downloads, request.workspace, () => connectionOwner.run(owner, make))
      return work()
    },
  }

  // Load shedding: a call that the queue would refuse is refused before its body is read. An accepted call enters the
  // queue only when its body is there, since a body may arrive slowly.
  const refuse: preParsingHookHandler = ({ workspace, raw }, _reply, _payload, done) => {
    const { workspaceId, actor } = workspace
    const isAccepted = !raw.destroyed && bulk.accepts(workspaceId, actor.id ?? '')
    if (isAccepted) done()
    else done(BUSY)
  }

  const addHooks: AddHooks = (app) => {
    app.decorateRequest('isExpensive', false)
    app.decorateRequest('makeSlice')
    app.addHook('onRequest', (request, _reply, done) => {
      const { workspace } = request
      workspace.runQueued = (work) =>
        request.isExpensive ? work() : runAlone(expensive, afterExpensive, workspace, work)
      done()
    })
    queueHandlers(app, (route) => {
      const cost = route.config?.cost ?? costOf(route)
      if (cost === 'bulk') route.preParsing = [route.preParsing ?? [], refuse].flat()
      return queues[cost]
    })
  }
  return { addHooks, runQueued }
}

function run<T>(queue: FairQueue, { workspaceId, actor }: WorkspaceContext, work: () => Promise<T>): Promise<T> {
  return queue.run(workspaceId, work, { caller: actor.id ?? '' })
}

/**
 * The slot limits this work already, so its connections have no owner. The event loop first handles what has arrived.
 * The slot rests after the work for as long as `restMs` says.
 */
function runAlone<T>(
  queue: FairQueue,
  restMs: (tookMs: number) => number,
  { workspaceId, actor }: WorkspaceContext,
  work: () => Promise<T>,
): Promise<T> {
  const asking = { caller: actor.id ?? '', restMs }
  return queue.run(workspaceId, () => connectionOwner.run(undefined, () => setImmediate().then(work)), asking)
}

function costOf({ method, config }: RouteOptions): Cost {
  return ['GET', 'HEAD'].includes(String(method)) || config?.scope === 'read' ? 'read' : 'write'
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
