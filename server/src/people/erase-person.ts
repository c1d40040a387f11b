import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { rowset, textArray, uuidArray } from '../database/rowset.ts'
import type { Database } from '../database/tables.ts'
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
  const buyer = await db
    .selectFrom('buyer')
    .select('person_id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (isBuyer && !buyer) throw unknown
  const personId = isBuyer ? buyer!.person_id : id
  const account = await db.selectFrom('person').select('email_key').where('id', '=', personId).executeTakeFirst()
  // Another customer may have invited the address that the person has now.
  const { rows: buyers } = await sql<{ id: string; customer_id: string }>`
    select id, customer_id from buyer
    where workspace_id = ${workspaceId} and (id = ${id} or person_id = ${personId} or email_key = ${account?.email_key ?? null})
    order by id = ${id} desc, invited_at`.execute(db)
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
  const { hint, inText, inJson } = replacement(known, await sharedNames(trx, known))
  const ours = sql`workspace_id = ${workspaceId}`
  const orders: string[] = []
  for (const [table, { text = [], json = [], only = 'true' }] of Object.entries(WORDS_OF_PEOPLE)) {
    const at = { table, rows: sql`${ours} and ${sql.raw(only)}`, hint }
    for (const column of text) orders.push(...(await replaceIn(db, { ...at, column, type: 'text' }, inText)))
    // Here, JSON is in a column of text.
    const type = table === 'data_import_part' ? 'text' : 'jsonb'
    for (const column of json) orders.push(...(await replaceIn(db, { ...at, column, type }, inJson)))
  }
  const mails = { table: 'mail', rows: sql`owner = ${ownerOf({ workspaceId })}`, hint, type: 'text' } as const
  for (const column of ['subject', 'text', 'html']) await replaceIn(db, { ...mails, column }, inText)
  const lists = await db
    .selectFrom('saved_list')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .execute()
  for (const { id, name } of lists.filter((list) => inText(list.name) !== list.name)) {
    // With the end of the id, as no two of a customer have one name.
    const named = `${inText(name)} ${id.slice(-4)}`
    await sql`update saved_list set name = ${named}, name_key = ${matchingKey(named)} where ${ours} and id = ${id}`.execute(
      db,
    )
  }
  const views = await db
    .selectFrom('saved_view')
    .select(['id', 'name', 'query'])
    .where('workspace_id', '=', workspaceId)
    .execute()
  const naming = views.filter(({ name, query }) => inText(name) !== name || inText(query) !== query)
  await sql`delete from saved_view where ${ours} and id = any(${uuidArray(naming.map(({ id }) => id))})`.execute(db)
  return orders
}

/** `hint`: a regular expression of Postgres that each text matches in which something is replaced. */
type Column = { table: string; column: string; type: 'text' | 'jsonb'; rows: RawBuilder<unknown>; hint: string }

/**
 * Replaces the texts of a column, by the texts themselves: tables have different keys. Again until none is left, as a
 * colleague may be writing one meanwhile. Returns the ids of changed orders.
 */
async function replaceIn(
  db: Database,
  { table, column, type, rows, hint }: Column,
  replace: (text: string) => string,
): Promise<string[]> {
  const text = sql`${sql.ref(`${table}.${column}`)}::text`
  const set = [sql`${sql.ref(column)} = changed.after::${sql.raw(type)}`]
  if (table === 'customer') set.push(sql`version = version + 1`)
  // What an import left is not written back with a name that is gone.
  if (table === 'record_edit_line') set.push(sql`version = null`)
  const order = { sales_order: sql`id`, sales_order_history: sql`order_id` }[table] ?? sql`null`
  const orders: string[] = []
  for (;;) {
    const { rows: found } = await sql<{ before: string }>`
      select distinct ${text} as before from ${sql.table(table)}
      where ${rows} and ${text} collate "und-x-icu" ~* ${hint}`.execute(db)
    const changed = found.flatMap(({ before }) => {
      const after = replace(before)
      return after === before ? [] : [{ before, after }]
    })
    if (changed.length === 0) return orders
    const { rows: written } = await sql<{ id: string | null }>`
      update ${sql.table(table)} set ${sql.join(set)} from ${rowset(changed, 'before text, after text', 'changed')}
      where ${rows} and ${text} = changed.before returning ${order} as id`.execute(db)
    orders.push(...written.flatMap(({ id }) => id ?? []))
  }
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

/**
 * Takes a person out of texts: a name of several words, and an address, wherever they stand; a name of one word only where
 * it is the whole text, as it may be an everyday word; actors and subjects by the id.
 */
function replacement({ names, emails, personId, buyerIds }: KnownHere, shared: ReadonlySet<string>) {
  const own = names.filter((name) => !shared.has(matchingKey(name)))
  const terms = [...emails, ...own.filter(isLong)].flatMap((term) => [term, nameInMail(term)])
  const anywhere = [...new Set(terms.flatMap((term) => [term, escaped(term)]))]
  const alone = new Set(own.filter((name) => !isLong(name)).map(matchingKey))
  const ids = [...buyerIds, ...(personId === null ? [] : [personId])]
  const instead = buyerIds.length > 0 ? 'a former buyer' : 'a former colleague'
  const pattern = wherever(anywhere)
  const inText = (text: string) => (alone.has(matchingKey(text)) ? instead : text.replaceAll(pattern, instead))
  const within = (value: unknown): unknown => {
    if (typeof value === 'string') return inText(value)
    if (Array.isArray(value)) return value.map(within)
    if (typeof value !== 'object' || value === null) return value
    const isTheirs = 'id' in value && ids.includes(value.id as string)
    const fields = Object.entries(value).map(([name, field]) => {
      if (isTheirs && name === 'id') return [name, null]
      if (isTheirs && (name === 'name' || name === 'label')) return [name, instead.replace('a ', 'A ')]
      return [name.replaceAll(pattern, instead), within(field)]
    })
    return Object.fromEntries(fields)
  }
  const inJson = (json: string) => {
    const value: unknown = JSON.parse(json)
    const after = JSON.stringify(within(value))
    return after === JSON.stringify(value) ? json : after
  }
  return { hint: [...[...anywhere, ...own].map(longestWord), ...ids].join('|'), inText, inJson }
}

function isLong(name: string): boolean {
  return /\S\s+\S/.test(name) && /\p{L}{2}/u.test(name)
}

/** Finds the terms as whole words, the longest first, with any white space in them. */
function wherever(terms: string[]): RegExp {
  const longestFirst = terms.toSorted((a, b) => b.length - a.length)
  const patterns = longestFirst.map((term) => term.split(/\s+/).map(RegExp.escape).join('\\s+'))
  return new RegExp(`(?<![\\p{L}\\p{N}_])(?:${patterns.join('|') || '(?!)'})(?![\\p{L}\\p{N}_])`, 'giu')
}

/** JSON and HTML write letters and digits as they are. A name without any is found nowhere. */
function longestWord(term: string): string {
  const words = term.match(/[\p{L}\p{N}]+/gu) ?? ['(?!)']
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest))
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
