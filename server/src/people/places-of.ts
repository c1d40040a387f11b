import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { OWN_LOOK } from '../jobs/mail/mail-layout.ts'
import type { MailLook } from '../jobs/mail/mail-layout.ts'
import { readMailSender } from '../workspaces/mail-sender.ts'

/**
 * How mails about somebody's account look: as those of the only wholesaler where the person works or orders, else as
 * those of the service.
 */
export async function accountLook(context: Context, personId: string): Promise<MailLook> {
  const places = [...(await membershipsOf(context, personId)), ...(await portalsOf(context, personId))]
  const [only, ...others] = new Set(places.map(({ id }) => id))
  if (only === undefined || others.length > 0) return OWN_LOOK
  return (await readMailSender({ ...context, workspaceId: only })).look
}

/** The workspaces of which the person is a member, sorted by name. */
export async function membershipsOf({ db }: Context, personId: string) {
  return db
    .selectFrom('member as m')
    .innerJoin('workspace as w', 'w.id', 'm.workspace_id')
    .innerJoin('workspace_address as a', 'a.workspace_id', 'm.workspace_id')
    .select(['w.id', 'a.slug', 'w.name', 'm.role', 'w.staff_need_passkey as needsPasskey'])
    .where('m.person_id', '=', personId)
    .orderBy(sql`w.name collate "und-x-icu"`)
    .orderBy('w.id')
    .execute()
}

/** The trade portals that the person may order in, sorted by name. */
export async function portalsOf({ db }: Context, personId: string) {
  return db
    .selectFrom('buyer as b')
    .innerJoin('customer as c', (join) =>
      join.onRef('c.workspace_id', '=', 'b.workspace_id').onRef('c.id', '=', 'b.customer_id'),
    )
    .innerJoin('workspace as w', 'w.id', 'b.workspace_id')
    .innerJoin('workspace_address as a', 'a.workspace_id', 'b.workspace_id')
    .select(['w.id', 'a.slug', 'w.name', 'c.name as customer'])
    .where('b.person_id', '=', personId)
    .where('b.status', '=', 'active')
    .where('c.active', '=', true)
    .orderBy(sql`w.name collate "und-x-icu"`)
    .orderBy('w.id')
    .execute()
}
