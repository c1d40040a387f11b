import type { WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { InvalidInput, InvalidRequest } from '../errors.ts'
import type { ImportKindName } from '../database/column-values.ts'
import { isFieldOf } from '../spreadsheets/fields.ts'
import type { OnDuplicate } from '../spreadsheets/survey-rows.ts'
import type { ImportKind } from './import-kind.ts'
import { isClearable } from './columns.ts'
import { KINDS } from './import-kinds.ts'
import { lockImport } from './import-row.ts'
import { newReading } from './new-reading.ts'
import type { ColumnUse, Reading } from './reading.ts'

/**
 * What staff change of how a file is read. What is left out stays; the rest of a new kind, sheet or header is guessed
 * anew.
 */
type ReadingChange = {
  kind?: ImportKindName | undefined
  sheet?: number | undefined
  headerLine?: number | undefined
  /** One for each column of the header. */
  uses?: ColumnUse[] | undefined
  /** Blank texts count as none. */
  constants?: Record<string, string> | undefined
  onDuplicate?: OnDuplicate | undefined
  /** Columns whose blank cells empty their field. A column that gets another use is none of them. */
  clearing?: number[] | undefined
  /** SKUs that stand for those of the file, by line. */
  skus?: Record<string, string> | undefined
  roundsPrices?: boolean | undefined
}

/** The same call of the API finds the import again, and expects it to be read as it said. */
const SENT_BY_API =
  'This file came by the API, and can only be read as the call says. To read it in another way, upload it here.'

/**
 * Changes how a file is read. What a check has found is dropped. Throws NotFound, InvalidRequest once the import has
 * begun and for a file that came by the API, and InvalidInput for a sheet, header, field or list of columns that there
 * is not.
 */
export async function setReading(context: WorkspaceContext, id: string, change: ReadingChange): Promise<void> {
  await inTransaction(context, async (trx) => {
    const row = await lockImport(trx, id, {
      statuses: ['ready', 'checking', 'checked', 'failed'],
      otherwise: 'This file is imported already: upload it again to read it in another way.',
    })
    if (row.started_at !== null) throw new InvalidRequest('This import has begun: go on with it, or undo it.')
    if (row.uploaded_by.type === 'key') throw new InvalidRequest(SENT_BY_API)
    const { kind: wanted = row.kind, sheet = row.reading.sheet, headerLine, ...rest } = change
    const isOther = sheet !== row.reading.sheet
    const isMoved = isOther || (headerLine ?? row.reading.headerLine) !== row.reading.headerLine
    const given = { kind: wanted, sheet, headerLine: isOther ? headerLine : (headerLine ?? row.reading.headerLine) }
    const base =
      isMoved || wanted !== row.kind
        ? (await newReading(trx, row, given)).reading
        : { ...row.reading, isRemembered: false }
    const reading = { ...base, ...withoutUndefined(rest) }
    if (reading.uses.length !== reading.header.length) {
      const message = `Say what each of the ${reading.header.length} columns is used for.`
      throw new InvalidInput([{ path: 'uses', message }])
    }
    requireFields(KINDS[wanted], reading)
    reading.clearing = (reading.clearing ?? []).filter(
      (column) =>
        isClearable(KINDS[wanted], reading.uses[column] ?? 'ignore') &&
        (rest.clearing !== undefined || reading.uses[column] === base.uses[column]),
    )
    reading.constants = Object.fromEntries(
      Object.entries(reading.constants).flatMap(([field, value]) => (value.trim() ? [[field, value.trim()]] : [])),
    )
    await trx.db
      .updateTable('data_import')
      .set({ kind: wanted, reading: JSON.stringify(reading), found: null, status: 'ready', problem: null })
      .where('workspace_id', '=', trx.workspaceId)
      .where('id', '=', id)
      .execute()
  })
}

/** Throws InvalidInput for a field that the kind does not have. */
function requireFields({ fields, otherColumns }: ImportKind, { uses, constants }: Reading): void {
  const isUse = (use: ColumnUse) => use === 'ignore' || use === otherColumns || isFieldOf(fields, use)
  const wrongUse = uses.find((use) => !isUse(use))
  const wrongConstant = Object.keys(constants).find((field) => !isFieldOf(fields, field))
  const issues = [
    ...(wrongUse === undefined ? [] : [{ path: 'uses', message: `There is no field "${wrongUse}".` }]),
    ...(wrongConstant === undefined ? [] : [{ path: 'constants', message: `There is no field "${wrongConstant}".` }]),
  ]
  if (issues.length > 0) throw new InvalidInput(issues)
}

function withoutUndefined<T extends object>(fields: T): { [F in keyof T]: Exclude<T[F], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
