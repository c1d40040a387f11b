import type { WorkspaceContext } from '../context.ts'
import type { Actor } from '../database/column-values.ts'
import { matchingKey } from '../matching-key.ts'
import { CUSTOMERS } from './customers.ts'
import type { SampleBuyer } from './customers.ts'
import { timeOf } from './moment.ts'
import type { Moment } from './moment.ts'
import { OWNER, SALES } from './people.ts'
import { tell } from './story.ts'
import type { StoryEntry } from './story.ts'
import { withId } from './with-id.ts'

const IMPORTED: Moment = [390, '10:15']

/** Adds the customers, as an import would, and their buyers. */
export async function addCustomers(context: WorkspaceContext, erp: Actor): Promise<void> {
  const now = context.clock()
  const customers = CUSTOMERS.map(withId)
  const buyers = customers.flatMap(({ id: customerId, buyers = [] }) =>
    buyers.map((buyer) => withId({ ...buyer, customerId })),
  )
  await insertCustomers(context, customers)
  await insertBuyers(context, buyers)

  const imported = { type: 'customer', id: null, label: `${customers.length} customers` }
  const changes = { created: customers.length, updated: 0 }
  await tell(context, [
    { by: erp, at: timeOf(IMPORTED, now), action: 'customer.upsert', subject: imported, changes },
    ...buyers.flatMap((buyer) => storyOf(buyer, now)),
    ...customers.flatMap(({ id, name, closed }): StoryEntry[] =>
      closed === undefined
        ? []
        : [
            {
              by: OWNER,
              at: timeOf(closed, now),
              action: 'customer.update',
              subject: { type: 'customer', id, label: name },
              changes: { active: { from: true, to: false } },
            },
          ],
    ),
  ])
}

async function insertCustomers(
  { db, workspaceId, clock }: WorkspaceContext,
  customers: readonly ((typeof CUSTOMERS)[number] & { id: string })[],
): Promise<void> {
  const now = clock()
  const rows = customers.map((customer) => ({
    workspace_id: workspaceId,
    id: customer.id,
    account_code: customer.accountCode,
    account_code_key: customer.accountCode && matchingKey(customer.accountCode),
    name: customer.name,
    name_key: matchingKey(customer.name),
    email: customer.email,
    email_key: customer.email && matchingKey(customer.email),
    phone: customer.phone,
    contact_name: customer.contactName,
    payment_terms_days: customer.paymentTermsDays,
    credit_limit: customer.creditLimit,
    open_balance: customer.openBalance,
    po_required: customer.poRequired ?? false,
    notes: customer.notes,
    addresses: JSON.stringify(customer.addresses ?? []),
    active: customer.closed === undefined,
    created_at: timeOf(IMPORTED, now),
    updated_at: timeOf(customer.closed ?? IMPORTED, now),
  }))
  await db.insertInto('customer').values(rows).execute()
}

type NewBuyer = SampleBuyer & { id: string; customerId: string }

async function insertBuyers({ db, workspaceId, clock }: WorkspaceContext, buyers: readonly NewBuyer[]): Promise<void> {
  const rows = buyers.map(({ id, customerId, name, email, invited, accepted, disabled, lastSeen, ...terms }) => ({
    workspace_id: workspaceId,
    id,
    customer_id: customerId,
    name,
    email,
    email_key: matchingKey(email),
    status: disabled ? ('disabled' as const) : accepted ? ('active' as const) : ('invited' as const),
    invited_at: timeOf(invited, clock()),
    last_seen_at: lastSeen && timeOf(lastSeen, clock()),
    order_limit: terms.orderLimit ?? null,
    cost_centre: terms.costCentre ?? null,
  }))
  await db.insertInto('buyer').values(rows).execute()
}

/** The activity of a buyer: invited, accepted, disabled, as far as its status goes. */
function storyOf({ id, customerId, name, email, invited, accepted, disabled }: NewBuyer, now: Date): StoryEntry[] {
  const steps = [
    { action: 'buyer.invite', at: invited, by: SALES, changes: { email } },
    { action: 'buyer.accept', at: accepted, by: { type: 'buyer', id, name } as Actor, changes: {} },
    { action: 'buyer.disable', at: disabled, by: OWNER, changes: {} },
  ]
  const subject = { type: 'buyer', id, label: name, customerId }
  return steps.flatMap(({ at, ...step }) => (at === undefined ? [] : [{ ...step, at: timeOf(at, now), subject }]))
}
