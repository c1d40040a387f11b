import { sql } from 'kysely'
import type { KeptLine } from '../activity/kept-edits.ts'
import { withSameVersion } from '../activity/record-versions.ts'
import type { WorkspaceContext } from '../../context.ts'
import type { CustomerValues } from '../../customers/customer-fields.ts'
import { lockCustomerList, writeCustomers } from '../../customers/customer-writes.ts'
import { priceGroupNames } from '../../customers/price-group-names.ts'
import { lockCustomers } from '../../customers/resolve-customers.ts'
import { rowset, uuidArray } from '../../database/rowset.ts'
import { matchingKey } from '../../lib/matching-key.ts'
import { groupsOfCustomers } from '../../pricing/terms/groups-of-customers.ts'
import { movesOfMembership } from '../../pricing/terms/moves-of-membership.ts'
import { lockNames } from '../lock-names.ts'
import type { UndoKind, UndoneMoves } from './undo-lines.ts'

type Line = KeptLine<CustomerValues>

/**
 * Customers. What is left besides those that were changed since: new ones that have terms, buyers or orders, those whose
 * old account code another customer has now, and those whose old price group is gone.
 */
export const customers: UndoKind<CustomerValues> = {
  versioned: 'customer',
  intact: async (context, lines) => {
    const same = await withSameVersion(context, 'customer', lines)
    const unused = await withoutUsed(context, same)
    return withPresentGroups(context, await withFreeCodes(context, unused))
  },
  moves,
  lock: async (trx, lines) => {
    if (lines.some(({ before }) => before === null)) await lockNames(trx, 'exclusive')
    await lockCustomerList(trx)
    await lockCustomers(
      trx,
      lines.map(({ id }) => id),
    )
  },
  restore: (trx, lines) =>
    writeCustomers(
      trx,
      lines.map(({ id, before }) => ({ id, values: before })),
    ),
  remove: async ({ db, workspaceId }, ids) => {
    await sql`delete from customer where workspace_id = ${workspaceId} and id = any(${uuidArray(ids)})`.execute(db)
  },
}

/** Without new ones that have something. */
async function withoutUsed({ db, workspaceId }: WorkspaceContext, lines: readonly Line[]): Promise<Line[]> {
  const created = lines.flatMap(({ id, before }) => (before === null ? [{ id }] : []))
  if (created.length === 0) return [...lines]
  const uses = ['discount_rule', 'agreed_price', 'buyer', 'product_access', 'sales_order'].map(
    (table) => sql`
      exists (select from ${sql.table(table)} t where t.workspace_id = ${workspaceId} and t.customer_id = asked.id)`,
  )
  const { rows } = await sql<{ id: string }>`
    select asked.id from ${rowset(created, 'id uuid', 'asked')} where ${sql.join(uses, sql` or `)}`.execute(db)
  const used = new Set(rows.map(({ id }) => id))
  return lines.filter(({ id }) => !used.has(id))
}

async function withPresentGroups(context: WorkspaceContext, lines: readonly Line[]): Promise<Line[]> {
  const groups = await priceGroupNames(context)
  return lines.filter(({ before }) => !before?.group_id || groups.nameOf(before.group_id) !== null)
}

async function withFreeCodes({ db, workspaceId }: WorkspaceContext, lines: readonly Line[]): Promise<Line[]> {
  const asked = lines.flatMap((line) => {
    const key = codeOf(line)
    return key === null ? [] : [{ key }]
  })
  const { rows } = await sql<{ id: string; key: string }>`
    select found.* from ${rowset(asked, 'key text', 'asked')} cross join lateral (
      select id, account_code_key as key from customer
      where workspace_id = ${workspaceId} and account_code_key = asked.key limit 1) found`.execute(db)
  const owners = new Map(rows.map(({ id, key }) => [key, id]))
  return lines.filter((line) => (owners.get(codeOf(line) ?? '') ?? line.id) === line.id)
}

function codeOf({ before }: Line): string | null {
  return before?.account_code ? matchingKey(before.account_code) : null
}

/** What their old price groups would do to prices. */
function moves(context: WorkspaceContext): UndoneMoves {
  const groupOf = new Map<string, string | null>()
  return {
    add: async (lines) => {
      const old = lines.filter(({ before }) => before !== null)
      const present = await groupsOfCustomers(context, old)
      for (const { id, before } of old) {
        const group = before.group_id ?? null
        if (present.get(id) !== group) groupOf.set(id, group)
      }
    },
    result: () => movesOfMembership(context, groupOf),
  }
}
