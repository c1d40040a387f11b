import type { RejectReason } from './import-check.ts'
import type { RejectedRow } from './list-rejects.ts'

/** How many reasons a check shows, and rows of each. */
const REASONS = 20
const ROWS = 20

/** What differs between rows that are rejected for one reason: quoted cells, days and other rows. */
const OF_ROW = /"[^"]*(?:"|$)|\d{4}-\d{2}-\d{2}|\brow \d+/g

/** Groups rejected rows by reason, the most frequent first. What is of one row in a reason becomes "…". */
export function groupByReason(rejects: readonly RejectedRow[]): RejectReason[] {
  return [...Map.groupBy(rejects, reasonOf)]
    .map(([reason, rows]) => ({
      // Its rows follow, after a colon.
      reason: (rows.length === 1 ? rows[0]!.reason : reason).replace(/\.$/, ''),
      rows: rows.length,
      first: rows.slice(0, ROWS),
    }))
    .toSorted((a, b) => b.rows - a.rows)
    .slice(0, REASONS)
}

function reasonOf({ label, reason }: RejectedRow): string {
  const rest = label !== null && reason.startsWith(`${label} `) ? `…${reason.slice(label.length)}` : reason
  return rest.replaceAll(OF_ROW, '…')
}
