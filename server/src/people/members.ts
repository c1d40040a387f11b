import { sql } from 'kysely'
import type { WorkspaceContext, Context, HoldAccess } from '../context.ts'
import { recordActivity } from '../workspaces/activity/record-activity.ts'
import { takeBackInvitations, takenBack } from '../customers/buyers.ts'
import { isContact } from '../customers/contacts.ts'
import { closeAccess, inTransaction, holdAccess } from '../database/transaction.ts'
import type { Actor } from '../database/column-values.ts'
import { canBeHeld, lostRights, may } from '../shared/rights.ts'
import type { Right, Role } from '../shared/rights.ts'
import { textArray } from '../database/rowset.ts'
import { InvalidRequest, NotFound, Refused } from '../errors.ts'
import { isUuid } from '../lib/uuid.ts'
import { requireHoldable, revokeOpen, selectOpen } from './invitations.ts'
import type { NewRole } from './invitations.ts'
import { endSessions } from './sessions.ts'
import { readWorkspace, SAMPLE_WORKSPACE_ID } from '../workspaces/workspaces.ts'
import { replacePassword, hashPassword } from './credentials.ts'
import { addPerson, findPerson, lockPerson } from './persons.ts'
import { OWN_LOOK } from '../jobs/mail/mail-layout.ts'
import type { MailLook } from '../jobs/mail/mail-layout.ts'
import { readMailSender } from '../workspaces/mail-sender.ts'
import { readAddress } from '../workspaces/addresses.ts'

/** The staff of a workspace by name, and its open invitations to the staff, the latest first. */
export async function listMembers(context: WorkspaceContext) {
  const { db, workspaceId } = context
  const members = await db
    .selectFrom('member as m')
    .innerJoin('person as p', 'p.id', 'm.person_id')
    .select(['p.id', 'p.name', 'p.email', 'm.role', 'm.only_own_customers as onlyOwnCustomers', 'm.created_at'])
    .where('m.workspace_id', '=', workspaceId)
    .orderBy(sql`p.name collate "und-x-icu"`)
    .orderBy('p.id')
    .execute()
  // A statement of its own: a cluster joins no table of workspaces with one that only its coordinator has.
  const passkeys = await db
    .selectFrom('passkey')
    .select('person_id')
    .where(sql<boolean>`person_id = any(${textArray(members.map(({ id }) => id))}::uuid[])`)
    .execute()
  const withPasskey = new Set(passkeys.map(({ person_id }) => person_id))
  const invitations = await selectOpen(context, workspaceId)
    .select(['id', 'email', 'role', 'only_own_customers as onlyOwnCustomers', 'created_at', 'expires_at'])
    .where('role', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return {
    members: members.map(({ created_at, ...member }) => ({
      ...member,
      hasPasskey: withPasskey.has(member.id),
      joinedAt: created_at.toISOString(),
    })),
    invitations: invitations.map((row) => ({
      id: row.id,
      email: row.email,
      role: row.role!,
      onlyOwnCustomers: row.onlyOwnCustomers,
      invitedAt: row.created_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
    })),
  }
}

/** Who was removed from the staff or left it, and has not come back; the latest first. */
export async function listFormerMembers({ db, workspaceId }: WorkspaceContext) {
  const { rows } = await sql<{ id: string; name: string; at: Date }>`
    select id, name, at from (
      select distinct on (a.subject ->> 'id') a.subject ->> 'id' as id, a.subject ->> 'label' as name, a.at
      from activity a
      where a.workspace_id = ${workspaceId} and a.action = 'member.remove' and a.subject ->> 'id' is not null
      order by a.subject ->> 'id', a.at desc) former
    where not exists (select from member m where m.workspace_id = ${workspaceId} and m.person_id::text = former.id)
    order by at desc, id`.execute(db)
  return rows.map(({ at, ...former }) => ({ ...former, leftAt: new Date(at).toISOString() }))
}

/**
 * Changes the role of a member, and whether they are held to their own customers. Idempotent. The open invitations that
 * they made, and may not make any more, are taken back: to the staff, and of buyers. What runs for them in the background
 * stops where it needs a right that is gone. Throws NotFound, InvalidRequest for the last owner, and InvalidInput as
 * `requireHoldable`.
 */
export async function setRole(context: WorkspaceContext, { personId, ...wanted }: NewRole & { personId: string }) {
  requireHoldable(wanted)
  return inTransaction(context, async (trx) => {
    await closeAccess(trx.db, personId)
    const member = await lockMember(trx, personId)
    const { role, onlyOwnCustomers = member.isHeld } = wanted
    const isHeld = onlyOwnCustomers && canBeHeld(role)
    if (member.role === role && member.isHeld === isHeld) return { invitationsTakenBack: [] }
    if (member.isLastOwner) throw new InvalidRequest(`${member.name} is the last owner, and cannot lose that role.`)
    const isNewlyHeld = isHeld && !member.isHeld
    const inviter = { type: 'staff', id: personId } as const
    await trx.db
      .updateTable('member')
      .set({ role, only_own_customers: isHeld })
      .where('workspace_id', '=', trx.workspaceId)
      .where('person_id', '=', personId)
      .execute()
    const lost = lostRights(member.role, role)
    const emails = [
      ...(lost.includes('people') ? await takeBackInvitations(trx, { ...inviter, only: 'toStaff' }) : []),
      ...(lost.includes('buyers') || isNewlyHeld
        ? await takeBackInvitations(trx, { ...inviter, only: 'toBuyers' })
        : []),
    ]
    await recordActivity(trx, {
      action: 'member.set_role',
      subject: { type: 'person', id: personId, label: member.name },
      changes: {
        ...(member.role !== role && { role: { from: member.role, to: role } }),
        ...(member.isHeld !== isHeld && { onlyOwnCustomers: { from: member.isHeld, to: isHeld } }),
        ...takenBack(emails),
      },
    })
    return { invitationsTakenBack: emails }
  })
}

/**
 * Removes a member, ends all their sessions, and takes back the open invitations that they made. Those that invite them
 * again no longer work. Throws NotFound, and InvalidRequest for the last owner.
 */
export async function removeMember(context: WorkspaceContext, { personId }: { personId: string }) {
  return inTransaction(context, async (trx) => {
    await closeAccess(trx.db, personId)
    const member = await lockMember(trx, personId)
    if (member.isLastOwner) throw new InvalidRequest(`${member.name} is the last owner, and cannot leave.`)
    await trx.db
      .deleteFrom('member')
      .where('workspace_id', '=', trx.workspaceId)
      .where('person_id', '=', personId)
      .execute()
    await endSessions(trx, personId)
    const emails = await takeBackInvitations(trx, { type: 'staff', id: personId })
    await revokeOpen(trx, { email: member.email, buyerId: null })
    await recordActivity(trx, {
      action: 'member.remove',
      subject: { type: 'person', id: personId, label: member.name },
      changes: { role: { from: member.role, to: null }, ...takenBack(emails) },
    })
    return { invitationsTakenBack: emails }
  })
}

/** Changes of members take turns, by a lock on the workspace: else two owners could remove each other. */
async function lockMember({ db, workspaceId }: WorkspaceContext, personId: string) {
  await db.selectFrom('workspace').select('id').where('id', '=', workspaceId).forNoKeyUpdate().execute()
  const members = await db
    .selectFrom('member as m')
    .innerJoin('person as p', 'p.id', 'm.person_id')
    .select(['p.id', 'p.name', 'p.email', 'm.role', 'm.only_own_customers as isHeld'])
    .where('m.workspace_id', '=', workspaceId)
    .execute()
  const member = members.find(({ id }) => id === personId)
  if (!member || !isUuid(personId)) throw new NotFound(`There is no member with the id "${personId}".`)
  const owners = members.filter(({ role }) => role === 'owner').length
  return { ...member, isLastOwner: member.role === 'owner' && owners === 1 }
}

/** Who waits for the hash of a password: the operator. */
const OWNER_OF_HASH = 'operator'

/**
 * Adds a person with a password as a member; for the operator, who vouches for the e-mail. Throws NotFound for the
 * workspace, and InvalidRequest if there is an account with the e-mail.
 */
export async function addMember(
  context: WorkspaceContext,
  { name, email, role, password }: { name: string; email: string; role: Role; password: string },
): Promise<{ id: string }> {
  const passwordHash = await hashPassword(password, OWNER_OF_HASH)
  return inTransaction(context, async (trx) => {
    await readWorkspace(trx, trx.workspaceId)
    const id = await addPerson(trx, { name, email, isVerified: true, passwordHash })
    if (id === undefined) {
      throw new InvalidRequest(
        `There is an account with the e-mail "${email}" already: leave out the password to invite it.`,
      )
    }
    await trx.db
      .insertInto('member')
      .values({ workspace_id: trx.workspaceId, person_id: id, role, created_at: trx.clock() })
      .execute()
    await recordActivity(trx, {
      action: 'member.add',
      subject: { type: 'person', id, label: name },
      changes: { role },
    })
    return { id }
  })
}

/** Sets the password of a person, and ends all their sessions; for the operator. Throws NotFound. */
export async function setPassword(
  context: Context,
  { email, password }: { email: string; password: string },
): Promise<{ id: string }> {
  const person = await findPerson(context, email)
  if (!person) throw new NotFound(`There is no person with the e-mail "${email}".`)
  const hash = await hashPassword(password, OWNER_OF_HASH)
  await inTransaction(context, async (trx) => {
    await replacePassword(trx, (await lockPerson(trx, person.id))!, hash)
  })
  return { id: person.id }
}

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

/** The workspace, and the person who asks. Throws NotFound for a person who is no member. */
export async function readMembership(context: WorkspaceContext, personId: string) {
  const { db, workspaceId } = context
  const workspace = await readWorkspace(context, workspaceId)
  const slug = await readAddress(context, workspaceId)
  const me = await db
    .selectFrom('member as m')
    .innerJoin('person as p', 'p.id', 'm.person_id')
    .select(['p.id', 'p.name', 'p.email', 'm.role', 'm.only_own_customers as onlyOwnCustomers'])
    .where('m.workspace_id', '=', workspaceId)
    .where('m.person_id', '=', personId)
    .executeTakeFirst()
  if (!me) throw new NotFound('There is no workspace of yours here.')
  return {
    ...workspace,
    slug,
    isSample: workspaceId === SAMPLE_WORKSPACE_ID,
    me: { ...me, isContact: await isContact(context, personId) },
  }
}

/**
 * For work in the background that a member of the staff has started: each transaction of it throws Refused once they
 * are no member any more, are held to own customers, or lack one of the rights that it needs. Undefined for other actors.
 */
export function holdMembership(
  { workspaceId }: Pick<WorkspaceContext, 'workspaceId'>,
  { type, id, name }: Actor,
  rights: readonly Right[],
): HoldAccess | undefined {
  if (type !== 'staff' || id === null) return undefined
  return async (trx) => {
    await holdAccess(trx, id)
    const member = await trx
      .selectFrom('member')
      .select(['role', 'only_own_customers'])
      .where('workspace_id', '=', workspaceId)
      .where('person_id', '=', id)
      .executeTakeFirst()
    if (!member || member.only_own_customers || rights.some((right) => !may(member.role, right))) {
      throw new Refused('forbidden', `${name} no longer has access. Somebody else can go on with the rest.`)
    }
  }
}
