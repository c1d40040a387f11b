import type { DatabaseConfig } from '../config.ts'

/** How much a process takes on before it refuses. */
export type RequestLimits = {
  /** Requests to the API in progress: more would only wait longer, and in memory. It answers as many in half a second or so. */
  inProgress: number
  /** Bulk calls that are worked on at a time. Were it more, the reads in between would wait for all of them. */
  bulkCalls: number
  /** Bulk calls that wait for their turn, of all workspaces together: two seconds' work or so. */
  bulkCallsWaiting: number
  /** Bytes of the bodies of bulk calls, from before they arrive until they are answered: of four of the largest. */
  bulkCallBytes: number
}

export function requestLimits(database?: DatabaseConfig): RequestLimits {
  return {
    inProgress: 500,
    // Three keep a Postgres server busy on two processors; the embedded database does one thing at a time.
    bulkCalls: database?.engine === 'embedded' ? 1 : 3,
    bulkCallsWaiting: 64,
    bulkCallBytes: 128 * 1_048_576,
  }
}
