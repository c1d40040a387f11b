import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { textArray, uuidArray } from '../database/rowset.ts'
import { closeAccess, inTransaction } from '../database/transaction.ts'
import { InvalidRequest, NotFound } from '../errors.ts'
import { escaped, nameInMail } from '../jobs/mail/mail-layout.ts'
import { ownerOf } from '../jobs/mail/queue-mail.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { isUuid } from '../lib/uuid.ts'
import { changedCustomers } from '../workspaces/activity/record-changes.ts'
import { recordActivity } from '../workspaces/activity/record-activity.ts'
import { lockPerson } from './persons.ts'

/** Whom it is about: a buyer, joined or not, or somebody who was a member of the staff. */
export type WhichPerson = { buyerId: string } | { personId: string }

/** What a workspace knows of a person. */
export type KnownHere = {
  /** Null for a buyer who has not joined. */
  personId: string | null
  buyerIds: string[]
  customerIds: string[]
  /** All that they were called here, and all their addresses; the present ones first. */
  names: string[]
  emails: string[]
}

/**
 * The columns of each table in which people write, or are written of: where the name or the address of somebody who is
 * erased is taken out. `only`: the rows in which they do. What is said of goods, and of the wholesaler itself, is no
 * one's data.
 */
export const WORDS_OF_PEOPLE: Record<string, { text?: string[]; json?: string[]; only?: string }> = {
  activity: { json: ['actor', 'subject', 'changes', 'undone'] },
  api_key: { text: ['name'] },
  basket: { text: ['po_number', 'note', 'sent_back_by', 'sent_back_note'] },
  buyer: { text: ['cost_centre'] },
  customer: { text: ['notes', 'contact_name', 'phone'], json: ['addresses'] },
  data_import: { text: ['file_name', 'problem'], json: ['file', 'reading', 'found', 'uploaded_by', 'started_by'] },
  data_import_part: { json: ['lines'] },
  data_import_reject: { text: ['label', 'reason'] },
  failed_calls: { json: ['calls'] },
  invitation: { json: ['invited_by'] },
  price_change: { text: ['name'], json: ['created_by'] },
  quote: { text: ['note', 'message'] },
  quote_history: { text: ['note'], json: ['actor'] },
  record_edit_line: { text: ['label'], json: ['before', 'changes'] },
  sales_order: { text: ['po_number', 'reference', 'cost_centre', 'note', 'tracking'], json: ['deliver_to'] },
  sales_order_history: { text: ['note'], json: ['actor', 'changes'] },
  // The reason for a price by hand.
  sales_order_line: { json: ['price', 'candidates'], only: `price ->> 'source' = 'manual'` },
  sales_order_note: { text: ['text'], json: ['actor'] },
  saved_list: { text: ['created_by', 'changed_by'] },
}

/** JSON in a column of text. */
const JSON_AS_TEXT = new Set(['data_import_part.lines'])

/**
 * Erases what the workspace holds of a person: as a buyer of all its customers, and of the time on its staff. Orders and
 * the activity stay, without the name. The account goes with it where no workspace is left that knows it; nobody is told
 * whether one is. Cannot be undone. Throws NotFound, and InvalidRequest for somebody who works here.
 */
export async function erasePerson(context: WorkspaceContext, which: WhichPerson): Promise<void> {
  await inTransaction(context, async (trx) => {
    const { db, workspaceId } = trx
    await closePerson(trx, which)
    const known = await knownHere(trx, which)
    const { personId, buyerIds } = known
    await refuseMember(trx, personId)
    const keys = textArray(known.emails.map(matchingKey))
    const ours = sql`workspace_id = ${workspaceId}`
    const theirs = uuidArray(buyerIds)
    await sql`
      delete from invitation where ${ours} and (buyer_id = any(${theirs}) or email_key = any(${keys}))`.execute(db)
    await giveToColleagues(trx, known)
    await sql`delete from buyer where ${ours} and id = any(${theirs})`.execute(db)
    const isKey = (column: string) => sql`lower(normalize(${sql.ref(column)}, nfc)) = any(${keys})`
    const owner = ownerOf({ workspaceId })
    await sql`
      delete from mail where owner = ${owner} and (person_id = ${personId} or ${isKey('recipient')})`.execute(db)
    await sql`update portal_settings set order_inbox = null where ${ours} and ${isKey('order_inbox')}`.execute(db)
    await sql`
      update sales_order set buyer_name = 'A former buyer', buyer_email = ''
      where ${ours} and buyer_id = any(${theirs})`.execute(db)
    await sql`
      update sales_order set requested_by_name = 'A former buyer', requested_by_email = ''
      where ${ours} and requested_by_id = any(${theirs})`.execute(db)
    await sql`
      update quote set buyer_name = 'A former buyer', buyer_email = ''
      where ${ours} and buyer_id = any(${theirs})`.execute(db)
    const customerIds = await clearContacts(trx, known)
    const orderIds = await takeOutWords(trx, known)
    if (personId !== null) await removeAccountLeftOver(trx, personId)
    const [customerId] = known.customerIds
    await recordActivity(
      trx,
      customerId === undefined
        ? { action: 'person.erase', subject: { type: 'person', id: null, label: 'A former colleague' }, changes: {} }
        : {
            action: 'buyer.erase',
            subject: { type: 'buyer', id: null, label: 'A former buyer', customerId },
            changes: {},
          },
      undefined,
      [
        ...changedCustomers([...known.customerIds, ...customerIds]),
        {
          kind: 'order',
          rows: sql`(buyer_id = any(${theirs}) or requested_by_id = any(${theirs}) or id = any(${uuidArray(orderIds)}))`,
        },
      ],
    )
  })
}

/** What the workspace knows of a person. Throws NotFound. */
export async function knownHere(context: WorkspaceContext, which: WhichPerson): Promise<KnownHere> {
  const { db, workspaceId } = context
  const isBuyer = 'buyerId' in which
  const id = isBuyer ? which.buyerId : which.personId
  const unknown = new NotFound(`There is no ${isBuyer ? 'buyer' : 'former colleague'} with the id "${id}".`)
  if (!isUuid(id)) throw unknown
  const { rows: buyers } = await sql<{ id: string; customer_id: string; person_id: string | null }>`
    select b.id, b.customer_id, b.person_id from buyer b
    where b.workspace_id = ${workspaceId} and (${isBuyer ? sql`b.id = ${id}` : sql`false`} or b.person_id =
      ${isBuyer ? sql`(select person_id from buyer where workspace_id = ${workspaceId} and id = ${id})` : sql`${id}`})
    order by b.id = ${id} desc, b.invited_at`.execute(db)
  if (isBuyer && buyers.length === 0) throw unknown
  const personId = isBuyer ? buyers[0]!.person_id : id
  const buyerIds = buyers.map((buyer) => buyer.id)
  const ids = textArray([...buyerIds, ...(personId === null ? [] : [personId])])
  const ours = sql`workspace_id = ${workspaceId}`
  const theirs = uuidArray(buyerIds)
  const { rows } = await sql<{ name: string | null; email: string | null; isHere: boolean }>`
    select name, email, true as "isHere" from buyer where ${ours} and id = any(${theirs})
    union all select name, email, false from person where id = ${personId}
    union all (select distinct buyer_name, buyer_email, true from sales_order where ${ours} and buyer_id = any(${theirs}))
    union all (select distinct requested_by_name, requested_by_email, true from sales_order
      where ${ours} and requested_by_id = any(${theirs}))
    union all (select distinct buyer_name, buyer_email, true from quote where ${ours} and buyer_id = any(${theirs}))
    union all (select distinct actor ->> 'name', null, true from activity where ${ours} and actor ->> 'id' = any(${ids}))
    union all (select distinct subject ->> 'label', null, true from activity
      where ${ours} and subject ->> 'id' = any(${ids}))
    union all (select distinct null, e.email, true from activity,
      lateral (values (changes -> 'email' ->> 'from'), (changes -> 'email' ->> 'to'), (changes ->> 'email')) e (email)
      where ${ours} and subject ->> 'id' = any(${ids}) and action in ('person.update', 'buyer.update', 'buyer.invite'))`.execute(
    db,
  )
  // The account of a stranger is none of the workspace's.
  if (!rows.some(({ isHere }) => isHere)) throw unknown
  return {
    personId,
    buyerIds,
    customerIds: [...new Set(buyers.map((buyer) => buyer.customer_id))],
    names: given(rows.map(({ name }) => name)),
    emails: given(rows.map(({ email }) => email)).filter((email) => email.includes('@')),
  }
}

function given(values: (string | null)[]): string[] {
  return [...new Set(values.filter((value): value is string => value !== null && value !== ''))]
}

/**
 * Waits for what the person is just doing: joining, signing in, ordering. An invitation is locked before its buyer, as
 * who accepts one does.
 */
async function closePerson({ db, workspaceId, ...context }: WorkspaceContext, which: WhichPerson): Promise<void> {
  let personId = 'personId' in which ? which.personId : null
  if ('buyerId' in which && isUuid(which.buyerId)) {
    const ours = sql`workspace_id = ${workspaceId}`
    await sql`select id from invitation where ${ours} and buyer_id = ${which.buyerId} for update`.execute(db)
    const { rows } = await sql<{ id: string | null }>`
      select person_id as id from buyer where ${ours} and id = ${which.buyerId} for update`.execute(db)
    personId = rows[0]?.id ?? null
  }
  if (personId === null || !isUuid(personId)) return
  await closeAccess(db, personId)
  await lockPerson({ ...context, db }, personId)
}

async function refuseMember({ db, workspaceId }: WorkspaceContext, personId: string | null): Promise<void> {
  if (personId === null) return
  const { rows } = await sql`
    select 1 from member where workspace_id = ${workspaceId} and person_id = ${personId}`.execute(db)
  if (rows.length > 0) throw new InvalidRequest('They work here: remove them from the staff first.')
}

/** What others use goes on: order guides to a colleague of the same customer, views to an owner. */
async function giveToColleagues({ db, workspaceId }: WorkspaceContext, known: KnownHere): Promise<void> {
  const theirs = uuidArray(known.buyerIds)
  const heir = sql`(select b.id from buyer b where b.workspace_id = ${workspaceId} and b.customer_id = l.customer_id
    and b.status = 'active' and b.id <> all(${theirs}) order by b.invited_at, b.id limit 1)`
  await sql`
    update saved_list l set owner_id = ${heir}
    where l.workspace_id = ${workspaceId} and l.owner_id = any(${theirs}) and l.shared and ${heir} is not null`.execute(
    db,
  )
  await sql`
    update saved_view v set person_id = o.person_id
    from (select person_id from member where workspace_id = ${workspaceId} and role = 'owner'
      order by created_at, person_id limit 1) o
    where v.workspace_id = ${workspaceId} and v.person_id = ${known.personId} and v.is_shared and not exists (
      select from saved_view w where w.workspace_id = ${workspaceId} and w.list = v.list
        and w.person_id = o.person_id and w.name_key = v.name_key)`.execute(db)
  await sql`
    delete from saved_view where workspace_id = ${workspaceId} and person_id = ${known.personId}`.execute(db)
}

/** Of customers whose contact the person is. Returns their ids. */
async function clearContacts({ db, workspaceId, clock }: WorkspaceContext, known: KnownHere): Promise<string[]> {
  const keys = textArray(known.emails.map(matchingKey))
  const names = textArray(known.names.map(matchingKey))
  const isContact = sql`lower(normalize(contact_name, nfc)) = any(${names})`
  const hasEmail = sql`email_key = any(${keys})`
  const { rows } = await sql<{ id: string }>`
    update customer set
      email = case when ${hasEmail} then null else email end,
      email_key = case when ${hasEmail} then null else email_key end,
      phone = case when ${isContact} or ${hasEmail} then null else phone end,
      contact_name = case when ${isContact} then null else contact_name end,
      updated_at = ${clock()}, version = version + 1
    where workspace_id = ${workspaceId} and (${isContact} or ${hasEmail}) returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Takes names and addresses out of all that was written. Returns the ids of the orders that this changed. */
async function takeOutWords(trx: WorkspaceContext, known: KnownHere): Promise<string[]> {
  const { db, workspaceId } = trx
  const { inText, inJson } = replacements(known, await sharedNames(trx, known))
  const orders: string[] = []
  const ours = sql`workspace_id = ${workspaceId}`
  for (const [table, { text = [], json = [], only = 'true' }] of Object.entries(WORDS_OF_PEOPLE)) {
    const changed = [
      ...text.map((column) => ({ column, ...inText(sql.ref(column)) })),
      ...json.map((column) => {
        const { value, found } = inJson(sql`${sql.ref(column)}::text`)
        return { column, found, value: JSON_AS_TEXT.has(`${table}.${column}`) ? value : sql`(${value})::jsonb` }
      }),
    ]
    const set = changed.map(({ column, value }) => sql`${sql.ref(column)} = ${value}`)
    if (table === 'customer') set.push(sql`version = version + 1`)
    // What an import left is not written back with a name that is gone.
    if (table === 'record_edit_line') set.push(sql`version = null`)
    const of = { sales_order: 'id', sales_order_history: 'order_id' }[table] ?? null
    const { rows } = await sql<{ id: string }>`
      update ${sql.table(table)} set ${sql.join(set)}
      where ${ours} and ${sql.raw(only)} and (${sql.join(
        changed.map(({ found }) => found),
        sql` or `,
      )}) ${of === null ? sql`` : sql`returning ${sql.ref(of)} as id`}`.execute(db)
    orders.push(...rows.map(({ id }) => id))
  }
  const named = inText(sql`name`)
  // With the end of the id, as no two of a customer have one name.
  await sql`
    update saved_list set name = ${named.value} || ' ' || right(id::text, 4),
      name_key = lower(${named.value}) || ' ' || right(id::text, 4)
    where ${ours} and ${named.found}`.execute(db)
  await sql`delete from saved_view where ${ours} and (${named.found} or ${inText(sql`query`).found})`.execute(db)
  const mail = ['subject', 'text', 'html'].map((column) => ({ column, ...inText(sql.ref(column)) }))
  await sql`
    update mail set ${sql.join(mail.map(({ column, value }) => sql`${sql.ref(column)} = ${value}`))}
    where owner = ${ownerOf({ workspaceId })} and (${sql.join(
      mail.map(({ found }) => found),
      sql` or `,
    )})`.execute(db)
  return orders
}

/** Names that somebody else here has too: only where the id says so is it the erased one who is named. */
async function sharedNames({ db, workspaceId }: WorkspaceContext, { personId, buyerIds }: KnownHere) {
  const { rows } = await sql<{ name: string }>`
    select name from buyer where workspace_id = ${workspaceId} and id <> all(${uuidArray(buyerIds)})
      and person_id is distinct from ${personId}
    union select p.name from member m join person p on p.id = m.person_id
      where m.workspace_id = ${workspaceId} and m.person_id is distinct from ${personId}`.execute(db)
  return new Set(rows.map(({ name }) => matchingKey(name)))
}

type Replaced = { value: RawBuilder<unknown>; found: RawBuilder<boolean> }

/**
 * SQL that takes a person out of a text. A name of several words, and an address, wherever they stand; a name of one word
 * only where it is the whole text, as it may be an everyday word.
 */
function replacements({ names, emails, personId, buyerIds }: KnownHere, shared: ReadonlySet<string>) {
  const own = names.filter((name) => !shared.has(matchingKey(name)))
  const long = [...emails, ...own.filter(isSaying)].flatMap((term) => [term, nameInMail(term)])
  const anywhere = [...new Set(long.flatMap((term) => [term, escaped(term)]))]
  const alone = own.filter((name) => !isSaying(name))
  const text = `(?<!\\w)(?:${either(anywhere)})(?!\\w)|^(?:${either(alone)})$`
  const ahead = String.raw`(?:(?<!\w)|(?<=\\[nrtbf]))`
  const json = `${ahead}(?:${either(anywhere.map(inside))})(?!\\w)|(?<=")(?:${either(alone.map(inside))})(?="(?!:))`
  const instead = buyerIds.length > 0 ? 'a former buyer' : 'a former colleague'
  const replace = (value: RawBuilder<unknown>, by: string): Replaced => ({
    value: sql`regexp_replace(${icu(value)}, ${by}, ${instead}, 'gi')`,
    found: sql`coalesce(${icu(value)} ~* ${by}, false)`,
  })
  // Actors and subjects, as JSON writes them: their keys are sorted by length.
  const ids = [...buyerIds, ...(personId === null ? [] : [personId])].join('|')
  const string = String.raw`"(?:[^"\\]|\\.)*"`
  const actor = `"id": "(?:${ids})", "name": ${string}`
  const subject = `"id": "(?:${ids})", "type": "([a-z_]+)", "label": ${string}`
  const capital = instead.replace('a ', 'A ')
  return {
    inText: (value: RawBuilder<unknown>) => replace(value, text),
    inJson: (value: RawBuilder<unknown>): Replaced => {
      const byId = sql`regexp_replace(regexp_replace(${value}, ${actor}, ${`"id": null, "name": "${capital}"`}, 'g'),
        ${subject}, ${`"id": null, "type": "\\1", "label": "${capital}"`}, 'g')`
      const words = replace(byId, json)
      return { value: words.value, found: sql`(${value} ~ ${`"(?:${ids})"`} or ${replace(value, json).found})` }
    },
  }
}

function inside(term: string): string {
  return JSON.stringify(term).slice(1, -1)
}

/** No text has an id that is made just now. */
function either(terms: string[]): string {
  return (terms.length === 0 ? [randomUUID()] : terms).map(pattern).join('|')
}

function icu(value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${value} collate "und-x-icu"`
}

/** Whether a name may be looked for within texts: it has several words, and one that JSON itself has not. */
function isSaying(name: string): boolean {
  const words = name.split(/\s+/).filter((word) => /\p{L}{2}/u.test(word) && !/^(true|false|null)\P{L}*$/iu.test(word))
  return words.length > 0 && /\S\s+\S/.test(name)
}

/** The text as part of a regular expression of Postgres. */
function pattern(term: string): string {
  return term.replaceAll(/[^\p{L}\p{N}\p{M}\s]/gu, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`)
}

/**
 * Removes the account of somebody whom no workspace knows any more. What another one holds stays as it is; one that the
 * person joins just now fails the deletion, and the transaction is done again.
 */
async function removeAccountLeftOver({ db }: WorkspaceContext, personId: string): Promise<void> {
  for (const table of ['member', 'buyer', 'saved_view'] as const) {
    const known = await db.selectFrom(table).select('workspace_id').where('person_id', '=', personId).limit(1).execute()
    if (known.length > 0) return
  }
  await db.deleteFrom('mail').where('owner', '=', ownerOf({ personId })).execute()
  await db.deleteFrom('person').where('id', '=', personId).execute()
}
