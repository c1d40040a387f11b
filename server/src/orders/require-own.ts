import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { customersNamed, pickCustomer } from '../customers/find-customer.ts'
import { ofContact } from '../customers/contacts.ts'
import { NotFound } from '../errors.ts'
import { uuidOf } from '../lib/uuid.ts'
import { quoteNotFound } from './quotes/read-quote.ts'
import { isOrder, orderNotFound } from './read-order.ts'

type OfCustomer = { table: string; isIt: (ref: string) => RawBuilder<boolean>; notFound: (ref: string) => NotFound }

const byId = (table: string, noun: string): OfCustomer => ({
  table,
  isIt: (id) => sql`id = ${uuidOf(id)}`,
  notFound: (id) => new NotFound(`There is no ${noun} with the id "${id}".`),
})

/** What belongs to a customer, and how it is found. */
const OF_CUSTOMER = {
  order: { table: 'sales_order', isIt: isOrder, notFound: orderNotFound },
  quote: { table: 'quote', isIt: isOrder, notFound: quoteNotFound },
  buyer: byId('buyer', 'buyer'),
  discount: byId('discount_rule', 'discount'),
  agreedPrice: byId('agreed_price', 'agreed price'),
}

/** What a call can name: a customer, by id or account code, or something of one. */
export type NamedKind = 'customer' | keyof typeof OF_CUSTOMER

/**
 * Throws NotFound for what is of a customer whose contact the caller is not, where they are held to their own: as if it
 * did not exist.
 */
export async function requireOwn(context: WorkspaceContext, kind: NamedKind, ref: string): Promise<void> {
  const { db, workspaceId, heldTo } = context
  if (heldTo === undefined) return
  if (kind === 'customer') {
    const found = await customersNamed(context, ref).select('contact_id as contactId').execute()
    if (pickCustomer(found, ref).contactId !== heldTo) pickCustomer([], ref)
    return
  }
  const { table, isIt, notFound } = OF_CUSTOMER[kind]
  const own = sql.join(ofContact(context, 'customer_id'), sql` and `)
  const { rows } = await sql`
    select 1 from ${sql.table(table)} where workspace_id = ${workspaceId} and ${isIt(ref)} and ${own}`.execute(db)
  if (rows.length === 0) throw notFound(ref)
}
