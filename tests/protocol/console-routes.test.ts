import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createSample } from '../../server/src/ops/sample/create-sample.ts'
import { SAMPLE_WORKSPACE_ID } from '../../server/src/workspaces/workspaces.ts'
import { lackOf, may, RIGHTS, ROLES, ROLE_WORDS } from '../../server/src/shared/rights.ts'
import type { Right } from '../../server/src/shared/rights.ts'
import { OPERATOR } from '../../server/src/ops/operations/operate.ts'
import { lookOverAll } from '../isolation/judge.ts'
import { useOwnService } from '../given/service.ts'
import type { Answer, TestWorkspace } from '../given/service.ts'
import { pageOperations } from '../given/app-api-operations.ts'
import type { PageOperation } from '../given/app-api-operations.ts'
import { newBrowser } from '../given/browser.ts'
import { givenCustomer } from '../given/given.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import type { TestBuyer } from '../given/buyer.ts'
import { givenMember } from '../given/member.ts'
import type { TestMember } from '../given/member.ts'

// Every route that the pages call is walked here, whoever adds it. The sample is the workspace of somebody else.
const service = useOwnService()
const UNKNOWN = '01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a'

/** What a browser sends from another site, and from another host of the same site. */
const FROM_ELSEWHERE: Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site', origin: 'https://other.example' },
]

let all: PageOperation[]
let ofConsole: PageOperation[]
let owner: TestMember
let workspace: TestWorkspace
let lapsed: TestMember
let buyer: TestBuyer

beforeAll(async () => {
  await createSample({ ...service.context, actor: OPERATOR })
  all = pageOperations(service)
  ofConsole = all.filter(({ path }) => path.startsWith('/console/'))
  workspace = await service.workspace()
  owner = await givenMember(service, workspace, 'owner')
  buyer = await givenSignedInBuyer(service, workspace, await givenCustomer(workspace))
  lapsed = await givenMember(service, await service.workspace({ plan: 'lapsed' }), 'owner')
})

type Call = { slug?: string; id?: string; token?: string | undefined; body?: unknown; headers?: Record<string, string> }

function call({ method, path }: PageOperation, { slug = 'x', id = UNKNOWN, token, body, headers }: Call) {
  const browser = newBrowser(service)
  browser.token = token
  const filled = path.replace('{slug}', slug).replaceAll(/\{\w+\}/g, id)
  return browser.call(method, filled, body ?? (method === 'GET' || method === 'DELETE' ? undefined : {}), headers)
}

/** Which operations were answered otherwise than they should be. */
async function others(
  operations: PageOperation[],
  made: (operation: PageOperation) => Call,
  isRight: (answer: Answer) => boolean,
): Promise<string[]> {
  const wrong = []
  for (const operation of operations) {
    const answer = await call(operation, made(operation))
    if (!isRight(answer)) wrong.push(`${operation.id}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`)
  }
  return wrong
}

const isError = (status: number, code: string) => (answer: Answer) =>
  answer.status === status && answer.body.error.code === code

test('without a session nothing is answered, but for what is for anybody', async () => {
  expect(ofConsole.length).toBeGreaterThan(20)
  const closed = all.filter(({ anybody }) => !anybody)
  expect(ofConsole.filter(({ anybody }) => anybody)).toEqual([])
  expect(await others(closed, () => ({ slug: owner.slug }), isError(401, 'unauthorized'))).toEqual([])
  const ended = { slug: owner.slug, token: owner.token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')) }
  expect(await others(closed, () => ended, isError(401, 'unauthorized'))).toEqual([])
})

test('what is for anybody is for signing in, joining and setting up', () => {
  const open = all.filter(({ anybody }) => anybody).map(({ id }) => id)
  expect(open.toSorted()).toEqual([
    'acceptInvitation',
    'beginCompanySignIn',
    'beginPasskeySignIn',
    'callOffNewEmail',
    'finishCompanySignIn',
    'finishWorkspaceSignIn',
    'readCompanySignIn',
    'readInvitation',
    'readOnlyLook',
    'readPasskeyPlace',
    'readPortalEntry',
    'readSetUp',
    'requestReset',
    'requestSignInLink',
    'resetPassword',
    'setUp',
    'signIn',
    'signInByPasskey',
    'signOut',
    'useSignInLink',
  ])
})

test('the workspace of somebody else is not there', async () => {
  const as = { slug: 'sample', token: owner.token }
  expect(await others(ofConsole, () => as, isError(404, 'not_found'))).toEqual([])
})

test.each(ROLES)(
  'with the role %s one may what the table of rights says, and hears what the role lacks',
  async (role) => {
    const { slug, token } = await givenMember(service, workspace, role)
    // Whoever leaves may nothing more.
    const operations = ofConsole.toSorted(
      (a, b) => Number(a.id === 'leaveWorkspace') - Number(b.id === 'leaveWorkspace'),
    )
    const isLack = (rights: readonly Right[], { status, body }: Answer) =>
      status === 403 && body.error.code === 'forbidden' && body.error.message === lackOf(role, rights)
    const wrong = []
    for (const operation of operations) {
      const answer = await call(operation, { slug, token })
      const { id, rights } = operation
      if (rights.length === 0 || isLack(rights, answer) === may(role, rights)) wrong.push(`${id}: ${answer.status}`)
    }
    expect(wrong).toEqual([])
  },
)

test('docs/people.md has the table of rights', async () => {
  const doc = await readFile(new URL('../../docs/people.md', import.meta.url), 'utf8')
  const rows = doc.split('\n').filter((line) => line.startsWith('|'))
  const cells = rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  expect(cells[0]).toEqual(['', ...ROLES.map((role) => ROLE_WORDS[role].label)])
  const said = cells.slice(2, 2 + Object.keys(RIGHTS).length)
  expect(said).toEqual(
    Object.values(RIGHTS).map(({ words, roles }) => [
      words,
      ...ROLES.map((role) => (roles.includes(role) ? 'yes' : 'no')),
    ]),
  )
})

test('no write comes from another site', async () => {
  const operations = all.filter(
    ({ method, writes, path }) => writes || (method !== 'GET' && path.startsWith('/account/')),
  )
  for (const headers of FROM_ELSEWHERE) {
    const by = ({ path }: PageOperation) => (path.startsWith('/portal/') ? buyer : owner)
    const call = (operation: PageOperation) => ({ slug: owner.slug, token: by(operation).token, headers })
    expect(await others(operations, call, isError(403, 'forbidden'))).toEqual([])
  }
})

test('on a workspace whose subscription has ended everything reads, and nothing writes', async () => {
  const as = { slug: lapsed.slug, token: lapsed.token }
  const writes = ofConsole.filter((operation) => operation.writes)
  const reads = ofConsole.filter((operation) => !operation.writes)
  expect(await others(writes, () => as, isError(403, 'read_only'))).toEqual([])
  expect(
    await others(
      reads,
      () => as,
      ({ status }) => [200, 400, 404].includes(status),
    ),
  ).toEqual([])
})

test('ids of another workspace lead nowhere, in paths and in bodies, and nothing of it is shown or changed', async () => {
  const { ids, names, revision } = await lookIntoSample()
  const fieldsOf = (kind: string) => (field: string) =>
    ids.find(([of]) => field.toLowerCase().startsWith(of.replace('_', '')))?.[1] ?? ids.find(([of]) => of === kind)![1]
  const wrong: string[] = []
  for (const operation of ofConsole) {
    const hasId = /\{(?!slug)\w+\}/.test(operation.path)
    for (const [kind, id] of fitting(operation, ids)) {
      const body = operation.body?.(fieldsOf(kind))
      const answer = await call(operation, { slug: owner.slug, token: owner.token, id, body })
      const shown = names.filter((name) => JSON.stringify(answer.body).includes(name))
      if (answer.status >= 500 || shown.length > 0 || (hasId && !leadsNowhere(operation, answer))) {
        wrong.push(`${operation.id} with a ${kind}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`)
      }
    }
  }
  expect(wrong).toEqual([])
  expect((await lookIntoSample()).revision).toEqual(revision)
})

/** The ids of what the path names, such as `/price-changes/{id}`; where it names nothing known, all of them. */
function fitting({ path }: PageOperation, ids: [kind: string, id: string][]) {
  const named = /([\w-]+)\/\{(?!slug)/.exec(path)?.[1]?.replace('people', 'persons').replace('-', '_')
  const found = ids.filter(([kind]) => named?.startsWith(kind))
  return found.length > 0 ? found : named === undefined ? ids.slice(0, 1) : ids
}

/** Refused; a list may also be empty, as that of something that is deleted. */
function leadsNowhere({ method }: PageOperation, { status, body }: Answer): boolean {
  return status >= 400 || (method === 'GET' && isEmpty(body.data))
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' ? Object.values(value ?? {}).every(isEmpty) : false
}

/** An id of each kind of thing in the sample, names that only the sample has, and what each write there changes. */
async function lookIntoSample(): Promise<{ ids: [kind: string, id: string][]; names: string[]; revision: unknown }> {
  const { db } = service.context
  return lookOverAll(async () => {
    const { rows } = await sql<{ kind: string; id: string }>`
      select 'product' as kind, min(id::text) as id from product where workspace_id = ${SAMPLE_WORKSPACE_ID}
      union all select 'customer', min(id::text) from customer where workspace_id = ${SAMPLE_WORKSPACE_ID}
      union all select 'brand', min(id::text) from brand where workspace_id = ${SAMPLE_WORKSPACE_ID}
      union all select 'category', min(id::text) from category where workspace_id = ${SAMPLE_WORKSPACE_ID}
      union all select 'order', min(id::text) from sales_order where workspace_id = ${SAMPLE_WORKSPACE_ID}
      union all select 'price_change', min(id::text) from price_change where workspace_id = ${SAMPLE_WORKSPACE_ID}
      union all select 'buyer', min(id::text) from buyer where workspace_id = ${SAMPLE_WORKSPACE_ID}
      union all select 'discount', min(id::text) from discount_rule where workspace_id = ${SAMPLE_WORKSPACE_ID}
      union all select 'agreed', min(id::text) from agreed_price where workspace_id = ${SAMPLE_WORKSPACE_ID}
      union all select 'key', min(id::text) from api_key where workspace_id = ${SAMPLE_WORKSPACE_ID}
      union all select 'person', min(person_id::text) from member where workspace_id = ${SAMPLE_WORKSPACE_ID}`.execute(
      db,
    )
    const named = await db
      .selectFrom('customer')
      .select('name')
      .where('workspace_id', '=', SAMPLE_WORKSPACE_ID)
      .union(db.selectFrom('product').select('name').where('workspace_id', '=', SAMPLE_WORKSPACE_ID))
      .execute()
    const revision = await db
      .selectFrom('workspace_revision')
      .select('revision')
      .where('workspace_id', '=', SAMPLE_WORKSPACE_ID)
      .executeTakeFirstOrThrow()
    return { ids: rows.map(({ kind, id }) => [kind, id]), names: named.map(({ name }) => name), revision }
  })
}
