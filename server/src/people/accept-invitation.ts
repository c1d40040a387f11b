import { sql } from 'kysely'
import type { Context, WorkspaceContext } from '../context.ts'
import { recordActivity } from '../workspaces/activity/record-activity.ts'
import type { Actor } from '../database/column-values.ts'
import type { Role } from '../shared/rights.ts'
import type { Row } from '../database/tables.ts'
import { inTransaction } from '../database/transaction.ts'
import { InvalidInput, InvalidRequest, NotFound, Unauthorized } from '../errors.ts'
import { readAddress } from '../workspaces/addresses.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import { hashPassword, proveEmail, replacePassword } from './credentials.ts'
import { refuseOfCompany } from './company/identity-provider.ts'
import { customerOf, selectOpen, workspaceOfInvitation } from './invitations.ts'
import { isReserved } from './update-person.ts'
import { addPerson, findPerson, lockPerson } from './persons.ts'
import type { KnownPerson, LockedPerson } from './persons.ts'
import { tokenHash } from './secret-token.ts'
import { requireSession } from './sessions.ts'
import type { OwnSession } from './sessions.ts'
import { enter } from './sign-in.ts'
import type { Visitor } from './sign-in.ts'

/** Shows an open invitation to whoever has its token. Throws NotFound. */
export async function readInvitation(context: Context, token: string) {
  const invitation = await findOpen(context, token)
  const workspaceId = invitation.workspace_id
  const { name: workspace } = await readWorkspace(context, workspaceId)
  const account = await findPerson(context, invitation.email)
  const customer =
    invitation.buyer_id === null ? null : await customerOf({ ...context, workspaceId }, invitation.buyer_id)
  return {
    workspace,
    email: invitation.email,
    name: invitation.name,
    role: invitation.role,
    customer,
    invitedBy: (invitation.invited_by as Actor).name,
    hasAccount: account !== undefined && isTheirs(account, invitation),
  }
}

/**
 * Accepts an invitation. Somebody without an account makes one by name and password. Somebody with an account has to be
 * signed in to it: `session` is the one that asks. Throws NotFound, InvalidInput, InvalidRequest for an address that
 * another account has just left, and Unauthorized for somebody who has to sign in.
 */
export async function acceptInvitation(
  context: Context,
  token: string,
  given: { name?: string | undefined; password?: string | undefined },
  { session, ...visitor }: Visitor & { session: OwnSession | undefined },
) {
  const shown = await findOpen(context, token)
  const account = await findPerson(context, shown.email)
  const joinsAnew = !account || !isTheirs(account, shown)
  if (!joinsAnew && session?.personId !== account.id) throw signInFirst(shown)
  if (joinsAnew) refuseOfCompany(context, shown.email)
  const chosen = joinsAnew ? required(given) : undefined
  const hash = chosen && (await hashPassword(chosen.password, visitor.ipAddress))
  return inTransaction({ ...context, workspaceId: workspaceOfInvitation(token)! }, async (trx) => {
    const invitation = await findOpen(trx, token, { lock: true })
    const person = chosen
      ? await newPerson(trx, invitation, chosen.name, hash!)
      : await signedInPerson(trx, invitation, session!)
    await acceptFor(trx, person, invitation)
    const slug = await readAddress(trx, trx.workspaceId)
    const signedIn = chosen && (await enter(trx, person, visitor))
    // A buyer whose customer has never ordered is sent on to the catalogue by that page.
    return { signedIn, path: invitation.buyer_id === null ? `/w/${slug}` : `/t/${slug}/usual` }
  })
}

/**
 * Has a person join by an invitation that is theirs. Call it in a transaction. Throws NotFound for one that was used or
 * taken back meanwhile, and for a disabled buyer.
 */
export async function acceptFor(context: Context, person: LockedPerson, invitation: Row<'invitation'>): Promise<void> {
  const trx = { ...context, workspaceId: invitation.workspace_id }
  await markAccepted(trx, invitation.id)
  await (invitation.buyer_id === null
    ? joinStaff(trx, person, { role: invitation.role!, onlyOwnCustomers: invitation.only_own_customers })
    : joinAsBuyer(trx, person, { ...invitation, buyer_id: invitation.buyer_id }))
}

/**
 * Whether an account is that of the invited person. Where the link proves the address and the account never did,
 * somebody else may have made it: then the invited person makes it anew.
 */
function isTheirs(account: KnownPerson, { proves_email }: Row<'invitation'>): boolean {
  return account.email_verified || !proves_email
}

type Joining = Omit<WorkspaceContext, 'actor'>

async function findOpen(
  context: Context,
  token: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<Row<'invitation'>> {
  const workspaceId = workspaceOfInvitation(token)
  const open =
    workspaceId === null
      ? undefined
      : await selectOpen(context, workspaceId)
          .selectAll()
          .where('token_hash', '=', tokenHash(token))
          .$if(lock, (query) => query.forNoKeyUpdate())
          .executeTakeFirst()
  if (!open) throw new NotFound('There is no such invitation: it was used or taken back, or is older than 7 days.')
  return open
}

function required({ name, password }: { name?: string | undefined; password?: string | undefined }) {
  const missing = Object.entries({ name, password }).filter(([, value]) => value === undefined)
  if (missing.length > 0) throw new InvalidInput(missing.map(([path]) => ({ path, message: 'Is required.' })))
  return { name: name!, password: password! }
}

/** The person who makes an account by an invitation. Whatever was set up with an address that was never proved ends. */
async function newPerson(
  trx: Joining,
  invitation: Row<'invitation'>,
  name: string,
  passwordHash: string,
): Promise<LockedPerson> {
  const { email, proves_email: isVerified } = invitation
  const id = await addPerson(trx, { name, email, isVerified, passwordHash })
  if (id !== undefined) {
    if (!isVerified && (await isReserved(trx, email))) throw leftLately(email)
    return (await lockPerson(trx, id))!
  }
  const found = await findPerson(trx, email)
  const person = found && (await lockPerson(trx, found.id))
  if (!person || isTheirs(person, invitation)) throw signInFirst(invitation)
  await proveEmail(trx, person)
  await replacePassword(trx, person, passwordHash)
  await trx.db.updateTable('person').set({ name }).where('id', '=', person.id).execute()
  return { ...person, name }
}

async function signedInPerson(trx: Joining, invitation: Row<'invitation'>, session: OwnSession): Promise<LockedPerson> {
  const person = await lockPerson(trx, session.personId)
  await requireSession(trx, session)
  if (person?.email_key !== invitation.email_key || !isTheirs(person, invitation)) throw signInFirst(invitation)
  return person
}

function signInFirst({ email }: Row<'invitation'>): Unauthorized {
  return new Unauthorized(`There is an account with the e-mail "${email}": sign in to it first.`)
}

function leftLately(email: string): InvalidRequest {
  return new InvalidRequest(
    `An account gave up the e-mail "${email}" in the last few days: ask to be invited by mail, or join a week after that.`,
  )
}

async function markAccepted({ db, workspaceId, clock }: Joining, id: string): Promise<void> {
  const accepted = await db
    .updateTable('invitation')
    .set({ accepted_at: clock() })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (accepted.numUpdatedRows === 0n) throw takenBack()
}

function takenBack(): NotFound {
  return new NotFound('There is no such invitation: it was taken back.')
}

async function joinStaff(
  trx: Joining,
  { id, name }: LockedPerson,
  { role, onlyOwnCustomers }: { role: Role; onlyOwnCustomers: boolean },
): Promise<void> {
  await trx.db
    .insertInto('member')
    .values({
      workspace_id: trx.workspaceId,
      person_id: id,
      role,
      only_own_customers: onlyOwnCustomers,
      created_at: trx.clock(),
    })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'person_id']).doNothing())
    .execute()
  await recordActivity(
    { ...trx, actor: { type: 'staff', id, name } },
    {
      action: 'member.join',
      subject: { type: 'person', id, label: name },
      changes: { role, ...(onlyOwnCustomers && { onlyOwnCustomers }) },
    },
  )
}

async function joinAsBuyer(
  trx: Joining,
  person: LockedPerson,
  { buyer_id: buyerId, proves_email }: { buyer_id: string; proves_email: boolean },
): Promise<void> {
  const buyer = await trx.db
    .updateTable('buyer')
    .set({
      person_id: person.id,
      // From now on, it is that of the person.
      email: null,
      email_key: null,
      status: 'active',
      last_seen_at: sql`coalesce(last_seen_at, ${trx.clock()})`,
      email_vouched: sql`email_vouched or ${proves_email}`,
    })
    .where('workspace_id', '=', trx.workspaceId)
    .where('id', '=', buyerId)
    .where('status', '!=', 'disabled')
    .returning(['id', 'name', 'customer_id'])
    .executeTakeFirst()
  if (!buyer) throw takenBack()
  const { id, name, customer_id: customerId } = buyer
  await recordActivity(
    { ...trx, actor: { type: 'buyer', id, name } },
    {
      action: 'buyer.join',
      subject: { type: 'buyer', id, label: name, customerId },
      changes: { status: 'active' },
    },
  )
}
