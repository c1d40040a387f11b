import { expect, test } from 'vitest'
import { lackOf, may } from '../../server/src/shared/rights.ts'
import { picture } from '../given/picture-files.ts'
import { useService } from '../given/service.ts'
import type { Answer } from '../given/service.ts'
import { callAppApi, FROM_PAGE } from '../given/app-api-calls.ts'
import { pageOperations } from '../given/app-api-operations.ts'
import type { PageOperation } from '../given/app-api-operations.ts'
import { expectDone, find } from '../given/given.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import { givenMember } from '../given/member.ts'
import { orderingShop } from '../given/order.ts'
import { holdOpen, rowsOf } from '../given/held-open.ts'
import { useImageFolder } from '../given/use-image-folder.ts'

// Every write of the pages is held open here, whoever adds it: its head is admitted, then its caller
// loses access, then its body comes.

const { images } = useImageFolder()
/** An identity provider that says who it is. */
const describe = async () =>
  Response.json({ issuer: ISSUER, authorization_endpoint: ISSUER, token_endpoint: ISSUER, jwks_uri: ISSUER })
const service = useService({ images, company: { provider: undefined, fetch: describe } })
const FILES: Record<string, string | Buffer> = {
  uploadImport: 'SKU,Name,Price,Unit\nA-1,Plate,1.50,each\n',
  readLinesFile: 'PLATE,1\n',
  readOrderFile: 'PLATE,1\n',
  uploadProductPicture: await picture('png'),
  uploadPortalLogo: await picture('png'),
}
const UNKNOWN = '01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a'

/** What some operations want besides what their schema tells. */
const EMAIL = { email: 'new@quay.example' }
const ISSUER = 'https://login.example'
const WITHOUT_DAYS = { startsOn: null, endsOn: null }
const BODIES: Record<string, object> = {
  updateOrderSettings: { cutOff: null },
  editProduct: { gtin: null },
  addAgreedPrice: WITHOUT_DAYS,
  addGroupPrice: WITHOUT_DAYS,
  changeAgreedPrice: WITHOUT_DAYS,
  updateSettings: { timezone: 'Europe/London' },
  invitePerson: { ...EMAIL, onlyOwnCustomers: false },
  setRole: { onlyOwnCustomers: false },
  setIdentityProvider: { issuer: ISSUER, domains: ['quay.example'], isRequired: false },
  createQuote: { fromOrder: undefined },
  editQuote: { validUntil: null },
  agreeQuote: { until: '2027-01-05' },
  addCustomer: EMAIL,
  editCustomer: EMAIL,
  editCustomers: { change: { field: 'group', value: null } },
  inviteBuyer: EMAIL,
  inviteColleague: EMAIL,
  setOrderInbox: { inbox: 'orders@quay.example' },
  setNeedPasskeys: { areNeeded: false },
  createList: { name: 'Monthly', lines: [{ sku: 'NONE', qty: 1 }] },
  updatePortalSettings: { colour: '#0a7a50' },
  schedulePriceChange: { date: '2027-01-05', time: '06:00' },
}
const QUERIES: Record<string, string> = {
  uploadImport: '?name=a.csv',
  removeDiscount: '?seenBp=100',
  removeAgreedPrice: '?version=1',
  removePriceGroup: '?customers=0',
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
  const all = pageOperations(service)
  return all.filter(({ path, writes }) => writes && path.startsWith(`/${area}/`))
}

function bodyOf({ id, body }: PageOperation, ids: Shop['ids']): unknown {
  if (!body) return {}
  return { ...(body((field) => ids[field] ?? UNKNOWN) as object), ...BODIES[id] }
}

/** Has the head of a write admitted. */
function hold(operation: PageOperation, { id, slug, token, get }: Caller, ids: Shop['ids']) {
  const [, area, , place] = operation.path.split('/')
  const filled = operation.path.replace('{slug}', slug).replaceAll(/\{(\w+)\}/g, () => ids[place!] ?? UNKNOWN)
  const body = operation.id.startsWith('upload') ? FILES[operation.id]! : JSON.stringify(bodyOf(operation, ids))
  const forWhom: Record<string, string> = area === 'portal' ? { buyer: id } : {}
  const headers = { ...FROM_PAGE, ...forWhom, cookie: `session=${token}`, 'content-type': 'application/json' }
  return holdOpen(
    service,
    { method: operation.method, path: `/app-api${filled}${QUERIES[operation.id] ?? ''}`, headers, body },
    // Heads are decided in the order in which they come.
    async () => expectDone(await get(area === 'portal' ? '/portal' : '/workspace')),
  )
}

/** The writes that were not refused in these words, or that changed something. */
async function getThrough(
  { workspace, ids }: Shop,
  operations: PageOperation[],
  caller: () => Promise<Caller>,
  loseAccess: (caller: Caller) => Promise<unknown>,
  refusalOf: (operation: PageOperation) => { status: number; message: string },
): Promise<string[]> {
  const through = []
  for (const operation of operations) {
    const by = await caller()
    const request = await hold(operation, by, ids)
    await loseAccess(by)
    const before = await rowsOf(workspace)
    const { status, message } = await request.finish()
    const refusal = refusalOf(operation)
    const isRefused = status === refusal.status && message === refusal.message
    if (!isRefused) through.push(`${operation.id}: ${status} ${message}`)
    else if ((await rowsOf(workspace)) !== before) through.push(`${operation.id} wrote`)
  }
  return through
}

const ENDED = { status: 401, message: 'There is no session, or it has ended: sign in.' }
const signOut = ({ token }: Caller) =>
  callAppApi(service, token, 'POST', '/account/sign-out', { headers: FROM_PAGE }).then(expectDone)

test('a write of the console that is held open is refused once the owner who began it is removed', async () => {
  const the = await shop()
  const remove = async ({ id }: Caller) => expectDone(await the.boss.delete(`/people/${id}`))
  const writes = writesOf('console')
  expect(writes.length).toBeGreaterThan(50)
  expect(
    await getThrough(
      the,
      writes,
      () => givenMember(service, the.workspace, 'owner'),
      remove,
      () => ENDED,
    ),
  ).toEqual([])
})

const lackOfViewer = ({ rights }: PageOperation) => ({ status: 403, message: lackOf('viewer', rights) })

test('a write of the console that is held open is refused once the owner who began it is a viewer', async () => {
  const the = await shop()
  const lower = async ({ id }: Caller) => expectDone(await the.boss.put(`/people/${id}/role`, { role: 'viewer' }))
  const writes = writesOf('console').filter(({ rights }) => !may('viewer', rights))
  expect(writes.length).toBeGreaterThan(50)
  expect(
    await getThrough(the, writes, () => givenMember(service, the.workspace, 'owner'), lower, lackOfViewer),
  ).toEqual([])
})

test('a write of the console that is held open is refused once the session has ended', async () => {
  const the = await shop()
  const writes = writesOf('console').filter((_, i) => i % 5 === 0)
  expect(
    await getThrough(
      the,
      writes,
      () => givenMember(service, the.workspace, 'owner'),
      signOut,
      () => ENDED,
    ),
  ).toEqual([])
})

test('a write of the trade portal that is held open is refused once the buyer is disabled', async () => {
  const the = await shop()
  const disable = async ({ id }: Caller) => expectDone(await the.boss.post(`/buyers/${id}/disable`))
  const buyer = () => givenSignedInBuyer(service, the.workspace, the.customerId)
  const refusal = { status: 401, message: 'Your access to this trade portal has ended: ask the wholesaler.' }
  const writes = writesOf('portal')
  expect(writes.length).toBeGreaterThan(15)
  expect(await getThrough(the, writes, buyer, disable, () => refusal)).toEqual([])
})

test('a write of the trade portal that is held open is refused once the session has ended', async () => {
  const the = await shop()
  const buyer = () => givenSignedInBuyer(service, the.workspace, the.customerId)
  const writes = writesOf('portal').filter((_, i) => i % 5 === 0)
  expect(await getThrough(the, writes, buyer, signOut, () => ENDED)).toEqual([])
})
