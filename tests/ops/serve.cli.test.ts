import { once } from 'node:events'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openStore } from '../../server/src/database/open.ts'
import { newDatabase } from '../engines/test-store.ts'
import { givenWorkspace } from '../given/workspace.ts'
import { environment, runCli, runJson, startServer } from '../given/run-cli.ts'
import type { Environment, RunningServer } from '../given/run-cli.ts'
import { signIn } from '../given/sign-in.ts'

const embedded = inject('engine').name === 'pglite'
let database: Awaited<ReturnType<typeof newDatabase>>
let env: Environment

let server: RunningServer | undefined

beforeAll(async () => {
  database = await newDatabase()
  env = environment(database.config)
})
afterAll(async () => {
  await server?.stop()
  await database.remove()
})

/** The server that a test before this one has left running, or else a new one: a start takes two seconds. */
const running = async (): Promise<RunningServer> => (server ??= await startServer(env))

async function stop(signal?: NodeJS.Signals): Promise<number | null> {
  const stopping = server!
  server = undefined
  return stopping.stop(signal)
}

test('a port that is taken is told before anything is opened', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  await using folder = await mkdtempDisposable(join(tmpdir(), 'taken-port-'))
  const data = join(folder.path, 'data')
  const refused = await runCli(['serve', '--sample'], { PORT: String(port), DATA_DIR: data })
  other.close()
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(new RegExp(`^Cannot listen on 127.0.0.1:${port}: .*in use.*\\n$`))
  expect(existsSync(data)).toBe(false)
})

const workspaceArgs = ['workspace', 'create', '--name', 'Harbour', '--currency', 'gbp', '--timezone', 'Europe/London']

test('workspaces and keys are made while the server runs, and felt by its next request', async () => {
  const { url } = await running()
  const read = (key: string) => fetch(`${url}/api/v1/workspace`, { headers: { authorization: `Bearer ${key}` } })
  const { id } = await runJson([...workspaceArgs, '--tax-label', 'ex VAT', '--plan', 'active'], env)
  const { key, id: keyId } = await runJson(
    ['key', 'create', '--workspace', id, '--name', 'ERP', '--scope', 'read'],
    env,
  )
  const answer = await read(key)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ data: { id, name: 'Harbour', currency: 'GBP', taxLabel: 'ex VAT' } })

  expect(await runJson(['workspace', 'set-plan', id, 'demo'], env)).toEqual({ id, plan: 'demo' })
  expect((await read(key)).status).toBe(403)
  const refused = await runCli(['key', 'create', '--workspace', id, '--name', 'x', '--scope', 'read'], env)
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(/^"Harbour" is on the plan demo.*\n$/)

  await runJson(['workspace', 'set-plan', id, 'pilot'], env)
  await runJson(['key', 'revoke', keyId], env)
  expect((await read(key)).status).toBe(401)
  expect(await runJson(['key', 'list', '--workspace', id], env)).toMatchObject({
    keys: [{ id: keyId, name: 'ERP', scope: 'read', revokedAt: expect.any(String) }],
  })
  expect((await runJson(['workspace', 'list'], env)).workspaces).toContainEqual(
    expect.objectContaining({ id, plan: 'pilot' }),
  )
})

test.runIf(embedded)('a second server on the same folder is refused in one line', async () => {
  await running()
  const { code, stderr } = await runCli(['serve', '--port', '0'], env)
  expect(code).toBe(1)
  expect(stderr).toMatch(/^The data folder .* is in use by another process\.\n$/)
})

test.runIf(embedded)('only the user can open the folder and its socket', async () => {
  await running()
  const folder = env['DATA_DIR']!
  expect(statSync(folder).mode & 0o077).toBe(0)
  expect(statSync(join(folder, 'command.sock')).mode & 0o077).toBe(0)
  expect(await stop('SIGINT')).toBe(0)
  expect(readdirSync(folder)).not.toContain('command.sock')
})

test('commands work without a server too', async () => {
  const { id } = await runJson(workspaceArgs, env)
  expect((await runCli(['workspace', 'list'], env)).stdout).toContain(`${id}  Harbour`)
})

test('commands that meet wait for each other', async () => {
  const made = await Promise.all([1, 2, 3].map(() => runJson(workspaceArgs, env)))
  expect(new Set(made.map(({ id }) => id)).size).toBe(3)
})

test('what was written survives a kill, and the next server starts at once', async () => {
  await running()
  const { id } = await runJson(workspaceArgs, env)
  await stop('SIGKILL')
  await running()
  const { workspaces } = await runJson(['workspace', 'list'], env)
  expect(workspaces.map((workspace: { id: string }) => workspace.id)).toContain(id)
})

test('a request in flight is answered before the server stops; one that is never finished does not keep it', async () => {
  const { url } = await running()
  const { key } = await givenWorkspace(env)
  const body = JSON.stringify({ products: [{ sku: 'A', name: 'A', listPrice: 1, unitLabel: 'each' }] })
  const begin = () => {
    const headers = { authorization: `Bearer ${key}`, 'content-length': body.length }
    const put = request(`${url}/api/v1/products`, { method: 'PUT', headers })
    put.write(body.slice(0, 10))
    return put
  }
  const finished = begin()
  begin().on('error', () => {})
  const answered = once(finished, 'response')
  await new Promise((resolve) => setTimeout(resolve, 200))
  const stopped = stop()
  await new Promise((resolve) => setTimeout(resolve, 200))
  finished.end(body.slice(10))
  const [response] = await answered
  expect(response.resume().statusCode).toBe(200)
  expect(await stopped).toBe(0)
})

test('the first start makes a sample; each start prints a call that works, and how its owner signs in', async () => {
  const fresh = await newDatabase()
  const started = async () => {
    const service = await startServer(environment(fresh.config), ['--sample'])
    try {
      await expect.poll(service.printed).toMatch(/^Staff: .*\n/m)
      const printed = service.printed()
      expect(printed).not.toContain('Set up:')
      expect(printed).toMatch(/^Data is in (\/.+|the database of DATABASE_URL)$/m)
      const [, key, url] = /curl -H 'Authorization: Bearer (\S+)' '(\S+)'/.exec(printed)!
      const [, home, email, password] = /^Staff: (\S+) as (\S+) with the password (\S+)$/m.exec(printed)!
      expect(home).toBe(`${service.url}/w/sample`)
      expect((await signIn(service.url, email!, password!)).status).toBe(200)
      const answer = await fetch(url!, { headers: { authorization: `Bearer ${key}` } })
      return { password, list: (await answer.json()) as object }
    } finally {
      await service.stop()
    }
  }
  const priced = { price: { unit: expect.any(Number) } }
  const listed = { currency: 'GBP', data: [priced, priced, priced] }
  const [first, second] = [await started(), await started()]
  expect([first.list, second.list]).toMatchObject([listed, listed])
  if (embedded) expect(second.password).toBe(first.password)
  await fresh.remove()
})

test('a database that is newer than the code is refused and left alone', async () => {
  const newer = await newDatabase()
  const store = await openStore(newer.config)
  await store.runScript(`insert into schema_migration (number, name, applied_at) values (999, 'later', now())`)
  await store.close()
  const { code, stderr } = await runCli(['serve', '--port', '0'], environment(newer.config))
  expect(code).toBe(1)
  expect(stderr).toMatch(/^The database is at schema 999, and this version knows \d+: .*\n$/)
  await newer.remove()
})

test('a database from before the first release is refused with what to do, and left alone', async () => {
  const old = await newDatabase()
  const store = await openStore(old.config)
  await store.runScript(`
    update schema_migration set name = '0001_catalogue';
    insert into schema_migration (number, name, applied_at) values (62, '0062_no_promises', now())`)
  await store.close()
  const { code, stderr } = await runCli(['serve', '--port', '0'], environment(old.config))
  expect(code).toBe(1)
  expect(stderr).toBe(
    'The database is from before the first release, and cannot be upgraded: export its data with the version that made it, and start on an empty database.\n',
  )
  await old.remove()
})
