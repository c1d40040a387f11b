import { sql } from 'kysely'
import { forecastUpsert } from '../catalogue/forecast-upsert.ts'
import type { ProductItem } from '../catalogue/plan-upsert.ts'
import type { WorkspaceContext } from '../context.ts'
import { rowset } from '../database/rowset.ts'
import { inTransaction } from '../database/transaction.ts'
import { surveyRows } from '../import/survey-rows.ts'
import type { Survey } from '../import/survey-rows.ts'
import { matchingKey } from '../matching-key.ts'
import { claimedImport, updateClaimed } from './claim-import.ts'
import type { Claim } from './claim-import.ts'
import { addForecast, emptyComparison } from './compare-products.ts'
import { findOriginals, looksDamaged } from './damaged-products.ts'
import type { SuspectSku } from './damaged-products.ts'
import type { Found } from './found.ts'
import { partsOfImport, recordsOfImport } from './import-parts.ts'
import type { ImportRow } from './import-row.ts'
import type { RejectedRow } from './list-rejects.ts'
import { productReader } from './product-reader.ts'
import type { ReadProduct } from './product-reader.ts'
import type { ImportTools } from './tools.ts'

/** Rejected rows in what the check found. All of them are in a table. */
const SHOWN_REJECTS = 50
const MAX_SUSPECTS = 500
/** Rows in one statement. */
const BATCH = 1_000

type Read = (cells: readonly string[]) => ReadProduct

/**
 * Checks a file: reads all rows, and compares them with the catalogue, of which nothing is written. It begins anew where it was
 * interrupted. Throws ClaimLost.
 */
export async function checkImport(
  context: WorkspaceContext,
  claim: Claim,
  tools: Pick<ImportTools, 'judge'>,
  signal?: AbortSignal,
): Promise<void> {
  const row = await claimedImport(context, claim)
  const read = await productReader(context, row, tools)
  const rejects: RejectedRow[] = []
  const survey = await surveyImport(context, row, read, signal, (reject) => rejects.push(reject))
  await updateClaimed(context, claim, { total: survey.rows })
  const compared = await compare(context, claim, row, { read, survey, signal })
  const found: Found = {
    rows: survey.rows,
    rejected: survey.rejected,
    duplicates: survey.duplicates,
    repeatedSkus: survey.repeatedSkus,
    repeated: survey.repeated.map(({ sku, lines }) => ({ sku, lines: [...lines] })),
    rejects: rejects.slice(0, SHOWN_REJECTS),
    warnings: [...survey.warnings],
    ...compared,
  }
  await inTransaction(context, async (trx) => {
    await updateClaimed(trx, claim, {
      status: 'checked',
      found: JSON.stringify(found),
      lease: null,
      leased_until: null,
    })
    await replaceRejects(trx, claim.id, rejects)
  })
}

/** Chooses the row of each SKU. The same for a file whenever it is done. */
export async function surveyImport(
  context: WorkspaceContext,
  row: ImportRow,
  read: Read,
  signal?: AbortSignal,
  onReject: (reject: RejectedRow) => void = () => {},
): Promise<Survey> {
  const file = { records: () => recordsOfImport(context, row) }
  return surveyRows(file, read, row.reading.onDuplicate, signal, ({ line, sku, reasons }) =>
    onReject({ line, sku: sku?.slice(0, 100) ?? null, reason: reasons.join('; ') }),
  )
}

/** The rows of a part that were chosen, as products with their lines. */
export function chosenOf(
  records: readonly { cells: readonly string[]; line: number }[],
  read: Read,
  { chosen }: Pick<Survey, 'chosen'>,
): { line: number; product: ProductItem }[] {
  return records.flatMap(({ cells, line }) => {
    const { product } = read(cells)
    return product && chosen.get(matchingKey(product.sku)) === line ? [{ line, product }] : []
  })
}

async function compare(
  context: WorkspaceContext,
  claim: Claim,
  row: ImportRow,
  { read, survey, signal }: { read: Read; survey: Survey; signal: AbortSignal | undefined },
) {
  const sum = emptyComparison()
  const suspects: SuspectSku[] = []
  let done = 0
  for await (const records of partsOfImport(context, row)) {
    signal?.throwIfAborted()
    const rows = chosenOf(records, read, survey)
    const lines = new Map(rows.map(({ line, product }) => [matchingKey(product.sku), line]))
    const forecast = await forecastUpsert(
      context,
      rows.map(({ product }) => product),
    )
    addForecast(sum, forecast, lines)
    for (const { sku, skuKey } of forecast.plan.creates) {
      if (suspects.length < MAX_SUSPECTS && looksDamaged(sku)) suspects.push({ sku, line: lines.get(skuKey)! })
    }
    await updateClaimed(context, claim, { done: (done += records.length) })
  }
  const { unknownCustomers, ...counts } = sum
  return { ...counts, unknownCustomers: [...unknownCustomers], damaged: await findOriginals(context, suspects) }
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
    insert into data_import_reject (workspace_id, import_id, line, sku, reason)
    select ${workspaceId}, ${id}, line, sku, reason from ${rowset(rejects, 'line integer, sku text, reason text')}
    on conflict (workspace_id, import_id, line) do update set reason = excluded.reason`.execute(db)
}
