import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { openStore } from '../../server/src/database/open.ts'
import { newDatabase } from '../engines/test-store.ts'
import { useTemporaryFolder } from '../given/temporary-folder.ts'
import { givenWorkspace } from '../given/workspace.ts'
import { environment, runCli, runJson, startServer } from '../given/run-cli.ts'
import type { Environment, RunningServer } from '../given/run-cli.ts'
import { useDatabase } from '../given/use-server.ts'

const embedded = inject('engine').name === 'pglite'
const ROWS_A_CALL = 10
const PAUSE_MS = 50

const folder = useTemporaryFolder()
const env = useDatabase()
let server: RunningServer
let key: string
let workspace: string

beforeAll(async () => {
  const more: Environment = { RATE_LIMIT_PER_MINUTE: '1000000', ...(embedded ? {} : { WORKERS: '2' }) }
  server = await startServer({ ...env, ...more })
  const given = await givenWorkspace(env)
  workspace = given.workspace
  key = given.key
})
afterAll(async () => void (await server.stop()))

function call(method: string, path: string, body?: object): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', connection: 'close' }
  return fetch(`${server.url}/api/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
}

/** Sends calls one after the other, each with its own products, half of which get another price by the next. */
function keepWriting(name: string) {
  const acknowledged: string[] = []
  const stopping = new AbortController()
  const done = (async () => {
    for (let n = 0; !stopping.signal.aborted; n++) {
      const products = [n, n + 1].flatMap((call) =>
        Array.from({ length: ROWS_A_CALL }, (_, i) => ({
          sku: `${name}-${call}-${i}`,
          name: 'Azure plate',
          listPrice: 100 + n,
          unitLabel: 'each',
        })),
      )
      const { status } = await call('PUT', '/products', { products })
      expect(status).toBe(200)
      acknowledged.push(`${name}-${n + 1}`)
      // Leaves the machine some time for the backup.
      await setTimeout(PAUSE_MS)
    }
  })()
  return {
    acknowledged,
    stop: async () => {
      stopping.abort()
      await done
    },
  }
}

test('a backup that is taken while others write has all that was acknowledged before, and every call whole', async () => {
  const writers = [keepWriting('A'), keepWriting('B')]
  onTestFinished(async () => void (await Promise.allSettled(writers.map(({ stop }) => stop()))))
  const written = () => Math.min(...writers.map(({ acknowledged }) => acknowledged.length))
  await expect.poll(written, { timeout: 30_000 }).toBeGreaterThan(5)
  const acknowledged = writers.flatMap((writer) => writer.acknowledged)
  const file = join(folder, 'busy.backup')
  const { rows } = await runJson(['backup', file], env)
  await Promise.all(writers.map(({ stop }) => stop()))
  expect(rows).toBeGreaterThan(100)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  if (env['DATA_DIR']) expect(readdirSync(env['DATA_DIR']).filter((name) => name.startsWith('copy-'))).toEqual([])

  const empty = await newDatabase()
  await runJson(['restore', file], environment(empty.config))
  const { db, close } = await openStore(empty.config)
  const { rows: calls } = await sql<{ name: string; products: number }>`
    select substring(sku from '^.-[0-9]+') as name, count(*) as products from product
    where workspace_id = ${workspace} group by 1`.execute(db)
  expect(calls.map(({ name }) => name)).toEqual(expect.arrayContaining(acknowledged))
  expect(new Set(calls.map(({ products }) => products))).toEqual(new Set([ROWS_A_CALL]))
  const { rows: drafts } = await sql<{ said: number; there: number }>`
    select c.line_count as said, count(l.product_id) as there from price_change c
    left join price_change_line l on l.workspace_id = c.workspace_id and l.price_change_id = c.id
    where c.workspace_id = ${workspace} group by c.workspace_id, c.id, c.line_count`.execute(db)
  expect(drafts.length).toBeGreaterThan(10)
  for (const { said, there } of drafts) expect(there).toBe(said)
  const { rows: told } = await sql<{ created: number; there: number; revision: number }>`
    select sum((changes ->> 'created')::int) as created,
      (select count(*) from product where workspace_id = ${workspace}) as there,
      count(*) as entries
    from activity where workspace_id = ${workspace} and changes ? 'created'`.execute(db)
  expect(told[0]!.created).toBe(told[0]!.there)
  await close()
  await empty.remove()
})

test('the service answers from the restored database at once, in every process, and goes on', async () => {
  const file = join(folder, 'before.backup')
  await runJson(['backup', file], env)
  const read = async () => {
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => call('GET', '/products?limit=5')))
    return Promise.all(answers.map(async (answer) => ({ tag: answer.headers.get('etag'), body: await answer.text() })))
  }
  const [before] = await read()
  const change = { sku: 'A-1-1', name: 'AAA', listPrice: 1, unitLabel: 'box' }
  expect((await call('PUT', '/products', { products: [change] })).status).toBe(200)
  for (const changed of await read()) expect(changed.body).not.toBe(before!.body)

  const refused = await runCli(['restore', file], env)
  expect(refused).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^The database has 1 workspace,/),
  })
  for (const changed of await read()) expect(changed.body).not.toBe(before!.body)

  const restored = await runCli(['restore', file, '--replace'], env)
  expect(restored).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Restored 1 workspace, [\d,]+ products/) })
  for (const answer of await read()) {
    expect(answer.body).toBe(before!.body)
    expect(answer.tag).not.toBe(before!.tag)
  }
  expect((await call('PUT', '/products', { products: [change] })).status).toBe(200)
  for (const changed of await read()) expect(changed.body).not.toBe(before!.body)
})

test('what cannot be backed up or restored is one line and leaves no trace', async () => {
  const file = join(folder, 'whole.backup')
  await runJson(['backup', file], env)
  const bytes = statSync(file).size
  expect(await runCli(['backup', file], env)).toMatchObject({
    code: 1,
    stderr: `${file} exists already, and is left as it is: give another name.\n`,
  })
  expect(statSync(file).size).toBe(bytes)
  const nowhere = await runCli(['backup', join(folder, 'none', 'x.backup')], env)
  expect(nowhere).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The backup cannot be written: ENOENT.*\n$/),
  })
  const foreign = join(folder, 'foreign.backup')
  writeFileSync(foreign, 'sku,name')
  for (const args of [['--replace'], ['--dry-run']]) {
    expect(await runCli(['restore', foreign, ...args], env)).toMatchObject({
      code: 1,
      stderr: `${foreign} is not a backup of Trade Catalogue.\n`,
    })
  }
  const missing = await runCli(['restore', join(folder, 'missing'), '--replace'], env)
  expect(missing).toMatchObject({ code: 1, stderr: expect.stringMatching(/^The backup cannot be read: ENOENT.*\n$/) })
  expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([])
})

test('a dry run touches no database, and tells of price changes whose time has passed', async () => {
  const draft = { sku: 'A-1-2', name: 'Azure plate', listPrice: 7, unitLabel: 'each' }
  const { data } = (await (await call('PUT', '/products', { products: [draft] })).json()) as any
  const at = new Date(Date.now() + 6_000).toISOString()
  await runJson(['price-change', 'schedule', data.priceChangeId, '--workspace', workspace, '--at', at], env)
  const file = join(folder, 'scheduled.backup')
  await runJson(['backup', file], env)
  const dryRun = () => runJson(['restore', file, '--dry-run'], { DATABASE_URL: 'postgres://127.0.0.1:1/none' })
  expect(await dryRun()).toMatchObject({ schema: expect.any(Number), rows: { workspace: 1 } })
  await expect.poll(() => new Date().toISOString(), { timeout: 20_000, interval: 100 }).toSatisfy((now) => now > at)
  expect((await dryRun()).overdueChanges).toEqual([
    { workspaceId: workspace, id: data.priceChangeId, name: expect.any(String), scheduledFor: at },
  ])
  const { stdout } = await runCli(['restore', file, '--replace'], env)
  expect(stdout).toContain(`was scheduled for ${at}, and is published when the service runs.`)
  const status = async () =>
    ((await (await call('GET', `/price-changes/${data.priceChangeId}`)).json()) as any).data.status
  await expect.poll(status, { timeout: 10_000 }).toBe('published')
})

test.runIf(embedded)('what a killed backup has left behind is cleared away by the next', async () => {
  mkdirSync(join(env['DATA_DIR']!, 'copy-abandoned', 'database'), { recursive: true })
  await runJson(['backup', join(folder, 'next.backup')], env)
  expect(readdirSync(env['DATA_DIR']!).filter((name) => name.startsWith('copy-'))).toEqual([])
})

test('whoever was removed since a backup stays removed, and is named', async () => {
  for (const name of ['Olive', 'Rob']) {
    const who = ['--workspace', workspace, '--email', `${name}@harbour.example`, '--name', name, '--role', 'owner']
    await runJson(['person', 'add', ...who, '--password-stdin'], env, 'a long password')
  }
  const file = join(folder, 'with-people.backup')
  await runJson(['backup', file], env)
  await runJson(['person', 'remove', 'rob@harbour.example', '--workspace', workspace], env)
  const { stdout } = await runCli(['restore', file, '--replace'], env)
  expect(stdout).toMatch(/^Rob \([\w-]+, workspace [\w-]+\) was removed from the staff since, and stays removed\.$/m)
  const { members } = await runJson(['person', 'list', '--workspace', workspace], env)
  expect(members.map(({ name }: { name: string }) => name)).toEqual(['Olive'])
})
