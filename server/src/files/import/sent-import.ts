import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { WorkspaceContext } from '../../context.ts'
import type { ImportStatus, OnDuplicate } from '../../database/column-values.ts'
import { inTransaction } from '../../database/transaction.ts'
import { invalidField, InvalidInput, NotFound, quoted } from '../../errors.ts'
import type { Issue } from '../../errors.ts'
import { priceImpactInWords } from '../../shared/price-impact.ts'
import { findImport, lockImport, updateImport } from './import-row.ts'
import type { ImportRow } from './import-row.ts'
import { checkFirst, startImport } from './import-status.ts'
import { importRows } from './read-import.ts'
import { newReading } from './reading.ts'
import { guessUses, problemsOf } from './columns.ts'
import type { ColumnUse, Reading } from './import-kind.ts'
import { KINDS } from './import-kinds.ts'
import type { CsvRecord } from '../spreadsheets/read-csv.ts'
import { storeUpload } from './upload-file.ts'
import type { Upload } from './upload-file.ts'

/** What a file can hold that comes by the API. */
export const SENT_KINDS = ['products', 'customers'] as const
type SentKind = (typeof SENT_KINDS)[number]

/** The columns that a file of rejected rows has beside the cells. They are left out where both are there. */
export const SENT_REJECT_COLUMNS = ['row', 'reason']

/**
 * How a call says that a file is read: columns by field, values by field, names of columns to leave out, and those of
 * the details, or "all"; none for what buyers may see.
 */
type AskedReading = {
  map: Record<string, string>
  set: Record<string, string>
  ignore: readonly string[]
  details: readonly string[]
  onDuplicate: OnDuplicate
}

/**
 * How a file is read that comes by the API: as the call says, and by the usual names of columns. What staff chose for
 * other files does not count. Throws InvalidInput, which says what to do, for what cannot be read so.
 */
function sentReading(
  name: SentKind,
  { reading: guessed, records }: { reading: Reading; records: readonly CsvRecord[] },
  { map, set, ignore, details, onDuplicate }: AskedReading,
): Reading {
  const { header } = guessed
  const kind = KINDS[name]
  const fields = Object.keys(kind.columns).filter((field) => !kind.columns[field]!.staffOnly)
  const isAll = details.length === 1 && details[0]!.toLowerCase() === 'all'
  // The name of a column may have a comma.
  const chosen = details.flatMap((text) => (columnsNamed(header, text).length > 0 ? text : text.split(',')))
  const issues: Issue[] = []
  const asked = [
    ...Object.entries(map).map(([field, column]) => ({ path: `map.${field}`, use: field, column })),
    ...ignore.map((column) => ({ path: 'ignore', use: 'ignore', column })),
    ...(isAll ? [] : chosen).map((column) => ({ path: 'details', use: 'details', column: column.trim() })),
  ].flatMap(({ path, use, column }) => {
    const found = columnsNamed(header, column)
    if (found.length === 1) return { path, use, at: found[0]! }
    const count = found.length === 0 ? 'no column' : `${found.length} columns`
    issues.push({ path, message: `The file has ${count} ${quoted(column)}. Its columns are ${listed(header)}.` })
    return []
  })
  for (const { path, use, at } of asked) {
    const other = asked.find((one) => one.at === at && one.use !== use)
    if (other) issues.push({ path, message: `The column is given to ${other.use}, too.` })
  }
  for (const path of [
    ...Object.keys(map).map((field) => `map.${field}`),
    ...Object.keys(set).map((field) => `set.${field}`),
  ]) {
    const field = path.slice(4)
    if (fields.includes(field)) continue
    issues.push({ path, message: `There is no field ${quoted(field)}. The fields are ${fields.join(', ')}.` })
  }
  for (const field of Object.keys(set)) {
    const path = `set.${field}`
    if (kind.columns[field]?.identifies)
      issues.push({ path, message: 'It says what a row is about: no value is right for all rows.' })
    if (Object.hasOwn(map, field)) issues.push({ path, message: `Leave it out, or map.${field}.` })
  }
  if (details.length > 0 && kind.otherColumns !== 'details')
    issues.push({ path: 'details', message: 'Only products have details.' })
  if (issues.length > 0) throw new InvalidInput(issues)

  const ofRejects = SENT_REJECT_COLUMNS.map((column) => header.indexOf(column))
  const uses = new Map<number, ColumnUse>(asked.map(({ at, use }) => [at, use]))
  if (!ofRejects.includes(-1)) for (const column of ofRejects) uses.set(column, 'ignore')
  const others = isAll ? 'details' : details.length > 0 ? 'ignore' : undefined
  const found = guessUses(kind, header, records, { uses, constants: Object.keys(set), others, isSent: true })
  const reading = { ...guessed, ...found, constants: set, onDuplicate }
  const problems = problemsOf(kind, reading)
  if (problems.length === 0) return reading
  const hint = 'Say it by map.FIELD=COLUMN, set.FIELD=VALUE or ignore=COLUMN.'
  throw invalidField('map', `${problems.join(' ')} ${hint} The columns are ${listed(header)}.`)
}

/** The columns with this name: exact ones, else ignoring case. */
function columnsNamed(header: readonly string[], name: string): number[] {
  const matching = (is: (column: string) => boolean) => header.flatMap((column, at) => (is(column) ? [at] : []))
  const exact = matching((column) => column === name)
  return exact.length > 0 ? exact : matching((column) => column.toLowerCase() === name.toLowerCase())
}

const MAX_LISTED = 50

function listed(header: readonly string[]): string {
  const named = header.filter((name) => name !== '')
  return named.slice(0, MAX_LISTED).map(quoted).join(', ') + (named.length > MAX_LISTED ? ' and others' : '')
}

/** How long the same call finds the same import, in milliseconds. */
const SAME_MS = 24 * 3_600_000

type Sent = Upload & AskedReading & { kind: SentKind; dryRun: boolean }

/**
 * Takes a file by the API, and has it checked and imported; only checked on a dry run. The same bytes, read in the same
 * way, are the same import for a day: they are imported once, also after a dry run. Throws InvalidInput for a file or
 * columns that cannot be read, of which nothing is kept, InvalidRequest and Unavailable.
 */
export async function sendImport(
  context: WorkspaceContext,
  { kind, map, set, ignore, details, onDuplicate, dryRun, ...upload }: Sent,
): Promise<ImportRow> {
  const asked = { map, set, ignore, details, onDuplicate }
  let fingerprint = ''
  const id = await storeUpload(context, upload, {
    find: async (path) => {
      const names = [ignore.toSorted(), details.toSorted()]
      const how = [kind, inOrder(map), inOrder(set), ...names, onDuplicate, upload.encoding]
      const hash = createHash('sha256').update(JSON.stringify(how))
      await pipeline(createReadStream(path), hash)
      fingerprint = hash.digest('base64url')
      return inTransaction(context, (trx) => findSame(trx, fingerprint, dryRun))
    },
    settle: async ({ id, file }) => {
      const guessed = await newReading(context, { id, file }, { kind, recalls: false })
      const reading = sentReading(kind, guessed, asked)
      return inTransaction(context, async (trx) => {
        // Of two that come at once, the second one meets the unique fingerprint, is tried again, and finds the first.
        const same = await findSame(trx, fingerprint, dryRun)
        if (same !== undefined) return same
        await updateImport(trx, id, {
          status: 'checking',
          kind,
          reading: JSON.stringify(reading),
          fingerprint,
          total: file.sheets[reading.sheet]!.rows,
          started_by: dryRun ? null : JSON.stringify(trx.actor),
        })
        return id
      })
    },
  })
  return findImport(context, id)
}

/** The import of the same call, which now runs unless it is a dry run. One that is old or undone no longer counts. */
async function findSame(trx: WorkspaceContext, fingerprint: string, dryRun: boolean): Promise<string | undefined> {
  const { db, workspaceId, clock } = trx
  const same = await db
    .selectFrom('data_import')
    .select(['id', 'status', 'created_at'])
    .where('workspace_id', '=', workspaceId)
    .where('fingerprint', '=', fingerprint)
    .forUpdate()
    .executeTakeFirst()
  if (!same) return undefined
  const isOld = same.created_at.getTime() <= clock().getTime() - SAME_MS
  if (isOld || same.status === 'undoing' || same.status === 'undone') {
    await updateImport(trx, same.id, { fingerprint: null })
    return undefined
  }
  if (!dryRun) await runSentImport(trx, same.id)
  return same.id
}

function inOrder(values: Record<string, string>): [string, string][] {
  return Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1))
}

/** How far an import is, as the API says it. */
export const SENT_STATUSES = ['reading', 'checked', 'running', 'done', 'failed', 'undone'] as const
type SentStatus = (typeof SENT_STATUSES)[number]

const STATUS: Record<ImportStatus, SentStatus> = {
  reading: 'reading',
  // Staff have stopped the check, or the import.
  ready: 'failed',
  checking: 'reading',
  checked: 'checked',
  importing: 'running',
  done: 'done',
  stopped: 'failed',
  failed: 'failed',
  undoing: 'undone',
  undone: 'undone',
}

/** An import that came by the API. Throws NotFound, also for one from the browser. */
export async function findSentImport(context: WorkspaceContext, id: string): Promise<ImportRow> {
  const row = await findImport(context, id)
  if (row.uploaded_by.type !== 'key')
    throw new NotFound(`There is no import with the id ${quoted(id)}.`, 'unknown_import')
  return row
}

/** A page of the imports that came by the API, newest first. */
export async function listSentImports(context: WorkspaceContext, page: { limit: number; offset: number }) {
  return (await importRows(context, { ...page, byApi: true })).map(sentImport)
}

/** An import as the API shows it: what it did, and before it begins what it would do. */
export function sentImport(row: ImportRow) {
  const { id, file_name: name, kind, status, found, problem, price_change_id: priceChangeId } = row
  const { created, updated, unchanged, rejected, prices } =
    row.started_at || !found ? row : { ...found, updated: found.changed, prices: found.prices.up + found.prices.down }
  const counts = { created, updated, unchanged, rejected, priceChanges: prices }
  return {
    id,
    name,
    kind,
    status: STATUS[status],
    rows: found?.rows ?? null,
    ...(found ? counts : { created: null, updated: null, unchanged: null, rejected: null, priceChanges: null }),
    priceChangeId,
    leftOut: row.reading.leftOut ?? [],
    message:
      status === 'ready' || status === 'stopped'
        ? 'Staff have stopped it.'
        : [problem ?? foundInWords(found), guessInWords(row.file)].filter(Boolean).join(' ') || null,
  }
}

/** That the encoding of a file is a guess, and what to do if it is a wrong one. */
function guessInWords({ encoding, isEncodingGuessed }: ImportRow['file']): string | null {
  if (!isEncodingGuessed) return null
  const how =
    encoding === 'utf-8'
      ? 'Some characters of the file are not UTF-8, and cannot be read.'
      : `The encoding of the file is a guess: ${encoding}.`
  return `${how} If letters are wrong, save it as "CSV UTF-8", or send it with encoding=NAME.`
}

/** What the check found that moves prices at once, and what it warns about, in words. */
function foundInWords(found: ImportRow['found']): string | null {
  const { priceMoves = null, warnings = [], unknownCustomers = [] } = found ?? {}
  const moves = priceMoves ? [priceImpactInWords(priceMoves)] : []
  const unknown = unknownCustomers.length > 0 ? [`There are no customers ${unknownCustomers.join(', ')}.`] : []
  return [...moves, ...warnings, ...unknown].join(' ') || null
}

/**
 * Imports a file that came by the API: now, or once it is checked. Goes on with an import that failed or was stopped.
 * Nothing more happens to one that has begun. Throws NotFound, and InvalidRequest for one that was undone.
 */
export async function runSentImport(context: WorkspaceContext, id: string): Promise<ImportRow> {
  return inTransaction(context, async (trx) => {
    const { status, found } = await lockImport(trx, (await findSentImport(trx, id)).id, {
      statuses: ['ready', 'checking', 'checked', 'importing', 'stopped', 'failed', 'done'],
      otherwise: 'This import is undone, and cannot be run. Send the file again.',
    })
    if (status === 'checking') {
      await updateImport(trx, id, { started_by: JSON.stringify(trx.actor) })
    } else if (found === null) await checkFirst(trx, id)
    else if (status !== 'importing' && status !== 'done') await startImport(trx, id)
    return findImport(trx, id)
  })
}
