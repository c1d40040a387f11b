import type { WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { InvalidInput, InvalidRequest } from '../errors.ts'
import type { Field } from '../import/fields.ts'
import type { OnDuplicate } from '../import/survey-rows.ts'
import { lockImport } from './import-row.ts'
import { newReading } from './new-reading.ts'
import type { ColumnUse } from './reading.ts'

/** What staff change of how a file is read. What is left out stays; a new sheet or header is guessed anew. */
export type ReadingChange = {
  sheet?: number | undefined
  headerLine?: number | undefined
  /** One for each column of the header. */
  uses?: ColumnUse[] | undefined
  /** Blank texts count as none. */
  constants?: Partial<Record<Field, string>> | undefined
  onDuplicate?: OnDuplicate | undefined
}

/**
 * Changes how a file is read. What a check has found is dropped. Throws NotFound, InvalidRequest once the import has begun, and
 * InvalidInput for a sheet, header or list of columns that the file does not have.
 */
export async function setReading(context: WorkspaceContext, id: string, change: ReadingChange): Promise<void> {
  await inTransaction(context, async (trx) => {
    const row = await lockImport(trx, id, {
      statuses: ['ready', 'checking', 'checked', 'failed'],
      otherwise: 'This file is imported already: upload it again to read it in another way.',
    })
    if (row.started_at !== null) throw new InvalidRequest('This import has begun: go on with it, or undo it.')
    const { sheet, headerLine, ...rest } = change
    const isOther = (sheet ?? row.reading.sheet) !== row.reading.sheet
    const isMoved = isOther || (headerLine ?? row.reading.headerLine) !== row.reading.headerLine
    const base = isMoved
      ? await newReading(trx, row, { sheet: sheet ?? row.reading.sheet, headerLine })
      : { ...row.reading, isRemembered: false }
    const reading = { ...base, ...withoutUndefined(rest) }
    if (reading.uses.length !== reading.header.length) {
      const message = `Say what each of the ${reading.header.length} columns is used for.`
      throw new InvalidInput([{ path: 'uses', message }])
    }
    reading.constants = Object.fromEntries(
      Object.entries(reading.constants).flatMap(([field, value]) => (value?.trim() ? [[field, value.trim()]] : [])),
    )
    await trx.db
      .updateTable('data_import')
      .set({ reading: JSON.stringify(reading), found: null, status: 'ready', problem: null })
      .where('workspace_id', '=', trx.workspaceId)
      .where('id', '=', id)
      .execute()
  })
}

function withoutUndefined<T extends object>(fields: T): { [F in keyof T]: Exclude<T[F], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
