import { clashesOf, replaceCodes, storedCodes } from '../../catalogue/customer-codes.ts'
import type { StoredCode } from '../../catalogue/customer-codes.ts'
import type { WorkspaceContext } from '../../context.ts'
import { lockCustomers } from '../../customers/find-customer.ts'
import { uuidArray } from '../../database/rowset.ts'
import { withSameVersion } from '../activity/record-versions.ts'
import type { StoredLine } from '../activity/stored-edits.ts'
import type { UndoKind } from './undo-lines.ts'

type Before = { code: string | null }

/** Part numbers of customers. One whose old number stands for another product now is left. */
export const customerCodes: UndoKind<Before> = {
  versioned: 'customer_code',
  intact: async (context, lines) => {
    const same = await withSameVersion(context, 'customer_code', lines)
    const rows = await rowsOf(context, same)
    const wanted = same.map(({ id, before }) => ({ ...rows.get(id)!, code: before?.code ?? null }))
    const clashes = clashesOf(wanted, await storedCodes(context, wanted))
    return same.filter((_, i) => !clashes.has(i))
  },
  lock: async (trx, lines) => {
    const owners = new Set([...(await rowsOf(trx, lines)).values()].map(({ customerId }) => customerId))
    await lockCustomers(trx, [...owners])
    return [...owners]
  },
  restore: async (trx, lines) => {
    const rows = await rowsOf(trx, lines)
    await replaceCodes(
      trx,
      lines,
      lines.map(({ id, before: { code } }) => ({ ...rows.get(id)!, code })),
    )
  },
  remove: (trx, ids) =>
    replaceCodes(
      trx,
      ids.map((id) => ({ id })),
      [],
    ),
}

async function rowsOf(
  { db, workspaceId }: WorkspaceContext,
  lines: readonly Pick<StoredLine, 'id'>[],
): Promise<Map<string, Omit<StoredCode, 'sku'>>> {
  const rows = await db
    .selectFrom('customer_code')
    .select(['id', 'customer_id as customerId', 'product_id as productId', 'code'])
    .where('workspace_id', '=', workspaceId)
    .where((code) => code('id', '=', code.fn.any(uuidArray(lines.map(({ id }) => id)))))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
