import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { textArray } from '../database/rowset.ts'
import { IdOrder, orderCache, slices } from '../database/paging/index.ts'
import { isUuid, withDashes } from '../lib/uuid.ts'
import { CONTACT, ofContact } from './contacts.ts'
import { selectCustomers, shapeCustomer } from './customer-rows.ts'
import type { Customer } from './customer-rows.ts'
import { lastWith, matchingKey } from '../lib/matching-key.ts'

export const CUSTOMER_ORDERS = ['name', 'accountCode', 'email', 'changed'] as const

export type CustomerFilter = {
  /** Words. Each is a part of the name, the account code or the e-mail, ignoring case and accents. */
  q?: string | undefined
  active?: boolean | undefined
  /** Id of a price group; `none`: those that belong to none. */
  group?: string | undefined
  /** Id of a member of the staff; `none`: those without a contact. */
  contact?: string | undefined
}

type Page = { limit: number; offset: number; sort: (typeof CUSTOMER_ORDERS)[number]; descending: boolean }

/** Customers whose texts one statement compares with words: each takes up to 0.1 ms. */
const SEARCHED_ROWS = 250
/** The same without words. */
const LISTED_ROWS = 500

/** A page of customers, each with the number of its terms and buyers, and the number of all that match. */
export async function browseCustomers(
  context: WorkspaceContext,
  { limit, offset, sort, descending, ...filter }: CustomerFilter & Page,
) {
  const order = await orders.read(context, JSON.stringify([filter, sort, descending]), () =>
    orderOf(context, filter, { sort, descending }),
  )
  const ids = order.page(offset, limit).map(withDashes)
  const found = new Map((await readRows(context, ids)).map((customer) => [customer.id, customer]))
  return { customers: ids.flatMap((id) => found.get(id) ?? []), total: order.total }
}

const orders = orderCache()

/** Words are looked for in slices, which takes long; what they find is sorted at once. */
async function orderOf(
  context: WorkspaceContext,
  filter: CustomerFilter,
  { sort, descending }: Pick<Page, 'sort' | 'descending'>,
): Promise<IdOrder> {
  const { db, workspaceId } = context
  const ids: string[] = []
  for await (const found of matchingInSlices(context, filter)) ids.push(...found)
  const { rows } = await sql<{ ids: string | null }>`
    select string_agg(replace(id::text, '-', ''), '' order by place ${sql.raw(descending ? 'desc' : 'asc')} nulls last, id) as ids
    from (select id, ${sql.ref(ORDER[sort])} as place from customer
      where workspace_id = ${workspaceId} and id = any(${textArray(ids)}::uuid[])) c`.execute(db)
  return new IdOrder(rows[0]!.ids ?? '')
}

/** The ids of customers that match, slice by slice, in the order of `name_key`. */
export async function* matchingInSlices(context: WorkspaceContext, filter: CustomerFilter): AsyncGenerator<string[]> {
  const walk = { table: 'customer', by: { name_key: 'text', id: 'uuid' } } as const
  for await (const slice of slices(context, walk, filter.q === undefined ? LISTED_ROWS : SEARCHED_ROWS)) {
    const { rows } = await sql<{ ids: string[] | null }>`
      select json_agg(id) as ids from ${slice} customer where ${matchingCustomers(context, filter)}`.execute(context.db)
    yield rows[0]!.ids ?? []
  }
}

async function readRows(context: WorkspaceContext, ids: string[]) {
  if (ids.length === 0) return []
  const rows = await selectCustomers(context)
    .where('id', 'in', ids)
    .select([
      CONTACT.as('contact'),
      countOf('discount_rule', context).as('discountCount'),
      countOf('agreed_price', context).as('agreedPriceCount'),
      countOf('buyer', context).as('buyerCount'),
    ])
    .execute()
  return rows.map(shapeCustomer)
}

/** Each word reads all customers. Later ones do not count. */
const MOST_WORDS = 10

const ORDER = { name: 'name', accountCode: 'account_code_key', email: 'email_key', changed: 'updated_at' } as const

/** SQL: true for a row of `customer` that matches the filter. */
function matchingCustomers(
  context: WorkspaceContext,
  { q, active, group, contact }: CustomerFilter,
): RawBuilder<boolean> {
  const words = (q ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS)
  return sql`(${sql.join(
    [
      ...(active === undefined ? [] : [sql`active = ${active}`]),
      ...(group === undefined ? [] : [inGroup(group)]),
      ...(contact === 'none' ? [sql`contact_id is null`] : []),
      ...ofContact(context, 'customer.id', contact === 'none' ? undefined : contact),
      ...words.map((word) => sql`${FOLDED} like ${partOf(word)}`),
      sql`true`,
    ],
    sql` and `,
  )})`
}

function inGroup(group: string): RawBuilder<boolean> {
  if (group === 'none') return sql`group_id is null`
  return isUuid(group) ? sql`group_id = ${group}` : sql`false`
}

/** What is searched, without accents. `partOf` does the same with what is typed. */
const FOLDED = sql`regexp_replace(
  normalize(concat_ws(' ', name_key, account_code_key, email_key), nfkd), '[\u0300-\u036f]', '', 'g')`

/** A pattern for `like`. */
function partOf(text: string): string {
  const folded = text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
  return `%${folded.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

function countOf(table: 'discount_rule' | 'agreed_price' | 'buyer', { workspaceId }: WorkspaceContext) {
  return sql<number>`(select count(*)::integer from ${sql.table(table)} t
    where t.workspace_id = ${workspaceId} and t.customer_id = customer.id)`
}

/**
 * A page of customers, sorted by name. With `q`: only if name, account code or e-mail starts with it, ignoring case. With
 * `updatedSince`: only those that have changed since, sorted by when.
 */
export async function listCustomers(
  context: WorkspaceContext,
  input: { q?: string | undefined; updatedSince?: Date | undefined; limit: number; offset: number },
): Promise<Customer[]> {
  const { db, workspaceId } = context
  const byChange = input.updatedSince !== undefined && input.q === undefined
  const order = byChange ? (['updated_at', 'id'] as const) : (['name', 'id'] as const)
  const since = input.updatedSince ? sql`and updated_at >= ${input.updatedSince}` : sql``
  const page = sql`order by ${sql.join(order.map((column) => sql.ref(column)))} limit ${input.limit} offset ${input.offset}`
  // The order of ids is found first: whole rows are read for the page only. `offset 0` hides the order from the
  // planner, else it would scan the whole index of names.
  const found =
    input.q === undefined
      ? sql`select id from customer where workspace_id = ${workspaceId} ${since} ${page}`
      : sql`select id from (
        select id, name from customer
        where workspace_id = ${workspaceId} ${since} and id in ${startingWith(workspaceId, input.q)} offset 0) c ${page}`
  const { rows: ids } = await sql<{ id: string }>`${found}`.execute(db)
  if (ids.length === 0) return []
  const rows = await selectCustomers(context)
    .where(
      'id',
      'in',
      ids.map(({ id }) => id),
    )
    .orderBy(order[0])
    .orderBy('id')
    .execute()
  return rows.map(shapeCustomer)
}

/** Ids from three index ranges. As one condition, the planner could scan the whole index of names instead. */
function startingWith(workspaceId: string, q: string): RawBuilder<string> {
  const start = matchingKey(q)
  const ranges = ['name_key', 'account_code_key', 'email_key'].map(
    (column) => sql`select id from customer
      where workspace_id = ${workspaceId} and ${sql.ref(column)} between ${start} and ${lastWith(start)}`,
  )
  return sql`(${sql.join(ranges, sql` union `)})`
}
