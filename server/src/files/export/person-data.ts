import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { textArray, uuidArray } from '../../database/rowset.ts'
import { ownerOf } from '../../jobs/mail/queue-mail.ts'
import { knownHere } from '../../people/erase-person.ts'
import type { KnownHere, WhichPerson } from '../../people/erase-person.ts'
import { orderPdf, quotePdf } from './order-pdf.ts'
import { unlessDeleted, zip } from './zip.ts'
import type { ZipEntry } from './zip.ts'

/** Rows that are read at a time. */
const SLICE = 500

/**
 * What a workspace holds of a buyer or a former colleague, as JSON: names and addresses, orders with their lines, and
 * what they did here. Money is in minor units. The account itself belongs to the person, who sees it under "Your
 * account". Throws NotFound.
 */
export async function* personData(context: WorkspaceContext, which: WhichPerson): AsyncGenerator<string> {
  const known = await knownHere(context, which)
  const { names, emails } = known
  yield `${JSON.stringify({ names, emails }, null, 2).slice(0, -2)}`
  for (const [section, rows] of Object.entries(sections(context.workspaceId, known))) {
    yield `,\n  "${section}": [`
    let comma = ''
    for (let offset = 0, count = SLICE; count === SLICE; offset += SLICE) {
      const slice = sql<{ row: string }>`
        select row_to_json(found)::text as row from (${rows} limit ${SLICE} offset ${offset}) found`
      const read = (await slice.execute(context.db)).rows
      count = read.length
      if (count > 0) yield comma + read.map(({ row }) => `\n    ${row}`).join(',')
      comma = ','
    }
    yield '\n  ]'
  }
  yield '\n}\n'
}

/**
 * The same as `personal-data.json` in a ZIP archive, with a PDF of each order that the person placed or requested, and of
 * each quote that they asked for and were sent. It is made while it is read. Throws NotFound.
 */
export async function personArchive(context: WorkspaceContext, which: WhichPerson): Promise<AsyncGenerator<Buffer>> {
  const { buyerIds } = await knownHere(context, which)
  return zip(archived(context, which, uuidArray(buyerIds)))
}

async function* archived(
  context: WorkspaceContext,
  which: WhichPerson,
  theirs: RawBuilder<unknown>,
): AsyncGenerator<ZipEntry> {
  yield { name: 'personal-data.json', content: personData(context, which) }
  const { rows } = await sql<{ kind: 'Order' | 'Quote'; id: string; number: number; customerId: string }>`
    select 'Order' as kind, id, number, customer_id as "customerId" from sales_order
      where workspace_id = ${context.workspaceId} and (buyer_id = any(${theirs}) or requested_by_id = any(${theirs}))
    union all select 'Quote', id, number, customer_id from quote
      where workspace_id = ${context.workspaceId} and buyer_id = any(${theirs}) and sent_at is not null
    order by kind, number`.execute(context.db)
  for (const { kind, id, number, customerId } of rows) {
    const made = kind === 'Order' ? orderPdf({ ...context, customerId }, id) : quotePdf(context, id)
    // Of a customer who was deleted, the JSON has all that is left.
    const found = await made.catch(unlessDeleted)
    if (found) yield { name: `${kind} ${number}.pdf`, content: found.pdf }
  }
}

/** Each is SQL with an order of its own. */
function sections(workspaceId: string, { personId, buyerIds, emails }: KnownHere): Record<string, RawBuilder<unknown>> {
  const ours = sql`workspace_id = ${workspaceId}`
  const theirs = uuidArray(buyerIds)
  const ids = textArray([...buyerIds, ...(personId === null ? [] : [personId])])
  const addresses = textArray(emails.map((email) => email.toLowerCase()))
  return {
    buyer: sql`
      select b.id, b.name, (select c.name from customer c where c.workspace_id = ${workspaceId} and c.id = b.customer_id)
        as customer, b.status, b.cost_centre as "costCentre", b.order_limit as "orderLimit", b.invited_at as "invitedAt",
        b.last_seen_at as "lastSeenAt"
      from buyer b where b.workspace_id = ${workspaceId} and b.id = any(${theirs}) order by b.id`,
    orders: sql`
      select o.number, o.placed_at as "placedAt", o.status, o.customer_name as customer, o.buyer_name as buyer,
        o.buyer_email as "buyerEmail", o.requested_by_name as "requestedBy", o.po_number as "poNumber", o.reference,
        o.note, o.cost_centre as "costCentre", o.deliver_to as "deliverTo", o.wanted_on as "wantedOn", o.currency,
        o.subtotal, o.tax, (
          select json_agg(json_build_object('sku', l.sku, 'name', l.name, 'qty', l.qty, 'unitLabel', l.unit_label,
            'unit', l.price -> 'unit', 'line', l.price -> 'line') order by l.position)
          from sales_order_line l where l.workspace_id = ${workspaceId} and l.order_id = o.id) as lines
      from sales_order o where o.workspace_id = ${workspaceId}
        and (o.buyer_id = any(${theirs}) or o.requested_by_id = any(${theirs})) order by o.number`,
    quotes: sql`
      select q.number, q.created_at as "createdAt", q.status, q.customer_name as customer, q.buyer_name as buyer,
        q.buyer_email as "buyerEmail", q.note, q.message, q.valid_until as "validUntil", q.currency, q.total, (
          select json_agg(json_build_object('sku', l.sku, 'name', l.name, 'qty', l.qty, 'unit', l.unit) order by l.position)
          from quote_line l where l.workspace_id = ${workspaceId} and l.quote_id = q.id) as lines
      from quote q where q.workspace_id = ${workspaceId} and q.buyer_id = any(${theirs}) order by q.number`,
    notes: sql`
      select at, text from sales_order_note where ${ours} and actor ->> 'id' = any(${ids}) order by at, id`,
    baskets: sql`
      select b.po_number as "poNumber", b.note, b.asked_at as "askedAt", (
        select json_agg(json_build_object('sku', l.sku, 'name', l.name, 'qty', l.qty) order by l.position)
        from basket_line l where l.workspace_id = ${workspaceId} and l.basket_id = b.id) as lines
      from basket b where b.workspace_id = ${workspaceId} and b.buyer_id = any(${theirs}) order by b.id`,
    orderGuides: sql`
      select g.name, g.shared, (
        select json_agg(json_build_object('sku', l.sku, 'name', l.name, 'qty', l.qty) order by l.position)
        from saved_list_line l where l.workspace_id = ${workspaceId} and l.list_id = g.id) as lines
      from saved_list g where g.workspace_id = ${workspaceId} and g.owner_id = any(${theirs}) order by g.id`,
    views: sql`select list, name, query from saved_view where ${ours} and person_id = ${personId} order by id`,
    mails: sql`
      select created_at as at, subject, text from mail where owner = ${ownerOf({ workspaceId })}
        and secret is null and (person_id = ${personId} or lower(recipient) = any(${addresses})) order by number`,
    activity: sql`
      select at, action, actor, subject, changes from activity
      where ${ours} and (actor ->> 'id' = any(${ids}) or subject ->> 'id' = any(${ids})) order by at, id`,
  }
}
