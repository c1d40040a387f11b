import { sql } from 'kysely'
import type { Context, WorkspaceContext } from '../context.ts'
import { recordActivity } from '../activity/record-activity.ts'
import type { Actor, Role } from '../database/column-values.ts'
import type { Row } from '../database/tables.ts'
import { inTransaction } from '../database/transaction.ts'
import { InvalidInput, InvalidRequest, NotFound, Unauthorized } from '../errors.ts'
import { readAddress } from '../workspaces/addresses.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'
import { workspaceOfInvitation } from './invitation-token.ts'
import { hashPassword } from './password-hash.ts'
import { addPerson, findPerson } from './persons.ts'
import { tokenHash } from './secret-token.ts'
import { enter } from './sign-in.ts'
import type { Visitor } from './sign-in.ts'

/** An open invitation, as its page shows it. */
export type ShownInvitation = {
  workspace: string
  email: string
  name: string | null
  /** Null for a buyer. */
  role: Role | null
  /** For whom a buyer orders. */
  customer: string | null
  invitedBy: string
  /** Whether somebody with that e-mail has an account: then they sign in, instead of making one. */
  hasAccount: boolean
}

/** Who has joined. `token` is for the cookie; undefined for somebody who was signed in before. `path`: where they land. */
export type Joined = { personId: string; token: string | undefined; path: string }

/** Shows an open invitation to whoever has its token. Throws NotFound. */
export async function readInvitation(context: Context, token: string): Promise<ShownInvitation> {
  const invitation = await findOpen(context, token)
  const workspaceId = invitation.workspace_id
  const { name: workspace } = await readWorkspace(context, workspaceId)
  const customer =
    invitation.buyer_id === null ? null : await customerOf({ ...context, workspaceId }, invitation.buyer_id)
  return {
    workspace,
    email: invitation.email,
    name: invitation.name,
    role: invitation.role,
    customer,
    invitedBy: (invitation.invited_by as Actor).name,
    hasAccount: (await findPerson(context, invitation.email)) !== undefined,
  }
}

/**
 * Accepts an invitation. Somebody without an account makes one by name and password. Somebody with an account has to be
 * signed in to it: `signedIn` is whose session asks. Throws NotFound, InvalidInput, and Unauthorized for somebody who has
 * to sign in.
 */
export async function acceptInvitation(
  context: Context,
  token: string,
  given: { name?: string | undefined; password?: string | undefined },
  visitor: Visitor & { signedIn: string | undefined },
): Promise<Joined> {
  const { email } = await findOpen(context, token)
  const account = await findPerson(context, email)
  if (account && visitor.signedIn !== account.id) {
    throw new Unauthorized(`There is an account with the e-mail "${email}": sign in to it first.`)
  }
  const hash = account ? null : await hashPassword(required(given).password, visitor.ipAddress)
  return inTransaction({ ...context, workspaceId: workspaceOfInvitation(token)! }, async (trx) => {
    const invitation = await findOpen(trx, token, { lock: true })
    const person = account ?? { name: given.name!, id: await newPerson(trx, invitation, given.name!, hash!) }
    await markAccepted(trx, invitation.id)
    await (invitation.buyer_id === null
      ? joinStaff(trx, person, invitation.role!)
      : joinAsBuyer(trx, person, { ...invitation, buyer_id: invitation.buyer_id }))
    const slug = await readAddress(trx, trx.workspaceId)
    const { token: entered } = account ? { token: undefined } : await enter(trx, person.id, visitor)
    return { personId: person.id, token: entered, path: `/${invitation.buyer_id === null ? 'w' : 't'}/${slug}` }
  })
}

type Person = { id: string; name: string }
type Joining = Omit<WorkspaceContext, 'actor'>

async function findOpen(
  { db, clock }: Context,
  token: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<Row<'invitation'>> {
  const workspaceId = workspaceOfInvitation(token)
  const open =
    workspaceId === null
      ? undefined
      : await db
          .selectFrom('invitation')
          .selectAll()
          .where('workspace_id', '=', workspaceId)
          .where('token_hash', '=', tokenHash(token))
          .where('accepted_at', 'is', null)
          .where('revoked_at', 'is', null)
          .where('expires_at', '>', clock())
          .$if(lock, (query) => query.forNoKeyUpdate())
          .executeTakeFirst()
  if (!open) throw new NotFound('There is no such invitation: it was used or taken back, or is older than 7 days.')
  return open
}

async function customerOf({ db, workspaceId }: Joining, buyerId: string): Promise<string | null> {
  const customer = await db
    .selectFrom('buyer as b')
    .innerJoin('customer as c', (join) =>
      join.onRef('c.workspace_id', '=', 'b.workspace_id').onRef('c.id', '=', 'b.customer_id'),
    )
    .select('c.name')
    .where('b.workspace_id', '=', workspaceId)
    .where('b.id', '=', buyerId)
    .executeTakeFirst()
  return customer?.name ?? null
}

function required({ name, password }: { name?: string | undefined; password?: string | undefined }) {
  const missing = Object.entries({ name, password }).filter(([, value]) => value === undefined)
  if (missing.length > 0) throw new InvalidInput(missing.map(([path]) => ({ path, message: 'Is required.' })))
  return { name: name!, password: password! }
}

async function newPerson(trx: Joining, { email, proves_email }: Row<'invitation'>, name: string, passwordHash: string) {
  const id = await addPerson(trx, { name, email, isVerified: proves_email, passwordHash })
  if (id === undefined)
    throw new InvalidRequest(`There is an account with the e-mail "${email}" already: sign in to it.`)
  return id
}

async function markAccepted({ db, workspaceId, clock }: Joining, id: string): Promise<void> {
  await db
    .updateTable('invitation')
    .set({ accepted_at: clock() })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

async function joinStaff(trx: Joining, { id, name }: Person, role: Role): Promise<void> {
  await trx.db
    .insertInto('member')
    .values({ workspace_id: trx.workspaceId, person_id: id, role, created_at: trx.clock() })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'person_id']).doNothing())
    .execute()
  await recordActivity(
    { ...trx, actor: { type: 'staff', id, name } },
    { action: 'member.join', subject: { type: 'person', id, label: name }, changes: { role } },
  )
}

async function joinAsBuyer(
  trx: Joining,
  person: Person,
  { buyer_id: buyerId, proves_email }: { buyer_id: string; proves_email: boolean },
): Promise<void> {
  const buyer = await trx.db
    .updateTable('buyer')
    .set({
      person_id: person.id,
      status: 'active',
      last_seen_at: sql`coalesce(last_seen_at, ${trx.clock()})`,
      email_vouched: sql`email_vouched or ${proves_email}`,
    })
    .where('workspace_id', '=', trx.workspaceId)
    .where('id', '=', buyerId)
    .where('status', '!=', 'disabled')
    .returning(['id', 'name', 'customer_id'])
    .executeTakeFirst()
  if (!buyer) throw new NotFound('There is no such invitation: it was taken back.')
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
