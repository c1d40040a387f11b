import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { rowset } from '../database/rowset.ts'
import { inTransaction } from '../database/transaction.ts'
import type { CsvRecord } from '../spreadsheets/read-csv.ts'
import { surveyRows } from '../spreadsheets/survey-rows.ts'
import { claimedImport, updateClaimed } from './claim-import.ts'
import type { Claim } from './claim-import.ts'
import { decideForms } from './decide-forms.ts'
import type { ImportCheck } from './import-check.ts'
import type { ChosenRow, Compared, ReadCells } from './import-kind.ts'
import { KINDS } from './import-kinds.ts'
import { startOnceChecked } from './start-import.ts'
import { partsOfImport } from './import-parts.ts'
import type { ImportRow } from './import-row.ts'
import type { RejectedRow } from './list-rejects.ts'
import { chosenOf, readerOf } from './survey-import.ts'
import { shortened } from './reasons.ts'
import { groupByReason } from './reject-reasons.ts'
import type { ImportTools } from './tools.ts'

/** Rejected rows in what the check found. All of them are in a table. */
const SHOWN_REJECTS = 50
/** Rows in one statement. */
const BATCH = 1_000
/** How often it is written how far a check is, in milliseconds: each time is a commit. */
const TELL_EVERY_MS = 500

/**
 * Checks a file: reads all rows, and compares them with what is there, of which nothing is written. Where several are
 * about the same, only a second pass compares those that count. It begins anew where it was interrupted. Throws
 * ClaimLost.
 */
export async function checkImport(
  context: WorkspaceContext,
  claim: Claim,
  tools: ImportTools,
  signal?: AbortSignal,
): Promise<void> {
  const row = await claimedImport(context, claim)
  const forms = await decideForms(context, row, signal)
  const read = await readerOf(context, row, tools, forms)
  const rejects: RejectedRow[] = []
  const watch = surveyRows(row.reading.onDuplicate)
  const readWatched: ReadCells<unknown> = (cells, line) => {
    const found = read(cells, line)
    watch.see(found, line)
    if (found.reasons) rejects.push({ line, label: found.label ?? null, reason: found.reasons.join('; ') })
    return found
  }
  const compare = (choose: Choose) => compareRows(context, claim, row, { choose, tools, signal })
  const first = await compare(async (records) => {
    const good = await chosenOf(records, readWatched)
    return watch.hasDuplicates() ? [] : good
  })
  const survey = watch.found()
  const { refused, compared } =
    survey.duplicates === 0 ? first : await compare((records) => chosenOf(records, read, survey))
  const inOrder = [...rejects, ...refused].toSorted((a, b) => a.line - b.line)
  const found: ImportCheck = {
    rows: survey.rows,
    rejected: inOrder.length,
    duplicates: survey.duplicates,
    repeatedKeys: survey.repeatedKeys,
    repeated: survey.repeated.map(({ label, lines }) => ({ label, lines: [...lines] })),
    reasons: groupByReason(inOrder),
    rejects: inOrder.slice(0, SHOWN_REJECTS),
    readAs: forms.readAs,
    toRound: forms.toRound,
    ...compared,
    warnings: [...survey.warnings, ...compared.warnings],
  }
  await inTransaction(context, async (trx) => {
    await updateClaimed(trx, claim, {
      status: 'checked',
      found: JSON.stringify(found),
      lease: null,
      leased_until: null,
    })
    await replaceRejects(trx, claim.id, inOrder)
    await startOnceChecked(trx, claim.id, row.found)
  })
}

type Choose = (records: readonly CsvRecord[]) => Promise<ChosenRow<unknown>[]>

/**
 * Compares the rows that are chosen of each part. Others get their turns between two parts. `refused`: those that would
 * be rejected as they are written.
 */
async function compareRows(
  context: WorkspaceContext,
  claim: Claim,
  row: ImportRow,
  { choose, tools, signal }: { choose: Choose; tools: ImportTools; signal: AbortSignal | undefined },
): Promise<{ refused: RejectedRow[]; compared: Compared }> {
  const comparer = KINDS[row.kind].comparer(context)
  const refused: RejectedRow[] = []
  let [done, toldAt] = [0, -Infinity]
  for await (const records of partsOfImport(context, row)) {
    signal?.throwIfAborted()
    const rejects = await tools.runQueued(context, async () => comparer.add(await choose(records)))
    refused.push(...rejects.map((reject) => ({ ...reject, reason: shortened(reject.reason) })))
    done += records.length
    if (performance.now() - toldAt < TELL_EVERY_MS) continue
    toldAt = performance.now()
    await updateClaimed(context, claim, { done })
  }
  return { refused, compared: await comparer.summary() }
}

async function replaceRejects(
  { db, workspaceId }: WorkspaceContext,
  id: string,
  rejects: readonly RejectedRow[],
): Promise<void> {
  await db
    .deleteFrom('data_import_reject')
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', id)
    .execute()
  for (let from = 0; from < rejects.length; from += BATCH) {
    await keepRejects({ db, workspaceId }, id, rejects.slice(from, from + BATCH))
  }
}

/** Keeps rejected rows, up to a thousand. */
export async function keepRejects(
  { db, workspaceId }: Pick<WorkspaceContext, 'db' | 'workspaceId'>,
  id: string,
  rejects: readonly RejectedRow[],
): Promise<void> {
  await sql`
    insert into data_import_reject (workspace_id, import_id, line, label, reason)
    select ${workspaceId}, ${id}, line, label, reason from ${rowset(rejects, 'line integer, label text, reason text')}
    on conflict (workspace_id, import_id, line) do update set reason = excluded.reason`.execute(db)
}
