import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import type { ImportKindName } from '../database/column-values.ts'
import { inTransaction } from '../database/transaction.ts'
import { textArray } from '../database/rowset.ts'
import { BreaksPromises, InvalidInput, Rehearsed } from '../errors.ts'
import type { Issue } from '../errors.ts'
import { matchingKey } from '../matching-key.ts'
import type { ChosenRow } from './import-kind.ts'
import { KINDS } from './import-kinds.ts'

/**
 * The promises that rows of a file would break: they are written, and taken back. Rows about products that nobody was
 * promised are left out, as they break none; without promises nothing is written.
 */
export async function rehearseRows(
  context: WorkspaceContext,
  kind: ImportKindName,
  rows: readonly ChosenRow<unknown>[],
): Promise<Issue[]> {
  const about = await promisedRows(context, rows)
  if (about.length === 0) return []
  try {
    await inTransaction({ ...context, isRehearsal: true }, (trx) =>
      KINDS[kind].write(trx, { rows: about, draft: null, draftName: '' }),
    )
  } catch (error) {
    if (error instanceof BreaksPromises) return error.issues
    // Rows that will be refused as they are written; those that are left are checked again then.
    if (error instanceof Rehearsed || error instanceof InvalidInput) return []
    throw error
  }
  return []
}

/** Rows about promised products, and rows that are about none, such as discounts. */
async function promisedRows(
  { db, workspaceId, clock }: WorkspaceContext,
  rows: readonly ChosenRow<unknown>[],
): Promise<ChosenRow<unknown>[]> {
  const keys = [...new Set(rows.flatMap((row) => keyOf(row) ?? []))]
  const { rows: found } = await sql<{ isAny: boolean; promised: string[] }>`
    select count(*) > 0 as "isAny", coalesce(json_agg(sku_key) filter (where sku_key = any(${textArray(keys)})), '[]') as promised
    from promise p
    join promise_line l on l.workspace_id = ${workspaceId} and l.promise_id = p.id
    left join product on product.workspace_id = ${workspaceId} and product.id = l.product_id
    where p.workspace_id = ${workspaceId} and p.until > ${clock()}`.execute(db)
  const { isAny, promised } = found[0]!
  const named = new Set(promised)
  return rows.filter((row) => {
    const key = keyOf(row)
    return key === null ? isAny : named.has(key)
  })
}

function keyOf({ item }: ChosenRow<unknown>): string | null {
  const { sku } = item as { sku?: unknown }
  return typeof sku === 'string' ? matchingKey(sku) : null
}
