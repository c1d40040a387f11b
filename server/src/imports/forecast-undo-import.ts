import type { UndoForecast } from '../activity/ways-to-undo.ts'
import type { WorkspaceContext } from '../context.ts'
import { KINDS } from './import-kinds.ts'
import { findImport } from './import-row.ts'
import { requireUndoable } from './move-import.ts'
import { UndoForecastSum } from './undo-forecast.ts'
import { BEHIND_LAST, nextChanges } from './undo-import.ts'

/** Records that one statement looks up. */
const SLICE = 1_000

/** What undoing an import would do. Its changes are read in slices. Throws NotFound and InvalidRequest. */
export async function forecastUndoImport(context: WorkspaceContext, id: string): Promise<UndoForecast> {
  const row = await findImport(context, id)
  requireUndoable(row)
  const forecast = new UndoForecastSum(context, KINDS[row.kind])
  for (let line = BEHIND_LAST; ;) {
    const changes = await nextChanges(context, row.id, line, SLICE)
    if (changes.length === 0) return forecast.result()
    await forecast.add(changes)
    line = changes.at(-1)!.line
  }
}
