import { sql } from 'kysely'
import type { OpenAPIV3_1 } from 'openapi-types'
import { describe, expect, inject, test } from 'vitest'
import { picture } from '../images/pictures.ts'
import { lookOverAll } from '../isolation/judge.ts'
import { useOwnService } from '../service.ts'
import type { Answer, TestWorkspace } from '../service.ts'
import { callAppApi, FROM_PAGE } from './app-api-calls.ts'
import { pageOperations, valueOf } from './app-api-operations.ts'
import type { PageOperation } from './app-api-operations.ts'
import { expectDone, find, item } from './given.ts'
import { uploadImport, workOnAll } from './given-import.ts'
import { openApiDocument } from '../openapi-document.ts'
import { revokeKey } from '../../server/src/workspaces/keys.ts'
import { givenSignedInBuyer } from './given-buyer.ts'
import { givenMember } from './given-member.ts'
import { orderingShop, place } from './given-order.ts'
import { holdOpen } from './held-open.ts'
import { useImageFolder } from '../images/use-image-folder.ts'

// Every write of the pages and of the public API is held open here, whoever adds it: its head is admitted, then its caller
// loses access, then its body comes.

const { images } = useImageFolder()
const service = useOwnService({ images })
const FILES: Record<string, string | Buffer> = {
  uploadImport: 'SKU,Name,Price,Unit\nA-1,Plate,1.50,each\n',
  uploadProductImage: await picture('png'),
  uploadPortalLogo: await picture('png'),
}
const UNKNOWN = '01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a'

/** What some operations want besides what their schema tells. */
const EMAIL = { email: 'new@quay.example' }
const BODIES: Record<string, object> = {
  updateSettings: { timezone: 'Europe/London' },
  invitePerson: EMAIL,
  addCustomer: EMAIL,
  editCustomer: EMAIL,
  inviteBuyer: EMAIL,
  inviteColleague: EMAIL,
  setNeedPasskeys: { areNeeded: false },
  schedulePriceChange: { date: '2027-01-05', time: '06:00' },
}
const QUERIES: Record<string, string> = {
  uploadImport: '?name=a.csv',
  removeDiscount: '?seenBp=100',
  removeAgreedPrice: '?version=1',
}

type Caller = { id: string; slug: string; token: string; get: (path: string) => Promise<Answer> }
type Shop = Awaited<ReturnType<typeof shop>>

async function shop() {
  const { workspace, customerId } = await orderingShop(service)
  const boss = await givenMember(service, workspace, 'owner', { name: 'Bea Boss' })
  const { id: product } = await find(workspace, 'PLATE')
  const buyer = await givenSignedInBuyer(service, workspace, customerId)
  expectDone(await buyer.post('/basket/lines', { lines: [{ sku: 'PLATE', qty: 1 }] }))
  const list = await buyer.post('/lists', { name: 'Weekly' })
  // By the part of the path that they follow.
  const ids: Record<string, string> = { products: product, lists: list.body.data.id }
  return { workspace, customerId, boss, ids }
}

function writesOf(area: 'console' | 'portal'): PageOperation[] {
  const all = pageOperations(service.app.appApi() as OpenAPIV3_1.Document)
  return all.filter(({ path, writes }) => writes && path.startsWith(`/${area}/`))
}

function bodyOf({ id, body }: PageOperation, ids: Shop['ids']): unknown {
  if (!body) return {}
  const value = valueOf(body, service.app.appApi() as OpenAPIV3_1.Document, (field) => ids[field] ?? UNKNOWN)
  return { ...(value as object), ...BODIES[id] }
}

/** Has the head of a write admitted. */
function hold(operation: PageOperation, { slug, token, get }: Caller, ids: Shop['ids']) {
  const [, area, , place] = operation.path.split('/')
  const filled = operation.path.replace('{slug}', slug).replaceAll(/\{(\w+)\}/g, () => ids[place!] ?? UNKNOWN)
  const body = operation.id.startsWith('upload') ? FILES[operation.id]! : JSON.stringify(bodyOf(operation, ids))
  const headers = { ...FROM_PAGE, cookie: `session=${token}`, 'content-type': 'application/json' }
  return holdOpen(
    service,
    { method: operation.method, path: `/app-api${filled}${QUERIES[operation.id] ?? ''}`, headers, body },
    // Heads are decided in the order in which they come.
    async () => expectDone(await get(area === 'portal' ? '/portal' : '/workspace')),
  )
}

/** All rows of the workspace, by table. */
function rowsOf({ id }: TestWorkspace): Promise<unknown> {
  const tables = inject('workspaceColumns').map(
    ([table, column]) => sql`
      select ${sql.lit(table)} as name, md5(string_agg(t::text, ',' order by t::text)) as rows
      from ${sql.table(table)} t where ${sql.ref(column)} = ${id}`,
  )
  return lookOverAll(async () => {
    const { rows } = await sql`${sql.join(tables, sql` union all `)}`.execute(service.context.db)
    return rows
  })
}

/** The writes that were not refused in these words, or that changed something. */
async function getThrough(
  { workspace, ids }: Shop,
  operations: PageOperation[],
  caller: () => Promise<Caller>,
  loseAccess: (caller: Caller) => Promise<unknown>,
  refusal: { status: number; message: string },
): Promise<string[]> {
  const through = []
  for (const operation of operations) {
    const by = await caller()
    const request = await hold(operation, by, ids)
    await loseAccess(by)
    const before = await rowsOf(workspace)
    const { status, message } = await request.finish()
    const isRefused = status === refusal.status && message === refusal.message
    if (!isRefused) through.push(`${operation.id}: ${status} ${message}`)
    else if (JSON.stringify(await rowsOf(workspace)) !== JSON.stringify(before)) through.push(`${operation.id} wrote`)
  }
  return through
}

const ENDED = { status: 401, message: 'There is no session, or it has ended: sign in.' }
const signOut = ({ token }: Caller) =>
  callAppApi(service, token, 'POST', '/account/sign-out', { headers: FROM_PAGE }).then(expectDone)

describe('a write of the console that is held open', () => {
  test('is refused once the owner who began it is removed', async () => {
    const the = await shop()
    const remove = async ({ id }: Caller) => expectDone(await the.boss.delete(`/people/${id}`))
    const writes = writesOf('console')
    expect(writes.length).toBeGreaterThan(50)
    expect(await getThrough(the, writes, () => givenMember(service, the.workspace, 'owner'), remove, ENDED)).toEqual([])
  })

  test('is refused once the owner who began it is staff', async () => {
    const the = await shop()
    const lower = async ({ id }: Caller) => expectDone(await the.boss.put(`/people/${id}/role`, { role: 'staff' }))
    const writes = writesOf('console').filter(({ ownersOnly }) => ownersOnly)
    const refusal = { status: 403, message: 'Only an owner can do this.' }
    expect(await getThrough(the, writes, () => givenMember(service, the.workspace, 'owner'), lower, refusal)).toEqual(
      [],
    )
  })

  test('is refused once the session has ended', async () => {
    const the = await shop()
    const writes = writesOf('console').filter((_, i) => i % 5 === 0)
    expect(await getThrough(the, writes, () => givenMember(service, the.workspace, 'owner'), signOut, ENDED)).toEqual(
      [],
    )
  })
})

describe('a write of the trade portal that is held open', () => {
  test('is refused once the buyer is disabled', async () => {
    const the = await shop()
    const disable = async ({ id }: Caller) => expectDone(await the.boss.post(`/buyers/${id}/disable`))
    const buyer = () => givenSignedInBuyer(service, the.workspace, the.customerId)
    const refusal = { status: 401, message: 'Your access to this trade portal has ended: ask the wholesaler.' }
    const writes = writesOf('portal')
    expect(writes.length).toBeGreaterThan(15)
    expect(await getThrough(the, writes, buyer, disable, refusal)).toEqual([])
  })

  test('is refused once the session has ended', async () => {
    const the = await shop()
    const buyer = () => givenSignedInBuyer(service, the.workspace, the.customerId)
    const writes = writesOf('portal').filter((_, i) => i % 5 === 0)
    expect(await getThrough(the, writes, buyer, signOut, ENDED)).toEqual([])
  })
})

function revoke({ context, keyId }: TestWorkspace) {
  return revokeKey(context, keyId)
}

function endPlan({ id, context }: TestWorkspace) {
  return context.db.updateTable('workspace').set({ plan: 'lapsed' }).where('id', '=', id).execute()
}

describe('a write by a key that is held open', () => {
  const bodies: Record<string, unknown> = {
    upsertProducts: { products: [item({ sku: 'NEW-1' })] },
    upsertCustomers: { customers: [{ accountCode: 'NEW-1', name: 'New Café' }] },
    moveOrder: { status: 'cancelled' },
  }

  async function getThroughWith(loseAccess: (workspace: TestWorkspace) => Promise<unknown>, message: RegExp) {
    const { paths } = (await openApiDocument()) as unknown as {
      paths: Record<string, Record<string, { operationId: string }>>
    }
    const through = []
    for (const [path, operations] of Object.entries(paths)) {
      for (const [method, { operationId }] of Object.entries(operations).filter(([name]) => name !== 'get')) {
        const { workspace } = await orderingShop(service)
        const { id } = await place(workspace)
        const headers = { authorization: `Bearer ${workspace.key}`, 'content-type': 'application/json' }
        const request = await holdOpen(
          service,
          {
            method: method.toUpperCase(),
            path: `/api/v1${path.replace(/^\/api\/v1/, '').replace(/\{\w+\}/, id)}`,
            headers,
            body: JSON.stringify(bodies[operationId]),
          },
          async () => expectDone(await workspace.get('/workspace')),
        )
        await loseAccess(workspace)
        const before = await rowsOf(workspace)
        const answer = await request.finish()
        const isSame = JSON.stringify(await rowsOf(workspace)) === JSON.stringify(before)
        if (!message.test(answer.message) || !isSame) through.push(`${operationId}: ${answer.status} ${answer.message}`)
      }
    }
    return through
  }

  test('is refused once the key is revoked', async () => {
    expect(await getThroughWith(revoke, /has been revoked/)).toEqual([])
  })

  test('is refused once the plan has ended', async () => {
    expect(await getThroughWith(endPlan, /it can only be read/)).toEqual([])
  })
})

test('the import of a member who is removed stops, and somebody else goes on with it', async () => {
  const { boss, workspace } = await shop()
  const staff = await givenMember(service, workspace, 'staff', { name: 'Tom Hale' })
  const { body } = await uploadImport(service, staff, 'new.csv', 'SKU,Name,Price,Unit\nN-1,Nut,1.50,each\n')
  const path = `/imports/${body.data.id}`
  expectDone(await staff.post(`${path}/check`))
  await workOnAll(service)
  expectDone(await staff.post(`${path}/start`))
  expectDone(await boss.delete(`/people/${staff.id}`))
  await expect(workOnAll(service)).rejects.toThrow('Tom Hale has no access any more')
  expect((await boss.get(path)).body.data).toMatchObject({
    status: 'failed',
    problem: 'Tom Hale has no access any more. Somebody else can go on with the rest.',
  })
  expectDone(await boss.post(`${path}/start`))
  await workOnAll(service)
  expect((await boss.get(path)).body.data.status).toBe('done')
})

test('whoever writes without a pause does not put off their removal', async () => {
  const { boss, workspace } = await shop()
  const staff = await givenMember(service, workspace, 'staff')
  let answers: number[] = []
  const writing = new AbortController()
  const writers = Array.from({ length: 8 }, async (_, i) => {
    while (!writing.signal.aborted)
      answers.push((await staff.post('/products', newProduct(`${i}-${answers.length}`))).status)
  })
  await expect.poll(() => answers.length).toBeGreaterThan(8)
  const removed = await boss.delete(`/people/${staff.id}`)
  answers = []
  await expect.poll(() => answers.length).toBeGreaterThan(16)
  writing.abort()
  await Promise.all(writers)
  expectDone(removed)
  // Answers that were on their way belong to writes before.
  expect(answers.slice(8).filter((status) => status !== 401)).toEqual([])
})

const newProduct = (sku: string) => ({ sku, name: 'Plate', unitLabel: 'each', listPrice: 100 })
