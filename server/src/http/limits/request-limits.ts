import type { DatabaseConfig } from '../../config.ts'
import type { Quota } from './workspace-quotas.ts'

/** How much a process accepts before it sheds load. */
export type RequestLimits = {
  /** Requests to the API in progress, about half a second of work. More would only wait longer, and take memory. */
  inProgress: number
  /** Requests in progress of one workspace. */
  inProgressPerWorkspace: number
  /** Bulk calls that run at a time. With more of them, reads would wait longer. */
  bulkCalls: number
  /** Previews of price changes that run at a time, one per workspace. */
  expensiveReads: number
  /** Bulk calls that wait in the queue, and likewise expensive reads, of all workspaces: about two seconds of work. */
  maxWaiting: number
  /** Bytes of request bodies, until the response is sent. The largest valid call has 35 MB. */
  bodyBytes: Quota
  /** Bytes of responses that their clients have not received yet. The largest response has about 10 MB. */
  unsentBytes: Quota
}

const MB = 1_048_576

export function requestLimits(database?: DatabaseConfig): RequestLimits {
  const embedded = database?.engine === 'embedded'
  return {
    inProgress: 500,
    inProgressPerWorkspace: 250,
    // Three bulk calls keep a Postgres server on two processors busy. The embedded database runs one statement at a time.
    bulkCalls: embedded ? 1 : 3,
    expensiveReads: embedded ? 1 : 2,
    maxWaiting: 64,
    bodyBytes: { total: 128 * MB, perWorkspace: 40 * MB },
    unsentBytes: { total: 128 * MB, perWorkspace: 32 * MB },
  }
}
