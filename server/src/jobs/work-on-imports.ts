import type { ImportWorker } from '../imports/import-worker.ts'
import { logFailure } from './log-failure.ts'
import type { Log } from './log-failure.ts'

/** Starts to work on files that are to be checked, imported or undone. Does not wait for them. Returns their number. */
export function workOnImports(imports: ImportWorker, log: Log): Promise<number> {
  return imports.start((error) => logFailure(log, error, 'an import failed'))
}
