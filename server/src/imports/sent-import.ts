import type { WorkspaceContext } from '../context.ts'
import type { ImportStatus } from '../database/column-values.ts'
import { inTransaction } from '../database/transaction.ts'
import { NotFound, quoted } from '../errors.ts'
import { priceMovesInWords } from '../rules/price-moves.ts'
import { findImport, lockImport } from './import-row.ts'
import type { ImportRow } from './import-row.ts'
import { importRows } from './list-imports.ts'
import { checkFirst, startImport } from './start-import.ts'
import { showUpload } from './upload-file.ts'

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
  if (row.uploaded_by.type !== 'key') throw new NotFound(`There is no import with the id ${quoted(id)}.`)
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
  const moves = priceMoves ? [priceMovesInWords(priceMoves)] : []
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
      await showUpload(trx, id, {
        started_by: JSON.stringify(trx.actor),
      })
    } else if (found === null) await checkFirst(trx, id)
    else if (status !== 'importing' && status !== 'done') await startImport(trx, id)
    return findImport(trx, id)
  })
}
