import type { DatabaseConfig } from '../config.ts'
import type { Share } from './workspace-shares.ts'

/** How much a process takes on before it refuses. */
export type RequestLimits = {
  /** Requests to the API in progress: more would only wait longer, and in memory. It answers as many in half a second or so. */
  inProgress: number
  /** Of those, how many one workspace has. */
  inProgressPerWorkspace: number
  /** Bulk calls that are worked on at a time. Were it more, the reads in between would wait for all of them. */
  bulkCalls: number
  /** Price changes that are assessed at a time, one of each workspace. */
  dearReads: number
  /** Bulk calls, and dear reads, that wait for their turn, of all workspaces together: two seconds' work or so. */
  mostWaiting: number
  /** Bytes of bodies, from their arrival until they are answered. The largest legal call has 35 MB. */
  bodyBytes: Share
  /** Bytes of answers that their clients have not taken yet. The largest answer has some 10 MB. */
  unsentBytes: Share
}

const MB = 1_048_576

export function requestLimits(database?: DatabaseConfig): RequestLimits {
  const embedded = database?.engine === 'embedded'
  return {
    inProgress: 500,
    inProgressPerWorkspace: 250,
    // Three keep a Postgres server busy on two processors; the embedded database does one thing at a time.
    bulkCalls: embedded ? 1 : 3,
    dearReads: embedded ? 1 : 2,
    mostWaiting: 64,
    bodyBytes: { total: 128 * MB, perWorkspace: 40 * MB },
    unsentBytes: { total: 128 * MB, perWorkspace: 32 * MB },
  }
}
