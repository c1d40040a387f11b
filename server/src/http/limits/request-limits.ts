import type { DatabaseConfig } from '../../config.ts'

const MB = 1_048_576

export type RequestLimits = ReturnType<typeof requestLimits>

/** How much a process accepts before it sheds load. */
export function requestLimits(database?: DatabaseConfig) {
  const embedded = database?.engine === 'embedded'
  return {
    /** Requests to the API in progress, about half a second of work. More would only wait longer, and take memory. */
    inProgress: 500,
    /** Requests in progress of one workspace. */
    inProgressPerWorkspace: 250,
    /**
     * Bulk calls that run at a time. Three keep a Postgres server on two processors busy; with more, reads would wait
     * longer. The embedded database runs one statement at a time.
     */
    bulkCalls: embedded ? 1 : 3,
    /** Previews of price changes that run at a time, one per workspace. */
    expensiveReads: embedded ? 1 : 2,
    /**
     * Bulk calls that wait in the queue, and likewise expensive reads, of all workspaces: about two seconds of work.
     */
    maxWaiting: 64,
    /** Bytes of request bodies, until the response is sent. The largest valid call has 35 MB. */
    bodyBytes: { total: 128 * MB, perWorkspace: 40 * MB },
    /** Bytes of responses that their clients have not received yet. The largest response has about 10 MB. */
    unsentBytes: { total: 128 * MB, perWorkspace: 32 * MB },
  }
}
