import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { buildApp } from '../../server/src/app.ts'
import type { Context } from '../../server/src/context.ts'
import { openStore } from '../../server/src/database/open.ts'
import { createSample } from '../../server/src/ops/sample/create-sample.ts'
import { SAMPLE_WORKSPACE_ID } from '../../server/src/workspaces/workspaces.ts'
import { createKey } from '../../server/src/workspaces/keys.ts'
import { OPERATOR } from '../../server/src/ops/operations/operate.ts'
import { bareDatabase, copyOf, newDatabase } from '../engines/test-store.ts'
import type { TestDatabase } from '../engines/test-store.ts'
import { item } from '../given/given.ts'
import type { Answer } from '../given/service.ts'

const embedded = inject('engine').name === 'pglite'
const NOW = new Date('2026-03-02T09:30:00.000Z')

let stores: Awaited<ReturnType<typeof openStore>>[] = []
const databases: TestDatabase[] = []
/** Of the service, which finds another database where this one gets another `db`. */
const context = { clock: () => NOW } as Context
let app: Awaited<ReturnType<typeof buildApp>>
let key: string

beforeAll(async () => {
  await serve(await created(newDatabase()))
  app = await buildApp(context, { rateLimit: 1_000_000, logLevel: 'error', tls: undefined })
  key = (await createSample({ ...context, actor: OPERATOR })).key!
})
afterAll(async () => {
  await app.close()
  await closeAll()
  for (const { remove } of databases) await remove()
})

async function created(made: Promise<TestDatabase>): Promise<TestDatabase> {
  const database = await made
  databases.push(database)
  return database
}

async function closeAll(): Promise<void> {
  await Promise.all(stores.map((store) => store.close()))
  stores = []
}

/** Puts the database under the service that is running. */
async function serve({ config }: TestDatabase): Promise<void> {
  await closeAll()
  stores = [await openStore(config)]
  context.db = stores[0]!.db
}

async function call(method: 'GET' | 'PUT', path: string, given: { headers?: object; payload?: object } = {}) {
  const { statusCode, headers, body } = await app.inject({
    method,
    url: `/api/v1${path}`,
    ...given,
    headers: { authorization: `Bearer ${key}`, ...given.headers },
  })
  const fields = new Headers(headers as Record<string, string>)
  return { status: statusCode, headers: fields, body: body && JSON.parse(body) } as Answer
}

const rename = (name: string) => call('PUT', '/products', { payload: { products: [item({ name })] } })
const PATHS = ['/products?q=den-1042', '/products?limit=10&offset=150', '/activity']

/** The answer to each read, asked for so often that it is known by heart. */
async function known(): Promise<Answer[]> {
  const answers = []
  for (const path of PATHS) {
    for (let i = 0; i < 3; i++) await call('GET', path)
    answers.push(await call('GET', path))
  }
  return answers
}

test('an older copy of the database, put back under the service, never gives what was lost', async () => {
  await rename('Before')
  await closeAll()
  const snapshot = await created(copyOf(databases.at(-1)!))
  await serve(databases[0]!)
  await rename('Lost')
  const lost = await known()
  expect(lost[0]!.body.data).toMatchObject([{ name: 'Lost' }])

  await serve(snapshot)
  await rename('Kept')
  for (const [i, path] of PATHS.entries()) {
    const tag = lost[i]!.headers.get('etag')!
    const answer = await call('GET', path, { headers: { 'if-none-match': tag } })
    expect({ path, status: answer.status }).toEqual({ path, status: 200 })
    expect(answer.headers.get('etag')).not.toBe(tag)
  }
  const now = await known()
  expect(now[0]!.body.data).toMatchObject([{ name: 'Kept' }])
  expect(now[2]!.body.data).not.toEqual(lost[2]!.body.data)
})

const tagsOf = async () => Promise.all(PATHS.map(async (path) => (await call('GET', path)).headers.get('etag')!))

test('a tag stays while the database does', async () => {
  expect(await tagsOf()).toEqual(await tagsOf())
  await serve(databases[0]!)
  const before = await tagsOf()
  // On a server, the database goes on without the service; in the process, it starts anew with it.
  await serve(databases[0]!)
  const again = await tagsOf()
  if (embedded) for (const [i, tag] of again.entries()) expect(tag).not.toBe(before[i])
  else expect(again).toEqual(before)
})

test('another identity makes other tags', async () => {
  const before = await tagsOf()
  await sql`update schema_identity set id = ${randomUUID()}`.execute(context.db)
  for (const [i, tag] of (await tagsOf()).entries()) expect(tag).not.toBe(before[i])
})

test('two samples, each made in its own database, have no tag in common', async () => {
  const tags: string[][] = []
  for (let i = 0; i < 2; i++) {
    await serve(await created(bareDatabase()))
    await createSample({ ...context, actor: OPERATOR })
    const inSample = { ...context, workspaceId: SAMPLE_WORKSPACE_ID, actor: OPERATOR }
    key = (await createKey(inSample, { name: 'Reader', scope: 'read' })).key
    tags.push(await tagsOf())
  }
  for (const [i, tag] of tags[0]!.entries()) expect(tags[1]![i]).not.toBe(tag)
})
