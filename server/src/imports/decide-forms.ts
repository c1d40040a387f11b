import type { WorkspaceContext } from '../context.ts'
import { watchColumns } from '../spreadsheets/column-forms.ts'
import type { ColumnForms } from '../spreadsheets/column-forms.ts'
import { labelOf } from '../spreadsheets/fields.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import { mappingOf } from './columns.ts'
import { KINDS } from './import-kinds.ts'
import { partsOfImport } from './import-parts.ts'
import type { ImportRow } from './import-row.ts'

/** Looks at all cells of the columns with numbers and days, to decide how they are read. */
export async function decideForms(
  context: WorkspaceContext,
  row: ImportRow,
  signal?: AbortSignal,
): Promise<ColumnForms> {
  const kind = KINDS[row.kind]
  const { fields, holds } = kind
  const { columns, constants } = mappingOf(kind, row.reading).mapping
  const { currency, currencyDecimals } = await readWorkspace(context, context.workspaceId)
  const watch = watchColumns(holds, {
    currency,
    currencyDecimals,
    rounds: row.reading.roundsPrices ?? false,
    isWorkbook: row.file.format === 'xlsx',
    label: (field) => labelOf(fields, field),
  })
  const watched = Object.keys(holds).flatMap((field) => {
    const constant = constants.get(field)
    if (constant !== undefined) watch.see(field, constant)
    const column = constant === undefined ? columns.get(field) : undefined
    return column === undefined ? [] : [{ field, column }]
  })
  if (watched.length === 0) return watch.decided()
  for await (const records of partsOfImport(context, row)) {
    signal?.throwIfAborted()
    for (const { cells } of records) for (const { field, column } of watched) watch.see(field, cells[column] ?? '')
  }
  return watch.decided()
}
