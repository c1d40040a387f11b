import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { WORDS_OF_PEOPLE } from '../../server/src/people/erase-person.ts'
import { removeMember } from '../../server/src/people/members.ts'
import { inviteBuyerToSignIn } from '../../server/src/people/invitations.ts'
import { createKey } from '../../server/src/workspaces/keys.ts'
import { runOperation } from '../../server/src/ops/all-operations.ts'
import { useCheapHashes } from '../accounts/cheap-hashes.ts'
import { lookOverAll } from '../isolation/judge.ts'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { activityOf } from '../given/activity-of.ts'
import { newBrowser } from '../given/browser.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import type { TestBuyer } from '../given/buyer.ts'
import { fill, givenColleagues, request, seen } from '../given/colleagues.ts'
import { done, expectDone, givenCustomer } from '../given/given.ts'
import { givenMember } from '../given/member.ts'
import type { TestMember } from '../given/member.ts'
import { givenPerson, latestMail } from '../given/person.ts'
import { unzip } from '../given/unzip.ts'
import { wordColumns } from '../given/word-columns.ts'
import { importFile } from '../given/sent-import.ts'

const service = useService()
useCheapHashes()

/** The rows of all tables that have one of the words anywhere. */
async function rowsWith(words: string[]): Promise<string[]> {
  const tables = [...new Set((await wordColumns(service.context)).map(({ table }) => table))]
  const found: string[] = []
  for (const table of tables) {
    const { rows } = await lookOverAll(() =>
      sql<{ row: string }>`
        select row from (select row_to_json(t)::text as row from ${sql.table(table)} t) r
        where ${sql.join(
          words.map((word) => sql`row ilike ${`%${word}%`}`),
          sql` or `,
        )}`.execute(service.context.db),
    )
    found.push(...rows.map(({ row }) => `${table}: ${row}`))
  }
  return found
}

/** Puts the person's words into each of those columns, in one row of the workspace at least. */
async function fillAll({ id, context }: TestWorkspace, words: string): Promise<void> {
  await sql`
    update sales_order_line set price = price || '{"source": "manual"}' where workspace_id = ${id}`.execute(context.db)
  for (const [table, { text = [], json = [] }] of Object.entries(WORDS_OF_PEOPLE)) {
    const types = new Map(
      (await wordColumns(service.context)).filter((c) => c.table === table).map((c) => [c.column, c.type]),
    )
    for (const column of [...text, ...json]) {
      const name = sql.ref(column)
      // JSON that is an object gets another field, behind those it has; a list another item.
      const isJson = types.get(column) === 'jsonb'
      const more = sql`(case when jsonb_typeof(${name}) = 'array' then ${name} || ${JSON.stringify([words])}::jsonb
        else coalesce(${name}, '{}') || ${JSON.stringify({ wordsOfThePerson: `"\n${words}` })}::jsonb end)`
      const value = isJson ? more : json.includes(column) ? sql`${JSON.stringify([[1, [words]]])}` : sql`${words}`
      const { numAffectedRows } = await sql`
        update ${sql.table(table)} set ${name} = ${value} where workspace_id = ${id}`.execute(context.db)
      expect({ table, column, filled: Number(numAffectedRows) > 0 }).toEqual({ table, column, filled: true })
    }
  }
}

const NAME = 'Zora Q. O’Quaymarker <z>'
const words = (email: string) => ['Quaymarker', email]

/** A workspace in which a buyer, or a colleague, has left traces everywhere. */
async function givenTraces() {
  const shop = await givenColleagues(service)
  const { workspace, customerId, chief } = shop
  const owner = await givenMember(service, workspace, 'owner')
  const staff = await givenMember(service, workspace, 'manager', { name: `Yann Gone ${randomUUID()}` })
  const zora = await givenSignedInBuyer(service, workspace, customerId, { name: NAME, cost_centre: 'KITCHEN' })
  const { db } = workspace.context
  await db.updateTable('person').set({ name: NAME }).where('id', '=', zora.personId).execute()
  const order = await ordered(zora)
  await request(zora)
  await fill(zora)
  await done(zora.post('/quotes', { note: 'As we talked about' }))
  await fill(shop.helper)
  for (const shared of [true, false]) {
    await done(zora.post('/lists', { name: `${NAME} ${shared}`, shared, lines: [{ sku: 'BOWL', qty: 2 }] }))
  }
  expectDone(await staff.patch(`/orders/${order}`, { status: 'confirmed', seen: 'new' }))
  await done(staff.post(`/orders/${order}/notes`, { text: 'Call first' }))
  await createKey(workspace.context, { name: 'A key', scope: 'read' })
  const { id, keyId } = workspace
  await db
    .insertInto('failed_calls')
    .values({ workspace_id: id, api_key_id: keyId, calls: '[]' as never })
    .execute()
  await done(owner.post(`/customers/${customerId}/buyers`, { name: 'New One', email: `new.${order}@quay.example` }))
  await importFile(
    service,
    workspace,
    'Account code,Name,Notes,Credit limit\nQUAY,Quay Inn,Hello,100\nX,Y,Z,nothing\n',
    {
      kind: 'customers',
    },
  )
  await done(staff.post('/price-changes', { name: 'A draft' }))
  return { ...shop, owner, staff, zora, chief, order }
}

async function ordered(buyer: TestBuyer): Promise<string> {
  const { basket } = await fill(buyer)
  return (await done(buyer.post('/basket/order', seen(basket)))).id
}

/** What is downloaded of a person: the JSON, and the names of the files. */
async function dataOf({ slug, token }: TestMember, path: string) {
  const response = await fetch(`${service.url}/app-api/console/${slug}${path}/data`, {
    headers: { cookie: `session=${token}` },
  })
  expect(response.status).toBe(200)
  const files = unzip(Buffer.from(await response.arrayBuffer()))
  for (const [name, file] of files) if (name.endsWith('.pdf')) expect(file.subarray(0, 5).toString()).toBe('%PDF-')
  return { json: JSON.parse(files.get('personal-data.json')!.toString()), files: [...files.keys()] }
}

test('nothing of a buyer is left in any row, and orders and acts stay without the name', async () => {
  const { workspace, owner, zora, chief, order } = await givenTraces()
  const before = await done(workspace.get(`/orders/${order}`))
  const shown = await dataOf(owner, `/buyers/${zora.id}`)
  await fillAll(workspace, `Ask ${NAME} of ${zora.email.toUpperCase()}, now`)
  expect(shown.json.orders).toMatchObject([{ buyerEmail: zora.email, subtotal: before.subtotal }])
  expect(shown.json.names[0]).toBe(NAME)
  expect(shown.files).toContain(`Order ${before.number}.pdf`)
  expectDone(await owner.post(`/buyers/${zora.id}/erase`))
  expect(await rowsWith(words(zora.email))).toEqual([])
  // From the tables, as the fields now hold what no order has.
  const { rows: orders } = await sql`
    select buyer_name, buyer_email, subtotal::int from sales_order
    where workspace_id = ${workspace.id} and id = ${order}`.execute(workspace.context.db)
  expect(orders).toEqual([{ buyer_name: 'A former buyer', buyer_email: '', subtotal: before.subtotal }])
  const { rows: lines } = await sql<{ line: number }>`
    select (price -> 'line')::int as line from sales_order_line
    where workspace_id = ${workspace.id} and order_id = ${order} order by position`.execute(workspace.context.db)
  expect(lines.map(({ line }) => line)).toEqual(before.lines.map(({ price }: any) => price.line))
  const entries = await activityOf(workspace, 'buyer')
  expect(entries.at(-1)).toMatchObject({ action: 'buyer.erase', actor: { name: 'Olive Owner' } })
  // What is shared goes on with a colleague.
  const lists = await done(chief.get('/lists'))
  expect(lists.map(({ name }: any) => name)).toEqual([expect.stringContaining('a former buyer true')])
  expect((await zora.get('/orders')).status).toBe(401)
  expect((await owner.post(`/buyers/${zora.id}/erase`)).status).toBe(404)
  expect((await owner.get(`/buyers/${zora.id}/data`)).status).toBe(404)
})

test('nothing of a former colleague is left; of a present one, and of oneself, nothing is erased', async () => {
  const { workspace, owner, staff } = await givenTraces()
  for (const present of [staff, owner]) {
    expect((await owner.post(`/people/${present.id}/erase`)).body.error.message).toContain('They work here')
  }
  expectDone(await owner.delete(`/people/${staff.id}`))
  const { former } = await done(owner.get('/people'))
  expect(former).toEqual([{ id: staff.id, name: staff.name, leftAt: expect.any(String) }])
  await fillAll(workspace, `${staff.name.toUpperCase().replace(' ', '  ')}, ${staff.email}`)
  const shown = await dataOf(owner, `/people/${staff.id}`)
  expect(shown.json.activity.length).toBeGreaterThan(2)
  expect(shown.files).toEqual(['personal-data.json'])
  expectDone(await owner.post(`/people/${staff.id}/erase`))
  expect(await rowsWith([staff.name.slice(5), staff.email])).toEqual([])
  expect((await done(owner.get('/people'))).former).toEqual([])
  const entries = await activityOf(workspace, 'order')
  expect(entries.find(({ action }) => action === 'order.confirm')).toMatchObject({
    actor: { type: 'staff', id: null, name: 'A former colleague' },
  })
  expect((await owner.post(`/people/${staff.id}/erase`)).status).toBe(404)
})

test('an invitation by another customer goes too, to the address that the buyer has now', async () => {
  const { workspace, owner, zora } = await givenTraces()
  const customer = await givenCustomer(workspace, { accountCode: 'OTHER' })
  const email = `now.${zora.email}`
  await inviteBuyerToSignIn(workspace.context, { customer, name: 'Invited Quaymarker', email })
  await workspace.context.db
    .updateTable('person')
    .set({ email, email_key: email })
    .where('id', '=', zora.personId)
    .execute()
  expect((await dataOf(owner, `/buyers/${zora.id}`)).json.buyer).toHaveLength(2)
  expectDone(await owner.post(`/buyers/${zora.id}/erase`))
  expect(await rowsWith(['Invited Quaymarker', zora.email])).toEqual([])
})

test('only an owner erases, with a fresh proof', async () => {
  const { staff, zora, owner } = await givenTraces()
  for (const path of [`/buyers/${zora.id}/erase`, `/people/${zora.personId}/erase`]) {
    expect((await staff.post(path)).status).toBe(403)
  }
  for (const path of [`/buyers/${zora.id}/data`, `/people/${zora.personId}/data`]) {
    expect((await staff.get(path)).status).toBe(403)
  }
  service.later(11 * 60_000)
  expect((await owner.post(`/buyers/${zora.id}/erase`)).body.error.code).toBe('proof_required')
})

test('another wholesaler keeps all that it holds of the person, who signs in there as before', async () => {
  const here = await givenTraces()
  const there = await givenColleagues(service)
  const { db } = service.context
  await db
    .updateTable('buyer')
    .set({ person_id: here.zora.personId, name: NAME })
    .where('workspace_id', '=', there.workspace.id)
    .where('id', '=', there.chief.id)
    .execute()
  const path = `/../${there.chief.slug}`
  const orderer = {
    ...here.zora,
    post: (to: string, body?: unknown) => here.zora.post(path + to, body, { buyer: there.chief.id }),
  }
  const order = await ordered(orderer)
  const dump = () => rowsWith([NAME, here.zora.email])
  const ofThere = (rows: string[]) => rows.filter((row) => row.includes(there.workspace.id)).toSorted()
  const before = ofThere(await dump())
  expectDone(await here.owner.post(`/buyers/${here.zora.id}/erase`))
  const after = await dump()
  expect(ofThere(after)).toEqual(before)
  expect(after.filter((row) => row.includes(here.workspace.id))).toEqual([])
  expectDone(await here.zora.get(`${path}/orders/${order}`))
  // Nor does an owner reach somebody whom the workspace does not know.
  const stranger = await givenPerson(service.context)
  for (const id of [stranger.id, there.chief.personId]) {
    expect((await here.owner.post(`/people/${id}/erase`)).status).toBe(404)
    expect((await here.owner.get(`/people/${id}/data`)).status).toBe(404)
  }
  expect((await here.owner.post(`/buyers/${there.chief.id}/erase`)).status).toBe(404)
})

test('a namesake keeps the name, and an everyday word stays where it is', async () => {
  const { workspace, customerId, owner, order } = await givenTraces()
  const [one, other] = await Promise.all(
    [0, 1].map(() => givenSignedInBuyer(service, workspace, customerId, { name: 'Tom Twin' })),
  )
  const may = await givenSignedInBuyer(service, workspace, customerId, { name: 'May' })
  await ordered(other!)
  await done(owner.post(`/orders/${order}/notes`, { text: 'Tom Twin may call in May; null, null' }))
  expectDone(await owner.post(`/buyers/${one!.id}/erase`))
  expectDone(await owner.post(`/buyers/${may.id}/erase`))
  const notes = await rowsWith(['may call in May'])
  expect(notes).toHaveLength(1)
  expect(notes[0]).toContain('Tom Twin')
  expect((await done(workspace.get('/orders')))[0].buyer.name).toBe('Tom Twin')
})

test('whoever is erased while they sign in, order or join, leaves nothing', async () => {
  const { workspace, customerId, owner } = await givenTraces()
  for (let round = 0; round < 6; round++) {
    const buyer = await givenSignedInBuyer(service, workspace, customerId, { name: `Racing Quaymarker${round}` })
    await fill(buyer)
    const basket = await done(buyer.get('/basket'))
    const [erased, placed] = await Promise.all([
      owner.post(`/buyers/${buyer.id}/erase`),
      buyer.post('/basket/order', seen(basket)),
    ])
    expect([erased.status, [200, 201, 401, 403, 404].includes(placed.status)]).toEqual([200, true])
    expect(await rowsWith([`Quaymarker${round}`, buyer.email])).toEqual([])

    const email = `joining${round}.${buyer.id}@quay.example`
    const { id } = await inviteBuyerToSignIn(workspace.context, {
      customer: customerId,
      name: `Joining Quaymarker${round}`,
      email,
    })
    const { token } = await latestMail(service.context, email)
    const joins = newBrowser(service).call('POST', `/account/invitation/${token}`, {
      name: `Joining Quaymarker${round}`,
      password: 'correct horse battery',
    })
    const [joined, gone] = await Promise.all([joins, owner.post(`/buyers/${id}/erase`)])
    expect([gone.status, [200, 404].includes(joined.status)]).toEqual([200, true])
    expect(await rowsWith([`Quaymarker${round}`, email])).toEqual([])
  }
})

test('a name goes also from what a colleague is just writing', async () => {
  const { workspace, customerId, owner } = await givenTraces()
  const { db } = workspace.context
  const { id } = await givenSignedInBuyer(service, workspace, customerId, { name: 'Written Quaymarker' })
  const write = (trx: typeof db, notes: string) =>
    trx.updateTable('customer').set({ notes }).where('workspace_id', '=', workspace.id).where('id', '=', customerId)
  await write(db, 'Ask Written Quaymarker').execute()
  const [erased] = await Promise.all([
    owner.post(`/buyers/${id}/erase`),
    db.transaction().execute(async (trx) => {
      await write(trx, 'Ask Written Quaymarker first').execute()
      await setTimeout(300)
    }),
  ])
  expectDone(erased)
  expect(await rowsWith(['Written Quaymarker'])).toEqual([])
})

test('somebody who signs in while the account goes is not let in', async () => {
  const { workspace, customerId, owner } = await givenTraces()
  const person = await givenPerson(service.context, { name: 'Signing Quaymarker' })
  const { id } = await givenSignedInBuyer(service, workspace, customerId, { person_id: person.id })
  const { email, password } = person
  const browser = newBrowser(service)
  const [signed, erased] = await Promise.all([
    browser.call('POST', '/account/sign-in', { email, password }),
    owner.post(`/buyers/${id}/erase`),
  ])
  expect(erased.status).toBe(200)
  expect([200, 401]).toContain(signed.status)
  expect((await browser.call('GET', '/account/me')).status).toBe(401)
  expect(await rowsWith([email])).toEqual([])
})

test('the operator prints and erases by command, after a yes', async () => {
  const { workspace, zora } = await givenTraces()
  const input = { workspaceId: workspace.id, person: zora.email }
  expect(await runOperation(service.context, 'person data', input)).toMatchObject({ emails: [zora.email] })
  await expect(runOperation(service.context, 'person erase', input)).rejects.toThrow('add --yes')
  await runOperation(service.context, 'person erase', { ...input, yes: true })
  expect(await rowsWith([zora.email])).toEqual([])
  const staff = await givenMember(service, workspace, 'manager', { name: 'Left Long' })
  await removeMember(workspace.context, { personId: staff.id })
  await runOperation(service.context, 'person erase', { workspaceId: workspace.id, person: 'Left Long', yes: true })
  expect(await rowsWith([staff.email, 'Left Long'])).toEqual([])
  await givenCustomer(workspace)
})
