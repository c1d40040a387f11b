import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { addDays, dayOf, startOfDay } from '../local-day.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'

/** Files are kept for a month. */
const DAYS = 31

type DayOfImports = {
  /** In the time zone of the workspace, such as 2027-01-05. */
  day: string
  files: number
  /** Rows that were written, those of undone imports left out, and rows that were rejected. */
  written: number
  rejected: number
}

/** What was imported on each of the last days, by when its file came, the oldest first: of the files that are kept. */
export async function importsByDay(context: WorkspaceContext): Promise<DayOfImports[]> {
  const { db, workspaceId, clock } = context
  const { timezone } = await readWorkspace(context, workspaceId)
  const first = addDays(dayOf(clock(), timezone), 1 - DAYS)
  const { rows } = await sql<DayOfImports>`
    select to_char(created_at at time zone ${timezone}, 'YYYY-MM-DD') as day, count(*)::int as files,
      (coalesce(sum(created + updated + prices) filter (where status <> 'undone'), 0))::int as written,
      sum(rejected)::int as rejected
    from data_import
    where workspace_id = ${workspaceId} and created_at >= ${startOfDay(first, timezone)} and status <> 'reading'
    group by 1`.execute(db)
  const found = new Map(rows.map((row) => [row.day, row]))
  return Array.from({ length: DAYS }, (_, i) => {
    const day = addDays(first, i)
    return found.get(day) ?? { day, files: 0, written: 0, rejected: 0 }
  })
}
