import type { WorkspaceContext } from '../context.ts'
import { customersNamed, pickCustomer, lockCustomer } from './find-customer.ts'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Row } from '../database/tables.ts'
import { isoInstant } from '../lib/local-time.ts'
import type { OrderLimit } from '../shared/order-quantity.ts'
import { differences } from '../workspaces/activity/differences.ts'
import { recordActivity } from '../workspaces/activity/record-activity.ts'
import { inTransaction, closeAccess } from '../database/transaction.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { randomUUIDv7 } from 'node:crypto'
import { invalidField, InvalidRequest, NotFound, Refused } from '../errors.ts'
import type { InvalidInput } from '../errors.ts'
import { requireBelowLimit } from './customer-fields.ts'
import { isUuid, uuidOf } from '../lib/uuid.ts'

type Buyer = {
  id: string
  name: string
  email: string
  status: Row<'buyer'>['status']
  invitedAt: string
  lastSeenAt: string | null
  orderLimit: OrderLimit
  costCentre: string | null
}

/** On what terms a buyer orders. `costCentre` stands on the orders of the buyer. */
export type BuyerTerms = { orderLimit?: OrderLimit | undefined; costCentre?: string | null | undefined }

/** `customerId`: the buyer must be one of this customer. */
type WhichBuyer = { id: string; customerId?: string }

/** The buyers of the customer with that id or account code, by name. Throws NotFound. */
export async function listBuyers(
  context: WorkspaceContext,
  { customer: idOrCode }: { customer: string },
): Promise<Buyer[]> {
  const found = customersNamed(context, idOrCode).select(buyersOfCustomer(context.workspaceId).as('buyers'))
  return pickCustomer(await found.execute(), idOrCode).buyers.map(shapeBuyer)
}

/** Left out, whom staff invite may order any sum, and whom a colleague invites only prepares. */
export type NewBuyer = { customer: string; name: string; email: string } & BuyerTerms

/**
 * Adds a buyer to a customer, with the status invited. E-mails of buyers are unique in the workspace.
 * Throws NotFound, naming the customer, and InvalidRequest if another buyer has the e-mail, or the customer has reached
 * the limit of buyers.
 */
export async function inviteBuyer(
  context: WorkspaceContext,
  { customer: idOrCode, name, email, costCentre = null, ...terms }: NewBuyer,
): Promise<{ id: string }> {
  return inTransaction(context, async (trx) => {
    const byColleague = trx.actor.type === 'buyer'
    const { orderLimit = byColleague ? 0 : null } = terms
    const customer = await lockCustomer(trx, idOrCode)
    await requireBelowLimit(trx, 'buyer', customer)
    if (await findBuyer(trx, email)) throw await takenBy(trx, email)
    const id = randomUUIDv7()
    const added = await trx.db
      .insertInto('buyer')
      .values({
        workspace_id: trx.workspaceId,
        id,
        customer_id: customer.id,
        name,
        email,
        email_key: matchingKey(email),
        status: 'invited',
        invited_at: trx.clock(),
        order_limit: orderLimit,
        cost_centre: costCentre,
        email_vouched: !byColleague,
      })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'email_key']).doNothing())
      .returning('id')
      .executeTakeFirst()
    // Somebody else did so just now.
    if (!added) throw await takenBy(trx, email)
    await recordActivity(trx, {
      action: 'buyer.invite',
      subject: { type: 'buyer', id, label: name, customerId: customer.id },
      changes: {
        customer: customer.name,
        email,
        ...(orderLimit !== null && { orderLimit }),
        ...(costCentre !== null && { costCentre }),
      },
    })
    return { id }
  })
}

/**
 * Sets up to which sum a buyer may order, and the cost centre; what is left out stays. Orders in progress are placed
 * first, at the limit of before. Only who may order any sum invites colleagues: the open invitations of a buyer who gets
 * a limit are taken back. Idempotent. Throws NotFound.
 */
export async function editBuyer(
  context: WorkspaceContext,
  { orderLimit, costCentre, ...which }: WhichBuyer & BuyerTerms,
): Promise<{ invitationsTakenBack: string[] }> {
  return inTransaction(context, async (trx) => {
    const buyer = await (orderLimit === undefined ? lockBuyer : closeBuyer)(trx, which)
    const before = { orderLimit: buyer.order_limit, costCentre: buyer.cost_centre }
    const changes = differences(before, { orderLimit, costCentre }, ['orderLimit', 'costCentre'])
    if (Object.keys(changes).length === 0) return { invitationsTakenBack: [] }
    await trx.db
      .updateTable('buyer')
      .set({
        order_limit: orderLimit === undefined ? before.orderLimit : orderLimit,
        cost_centre: costCentre === undefined ? before.costCentre : costCentre,
      })
      .where('workspace_id', '=', trx.workspaceId)
      .where('id', '=', buyer.id)
      .execute()
    const losesAny = before.orderLimit === null && typeof orderLimit === 'number'
    const emails = losesAny ? await takeBackInvitations(trx, { type: 'buyer', id: buyer.id }) : []
    await recordActivity(trx, {
      action: 'buyer.update',
      subject: { type: 'buyer', id: buyer.id, label: buyer.name, customerId: buyer.customer_id },
      changes: { ...changes, ...takenBack(emails) },
    })
    return { invitationsTakenBack: emails }
  })
}

/**
 * Disables a buyer, invited or not. Every request to the trade portal looks the buyer up, so it is refused at once; the
 * person's sessions go on for what they have elsewhere. The open invitations that they made are taken back. Idempotent.
 * Throws NotFound.
 */
export async function disableBuyer(
  context: WorkspaceContext,
  which: WhichBuyer,
): Promise<{ invitationsTakenBack: string[] }> {
  return inTransaction(context, async (trx) => {
    const buyer = await closeBuyer(trx, which)
    const byColleague = trx.actor.type === 'buyer'
    // Whom the wholesaler disables as well, no colleague enables.
    if (buyer.status === 'disabled' && (byColleague || buyer.disabled_from === null))
      return { invitationsTakenBack: [] }
    const disabled_from = byColleague && buyer.status !== 'disabled' ? buyer.status : null
    const emails = await takeBackInvitations(trx, { type: 'buyer', id: buyer.id })
    await setStatus(trx, buyer, { status: 'disabled', disabled_from }, takenBack(emails))
    return { invitationsTakenBack: emails }
  })
}

/**
 * Enables a buyer who is disabled or invited. Whoever enables an invited buyer vouches for the e-mail address.
 * Idempotent. Throws NotFound.
 */
export async function enableBuyer(context: WorkspaceContext, which: WhichBuyer): Promise<void> {
  await inTransaction(context, async (trx) => {
    const buyer = await lockBuyer(trx, which)
    if (buyer.status === 'active') return
    await setStatus(trx, buyer, { status: 'active', disabled_from: null, email_vouched: true })
  })
}

/**
 * Undoes that a colleague disabled a buyer: who had not joined is invited again, and nobody vouches for the e-mail.
 * Idempotent. Throws NotFound, and Refused for a buyer whom the wholesaler disabled.
 */
export async function enableColleague(context: WorkspaceContext, which: Required<WhichBuyer>): Promise<void> {
  await inTransaction(context, async (trx) => {
    const buyer = await lockBuyer(trx, which)
    if (buyer.status !== 'disabled') return
    if (buyer.disabled_from === null) {
      throw new Refused('forbidden', 'Your wholesaler has disabled this person: ask them.')
    }
    await setStatus(trx, buyer, { status: buyer.disabled_from, disabled_from: null })
  })
}

async function setStatus(
  trx: WorkspaceContext,
  buyer: LockedBuyer,
  values: Pick<LockedBuyer, 'status' | 'disabled_from'> & { email_vouched?: true },
  more: Record<string, unknown> = {},
): Promise<void> {
  await trx.db
    .updateTable('buyer')
    .set(values)
    .where('workspace_id', '=', trx.workspaceId)
    .where('id', '=', buyer.id)
    .execute()
  await recordActivity(trx, {
    action: values.status === 'disabled' ? 'buyer.disable' : 'buyer.enable',
    subject: { type: 'buyer', id: buyer.id, label: buyer.name, customerId: buyer.customer_id },
    changes: { status: { from: buyer.status, to: values.status }, ...more },
  })
}

type LockedBuyer = Awaited<ReturnType<typeof lockBuyer>>

/** Locks a buyer until the transaction ends. Throws NotFound. */
async function lockBuyer(trx: WorkspaceContext, { id, customerId }: WhichBuyer) {
  const buyer = await trx.db
    .selectFrom('buyer')
    .select(['id', 'name', 'status', 'customer_id', 'disabled_from', 'order_limit', 'cost_centre'])
    .where('workspace_id', '=', trx.workspaceId)
    .where('id', '=', uuidOf(id))
    .$if(customerId !== undefined, (query) => query.where('customer_id', '=', customerId!))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!buyer) throw new NotFound(`There is no buyer with the id "${id}".`)
  return buyer
}

/** The same, after the writes in progress of whoever is this buyer: for what takes something away from them. */
async function closeBuyer(trx: WorkspaceContext, which: WhichBuyer) {
  const { db, workspaceId } = trx
  const person = await db
    .selectFrom('buyer')
    .select('person_id as id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', uuidOf(which.id))
    .executeTakeFirst()
  if (person?.id) await closeAccess(db, person.id)
  return lockBuyer(trx, which)
}

/** A buyer by the present e-mail, or by id. */
export function findBuyer({ db, workspaceId }: WorkspaceContext, email: string) {
  return db
    .selectFrom('buyer as b')
    .innerJoin('customer as u', (join) =>
      join.on('u.workspace_id', '=', workspaceId).onRef('u.id', '=', 'b.customer_id'),
    )
    .select(['b.id', 'b.name', 'b.status', 'u.name as customer'])
    .where('b.workspace_id', '=', workspaceId)
    .where(isUuid(email) ? sql<boolean>`b.id = ${email}` : hasEmail('b', workspaceId, email))
    .limit(1)
    .executeTakeFirst()
}

async function takenBy(context: WorkspaceContext, email: string): Promise<InvalidInput | InvalidRequest> {
  // A buyer is not told who else buys here.
  if (context.actor.type === 'buyer') {
    return invalidField('email', 'Somebody with this e-mail is a buyer already: use another one.')
  }
  const other = await findBuyer(context, email)
  const who = other
    ? `${other.name}, a buyer of ${other.customer} (${other.status}, id ${other.id}), has`
    : 'Someone has'
  return new InvalidRequest(`${who} the e-mail "${email}" already: e-mails of buyers are unique.`)
}

/**
 * Whose open invitations no longer work: of a member of the staff or a buyer, all of them or only those to the staff or
 * to buyers.
 */
type Inviter = { type: 'staff' | 'buyer'; id: string; only?: 'toStaff' | 'toBuyers' }

/**
 * Takes back the open invitations that somebody made and may not make any more. Call it in the transaction that takes
 * the right from them. Returns to whom they were.
 */
export async function takeBackInvitations(
  { db, workspaceId, clock }: WorkspaceContext,
  { type, id, only }: Inviter,
): Promise<string[]> {
  const rows = await db
    .updateTable('invitation')
    .set({ revoked_at: clock() })
    .where('workspace_id', '=', workspaceId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', clock())
    .where(sql<boolean>`invited_by ->> 'type' = ${type} and invited_by ->> 'id' = ${id}`)
    .$if(only !== undefined, (query) => query.where('role', only === 'toStaff' ? 'is not' : 'is', null))
    .returning('email')
    .execute()
  return rows.map(({ email }) => email).toSorted()
}

/** For the activity: nothing where none was open. */
export function takenBack(emails: readonly string[]): { invitationsTakenBack?: readonly string[] } {
  return emails.length === 0 ? {} : { invitationsTakenBack: emails }
}

/** A column for a query of `customer`: its buyers, sorted by name, for shapeBuyer. */
export function buyersOfCustomer(workspaceId: string): RawBuilder<Buyer[]> {
  return sql`(select coalesce(json_agg(json_build_object('id', u.id, 'name', u.name, 'email', ${emailOfBuyer('u')},
      'status', u.status, 'invitedAt', u.invited_at, 'lastSeenAt', u.last_seen_at,
      'orderLimit', u.order_limit, 'costCentre', u.cost_centre)
      order by u.name collate "und-x-icu", u.id), '[]')
    from buyer u where u.workspace_id = ${workspaceId} and u.customer_id = customer.id)`
}

export function shapeBuyer(buyer: Buyer): Buyer {
  return { ...buyer, invitedAt: isoInstant(buyer.invitedAt), lastSeenAt: isoInstant(buyer.lastSeenAt) }
}

/** SQL: the present e-mail of a buyer: that of the person; of one who has not joined yet, the one that was invited. */
export function emailOfBuyer(buyer: string): RawBuilder<string> {
  const of = (column: string) => sql.ref(`${buyer}.${column}`)
  return sql`coalesce(${of('email')}, (select p.email from person p where p.id = ${of('person_id')}))`
}

/** SQL: whether a buyer has this e-mail now, ignoring case. */
export function hasEmail(buyer: string, workspaceId: string, email: string): RawBuilder<boolean> {
  return sql`${sql.ref(`${buyer}.id`)} in (select found.id from ${buyersWithEmail(workspaceId, sql`${matchingKey(email)}`)} found)`
}

/**
 * SQL, as a table with `id`, `customer_id` and `is_vouched`: the buyers whose present e-mail has this matching key. Who
 * is not vouched for gets no products by that e-mail.
 */
export function buyersWithEmail(workspaceId: string, key: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    (select id, customer_id, email_vouched as is_vouched from buyer
      where workspace_id = ${workspaceId} and email_key = ${key} limit 1)
    union all
    select b.id, b.customer_id, b.email_vouched or p.email_verified
    from (select id, email_verified from person where email_key = ${key} offset 0) p cross join lateral (
      select id, customer_id, email_vouched from buyer
      where workspace_id = ${workspaceId} and person_id = p.id) b)`
}

/** A query of a customer's buyers who have joined and are not disabled: whom mails go to, and whether they proved it. */
export function joinedBuyers({ db, workspaceId }: Pick<WorkspaceContext, 'db' | 'workspaceId'>, customerId: string) {
  return db
    .selectFrom('buyer')
    .select(['name', 'person_id as personId', emailOfBuyer('buyer').as('email')])
    .select(sql<boolean>`(select p.email_verified from person p where p.id = buyer.person_id)`.as('isProved'))
    .where('workspace_id', '=', workspaceId)
    .where('customer_id', '=', customerId)
    .where('status', '=', 'active')
    .where('person_id', 'is not', null)
}
