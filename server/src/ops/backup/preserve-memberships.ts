import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Database } from '../../database/tables.ts'
import { lostRights, ROLES } from '../../shared/rights.ts'
import type { LostAccess } from './check-backup.ts'

/** Changes of a role, from and to, that take a right away. */
const LOWERED = ROLES.flatMap((from) =>
  ROLES.filter((to) => lostRights(from, to).length > 0).map((to) => sql`(${sql.lit(from)}, ${sql.lit(to)})`),
)

type Row = Omit<LostAccess, 'lost'>

/**
 * Takes from the restored tables who has lost access to a workspace since: members who were removed, or whose role lacks
 * a right that they had, or who are held to own customers now, buyers who were disabled, deleted or have a lower limit now, and customers that are not active any
 * more. The current database must be the later one. Whom it has never known stays.
 */
export async function preserveMemberships(db: Database, current: string): Promise<LostAccess[]> {
  const now = (table: string) => sql.table(`${current}.${table}`)
  const all: [LostAccess['lost'], RawBuilder<Row>][] = [
    [
      'membership',
      sql`
        delete from member m using ${now('workspace')} w, ${now('person')} p
        where w.id = m.workspace_id and p.id = m.person_id and not exists (
          select from ${now('member')} now where now.workspace_id = m.workspace_id and now.person_id = m.person_id)
        returning m.workspace_id as "workspaceId", p.id, p.name`,
    ],
    [
      'role',
      sql`
        update member m set role = now.role
        from ${now('member')} now join ${now('person')} p on p.id = now.person_id
          join member restored on restored.workspace_id = now.workspace_id and restored.person_id = now.person_id
        where now.workspace_id = m.workspace_id and now.person_id = m.person_id
          and (m.role, now.role) in (${sql.join(LOWERED)})
        returning m.workspace_id as "workspaceId", p.id, p.name, restored.role as "roleBefore", m.role as "roleNow"`,
    ],
    [
      'held',
      sql`
        update member m set only_own_customers = true
        from ${now('member')} now join ${now('person')} p on p.id = now.person_id
        where now.workspace_id = m.workspace_id and now.person_id = m.person_id
          and now.only_own_customers and not m.only_own_customers and m.role not in ('owner', 'manager')
        returning m.workspace_id as "workspaceId", p.id, p.name`,
    ],
    [
      'customer',
      sql`
        update customer c set active = false, version = c.version + 1
        from ${now('customer')} now
        where now.workspace_id = c.workspace_id and now.id = c.id and not now.active and c.active
        returning c.workspace_id as "workspaceId", c.id, c.name`,
    ],
    [
      'ordering',
      sql`
        update buyer b set order_limit = now.order_limit
        from ${now('buyer')} now join buyer restored on restored.workspace_id = now.workspace_id and restored.id = now.id
        where now.workspace_id = b.workspace_id and now.id = b.id
          and now.order_limit < coalesce(b.order_limit, ${Number.MAX_SAFE_INTEGER})
        returning b.workspace_id as "workspaceId", b.id, b.name, b.customer_id as "customerId",
          restored.order_limit as "limitBefore", b.order_limit as "limitNow"`,
    ],
    [
      'buyer',
      sql`
        update buyer b set status = 'disabled', disabled_from = now.disabled_from
        from ${now('buyer')} now
        where now.workspace_id = b.workspace_id and now.id = b.id and now.status = 'disabled' and b.status <> 'disabled'
        returning b.workspace_id as "workspaceId", b.id, b.name, b.customer_id as "customerId"`,
    ],
    [
      'buyer',
      sql`
        update buyer b set status = 'disabled'
        from ${now('workspace')} w, ${now('person')} p
        where w.id = b.workspace_id and p.id = b.person_id and b.status <> 'disabled' and not exists (
          select from ${now('buyer')} now where now.workspace_id = b.workspace_id and now.id = b.id)
        returning b.workspace_id as "workspaceId", b.id, b.name, b.customer_id as "customerId"`,
    ],
  ]
  const losses: LostAccess[] = []
  for (const [lost, taken] of all) {
    const { rows } = await taken.execute(db)
    losses.push(...rows.map((row) => ({ lost, ...row })))
  }
  return losses
}
