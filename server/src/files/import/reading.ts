import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import type { ImportKindName, OnDuplicate } from '../../database/column-values.ts'
import { inTransaction } from '../../database/transaction.ts'
import { invalidField, InvalidInput, InvalidRequest } from '../../errors.ts'
import { MAX_ROWS, MAX_ROWS_ABOVE, tooManyRows } from '../spreadsheets/files/file-limits.ts'
import type { FileDescription } from '../spreadsheets/files/read-file.ts'
import type { CsvRecord } from '../spreadsheets/read-csv.ts'
import { WORKSPACE_LIMITS } from '../../workspaces/workspace-state.ts'
import { guessHeader, guessUses, isClearable } from './columns.ts'
import type { ColumnUse, ImportKind, Reading } from './import-kind.ts'
import { guessKind, KINDS } from './import-kinds.ts'
import { firstRecords, lockImport, updateImport } from './import-row.ts'

/** What is remembered of a reading, for files of the same shape. */
type RememberedMapping = Pick<Reading, 'uses' | 'constants' | 'onDuplicate' | 'newUnit'>

/** The shape of a file: a digest of its header, ignoring case. Files of one shape are read alike. */
function shapeOf(header: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify(header.map((name) => name.toLowerCase())))
    .digest('base64url')
}

/** What holds at first for products that staff upload: lists of sales name a product often, and few lists name units. */
const OF_PRICE_LISTS = { onDuplicate: 'last', newUnit: 'each' } as const

type Given = {
  kind?: ImportKindName | undefined
  sheet?: number | undefined
  headerLine?: number | undefined
  recalls?: boolean
}

/**
 * How a file is read at first: the first sheet that has rows, or the one that is given; its header and what it holds,
 * guessed or given; and the columns, as a file of that shape was read last (unless `recalls` is false), else guessed.
 * `records`: its first rows below the header.
 * Throws InvalidInput for a sheet or header that is not there.
 */
export async function newReading(
  context: WorkspaceContext,
  { id, file }: { id: string; file: FileDescription },
  given: Given = {},
): Promise<{ kind: ImportKindName; reading: Reading; records: CsvRecord[] }> {
  const firstWithRows = file.sheets.findIndex(({ rows }) => rows > 0)
  const sheet = given.sheet ?? Math.max(0, firstWithRows)
  const all = await firstRecords(context, { id, sheet })
  const records = all.slice(0, MAX_ROWS_ABOVE)
  if (records.length === 0) throw invalidField('sheet', 'This sheet has no rows.')
  const headerLine = given.headerLine ?? guessHeader(given.kind ? [KINDS[given.kind]] : Object.values(KINDS), records)
  const above = records.findIndex(({ line }) => line === headerLine)
  if (above === -1) {
    const message = `The header must be one of the first ${MAX_ROWS_ABOVE} rows that are not blank.`
    throw invalidField('headerLine', message)
  }
  if (file.sheets[sheet]!.rows - above - 1 > MAX_ROWS) {
    throw invalidField('file', tooManyRows('The file'))
  }
  const names = records[above]!.cells.map((name) => name.trim())
  const header = names.slice(0, names.findLastIndex((name) => name !== '') + 1)
  const body = all.filter(({ line }) => line > headerLine)
  const remembered = given.recalls === false ? undefined : await recall(context, header, given.kind)
  const kind = given.kind ?? remembered?.kind ?? guessKind(header)
  const mapping = remembered?.mapping ?? {
    uses: guessUses(KINDS[kind], header, body).uses,
    constants: {},
    ...(kind === 'products' && given.recalls !== false ? OF_PRICE_LISTS : { onDuplicate: 'error' as const }),
  }
  const reading = { sheet, headerLine, header, ...mapping, isRemembered: remembered !== undefined }
  return { kind, reading, records: body }
}

/** Remembers what files of this shape hold, and how they are read: of the shapes that were read last. */
export async function remember(
  { db, workspaceId, clock }: WorkspaceContext,
  kind: ImportKindName,
  reading: Reading,
): Promise<void> {
  const { header, uses, constants, onDuplicate, newUnit } = reading
  const mapping = JSON.stringify({ uses, constants, onDuplicate, newUnit } satisfies RememberedMapping)
  await db
    .insertInto('import_mapping')
    .values({ workspace_id: workspaceId, kind, shape: shapeOf(header), mapping, used_at: clock() })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'kind', 'shape']).doUpdateSet({ mapping, used_at: clock() }),
    )
    .execute()
  await sql`
    delete from import_mapping where workspace_id = ${workspaceId} and (kind, shape) in (
      select kind, shape from import_mapping where workspace_id = ${workspaceId}
      order by used_at desc offset ${WORKSPACE_LIMITS.rememberedShapes})`.execute(db)
}

async function recall(
  { db, workspaceId }: WorkspaceContext,
  header: readonly string[],
  kind: ImportKindName | undefined,
): Promise<{ kind: ImportKindName; mapping: RememberedMapping } | undefined> {
  const row = await db
    .selectFrom('import_mapping')
    .select(['kind', 'mapping'])
    .where('workspace_id', '=', workspaceId)
    .where('shape', '=', shapeOf(header))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .orderBy('used_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row as { kind: ImportKindName; mapping: RememberedMapping } | undefined
}

/**
 * What staff change of how a file is read. What is left out stays; the rest of a new kind, sheet or header is guessed
 * anew.
 */
type ReadingChange = Omit<Given, 'recalls'> & {
  /** One for each column of the header. */
  uses?: ColumnUse[] | undefined
  /** Blank texts count as none. */
  constants?: Record<string, string> | undefined
  onDuplicate?: OnDuplicate | undefined
  /** Blank for none: then a new product without a unit is rejected. */
  newUnit?: string | undefined
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
    const was = row.reading
    const { kind: wanted = row.kind, sheet = was.sheet, ...others } = change
    const { headerLine = sheet === was.sheet ? was.headerLine : undefined, ...rest } = others
    const isSame = wanted === row.kind && sheet === was.sheet && headerLine === was.headerLine
    const base = isSame
      ? { ...was, isRemembered: false }
      : (await newReading(trx, row, { kind: wanted, sheet, headerLine })).reading
    const reading = { ...base, ...withoutUndefined(rest) }
    if (reading.uses.length !== reading.header.length) {
      const message = `Say what each of the ${reading.header.length} columns is used for.`
      throw invalidField('uses', message)
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
    const changes = {
      kind: wanted,
      reading: JSON.stringify(reading),
      found: null,
      status: 'ready',
      problem: null,
    } as const
    await updateImport(trx, id, changes)
  })
}

/** Throws InvalidInput for a field that the kind does not have. */
function requireFields({ columns, otherColumns }: ImportKind, { uses, constants }: Reading): void {
  const fields = uses.filter((use) => use !== 'ignore' && use !== otherColumns)
  const named = { uses: fields, constants: Object.keys(constants) }
  const issues = Object.entries(named).flatMap(([path, names]) => {
    const wrong = names.find((field) => !Object.hasOwn(columns, field))
    return wrong === undefined ? [] : [{ path, message: `There is no field "${wrong}".` }]
  })
  if (issues.length > 0) throw new InvalidInput(issues)
}

function withoutUndefined<T extends object>(fields: T): { [F in keyof T]: Exclude<T[F], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
