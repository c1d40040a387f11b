import { isDeepStrictEqual } from 'node:util'
import { recordActivity } from '../activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { InvalidRequest } from '../errors.ts'
import { stateOfPrices } from '../pricing/kinds-of-term.ts'
import { movesNowInWords } from '../rules/price-moves.ts'
import type { ImportCheck } from './import-check.ts'
import type { ImportRow } from './import-row.ts'
import { findImport, lockImport } from './import-row.ts'
import { move } from './move-import.ts'

/**
 * Starts the import of a file that is checked, or goes on with one that was stopped or failed. Where what customers pay
 * may have changed since the check, it is checked again first, and begins only if it moves prices as that check showed.
 * Throws NotFound and InvalidRequest.
 */
export async function startImport(context: WorkspaceContext, id: string): Promise<void> {
  await inTransaction(context, async (trx) => {
    const row = await lockImport(trx, id, {
      statuses: ['checked', 'stopped', 'failed'],
      otherwise: 'Only a file that is checked can be imported.',
    })
    if (row.found === null) throw new InvalidRequest('Check the file before you import it.')
    const problem = repeatedRows(row)
    if (problem !== null) throw new InvalidRequest(problem)
    const { found, started_at } = row
    const isMoved =
      started_at === null &&
      found.priceState !== undefined &&
      found.priceState !== (await stateOfPrices(trx, trx.clock()))
    if (isMoved) await checkFirst(trx, id)
    else await begin(trx, row, found)
  })
}

/** Has a file checked and then imported. What a check has shown before is kept until then: `startOnceChecked` compares. */
export async function checkFirst(trx: WorkspaceContext, id: string): Promise<void> {
  await move(trx, id, {
    status: 'checking',
    started_by: JSON.stringify(trx.actor),
    problem: null,
    done: 0,
  })
}

/**
 * Starts an import whose file is checked now, if somebody has asked for that. It fails where it cannot begin, or moves
 * prices in another way than the check that was shown before; null for none.
 */
export async function startOnceChecked(
  trx: WorkspaceContext,
  id: string,
  shown: Pick<ImportCheck, 'priceMoves'> | null,
): Promise<void> {
  const row = await findImport(trx, id)
  const { started_by: actor, found } = row
  if (!actor) return
  const problem = repeatedRows(row) ?? otherMoves(shown, found!)
  if (problem === null) await begin({ ...trx, actor }, row, found!)
  else await move(trx, id, { status: 'failed', problem, finished_at: trx.clock() })
}

async function begin(
  trx: WorkspaceContext,
  { id, file_name, started_at }: ImportRow,
  { rows, rejected }: ImportCheck,
): Promise<void> {
  await move(trx, id, {
    status: 'importing',
    problem: null,
    finished_at: null,
    ...(started_at === null && { started_at: trx.clock(), total: rows, done: 0, rejected }),
    started_by: JSON.stringify(trx.actor),
  })
  await recordActivity(trx, {
    action: 'import.start',
    subject: { type: 'import', id, label: file_name },
    changes: { rows, ...(started_at !== null && { continued: true }) },
  })
}

/** Why a file cannot be imported whose rows repeat each other, in words. */
function repeatedRows({ found, reading }: ImportRow): string | null {
  return reading.onDuplicate === 'error' && found!.repeatedKeys > 0
    ? 'Several rows are about the same: choose whether the first or the last one counts.'
    : null
}

/** Why nothing is imported where prices would move in another way than was shown, in words. */
function otherMoves(shown: Pick<ImportCheck, 'priceMoves'> | null, { priceMoves: now }: ImportCheck): string | null {
  if (!shown || isDeepStrictEqual(shown.priceMoves, now)) return null
  const moves = movesNowInWords(now)
  return `What this does to prices has changed since the file was checked, and nothing is imported: ${moves} Import it again if that is right.`
}
