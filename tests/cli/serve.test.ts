import { readdirSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newDatabase } from '../engines/test-store.ts'
import { givenWorkspace } from './given-workspace.ts'
import { environment, runCli, runJson, startServer } from './run-cli.ts'
import type { Environment } from './run-cli.ts'

const embedded = inject('engine').name === 'pglite'
let database: Awaited<ReturnType<typeof newDatabase>>
let env: Environment

beforeAll(async () => {
  database = await newDatabase()
  env = environment(database.config)
})
afterAll(() => database.remove())

const workspaceArgs = ['workspace', 'create', '--name', 'Harbour', '--currency', 'gbp', '--timezone', 'Europe/London']

test('workspaces and keys are made while the server runs, and felt by its next request', async () => {
  const server = await startServer(env)
  const read = (key: string) => fetch(`${server.url}/api/v1/workspace`, { headers: { authorization: `Bearer ${key}` } })
  try {
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
  } finally {
    expect(await server.stop()).toBe(0)
  }
})

test('commands work without a server too', async () => {
  const { id } = await runJson(workspaceArgs, env)
  expect((await runCli(['workspace', 'list'], env)).stdout).toContain(`${id}  Harbour`)
})

test('commands that meet wait for each other', async () => {
  const made = await Promise.all([1, 2, 3].map(() => runJson(workspaceArgs, env)))
  expect(new Set(made.map(({ id }) => id)).size).toBe(3)
})

test('a request in flight is answered before the server stops', async () => {
  const server = await startServer(env)
  const { key } = await givenWorkspace(env)
  const body = JSON.stringify({ products: [{ sku: 'A', name: 'A', listPrice: 1, unitLabel: 'each' }] })
  const headers = { authorization: `Bearer ${key}`, 'content-length': body.length }
  const put = request(`${server.url}/api/v1/products`, { method: 'PUT', headers })
  const answered = new Promise<number>((resolve, reject) => {
    put.on('response', (response) => resolve(response.resume().statusCode!)).on('error', reject)
  })
  put.write(body.slice(0, 10))
  await new Promise((resolve) => setTimeout(resolve, 200))
  const stopped = server.stop()
  await new Promise((resolve) => setTimeout(resolve, 200))
  put.end(body.slice(10))
  expect(await answered).toBe(200)
  expect(await stopped).toBe(0)
})

test('a client that never finishes its request does not keep the server from stopping', async () => {
  const server = await startServer(env)
  const { key } = await givenWorkspace(env)
  const headers = { authorization: `Bearer ${key}`, 'content-length': 1_000 }
  const put = request(`${server.url}/api/v1/products`, { method: 'PUT', headers }).on('error', () => {})
  put.write('{')
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(await server.stop()).toBe(0)
})

test('what was written survives a kill, and the next server starts at once', async () => {
  const first = await startServer(env)
  const { id } = await runJson(workspaceArgs, env)
  await first.stop('SIGKILL')
  const second = await startServer(env)
  const { workspaces } = await runJson(['workspace', 'list'], env)
  expect(workspaces.map((workspace: { id: string }) => workspace.id)).toContain(id)
  expect(await second.stop('SIGINT')).toBe(0)
})

test.runIf(embedded)('a second server on the same folder is refused in one line', async () => {
  const server = await startServer(env)
  const { code, stderr } = await runCli(['serve', '--port', '0'], env)
  expect(code).toBe(1)
  expect(stderr).toMatch(/^The data folder .* is in use by another process\.\n$/)
  await server.stop()
})

test.runIf(embedded)('only the user can open the folder and its socket', async () => {
  const server = await startServer(env)
  const folder = env['DATA_DIR']!
  expect(statSync(folder).mode & 0o077).toBe(0)
  expect(statSync(join(folder, 'command.sock')).mode & 0o077).toBe(0)
  await server.stop()
  expect(readdirSync(folder)).not.toContain('command.sock')
})

test('the first start makes a sample, and every start prints a line that works', async () => {
  const fresh = await newDatabase()
  const curl = async (): Promise<any> => {
    const server = await startServer(environment(fresh.config), ['--sample'])
    const [, key, url] = /curl -H 'Authorization: Bearer (\S+)' '(\S+)'/.exec(server.printed()) ?? []
    const answer = url && (await (await fetch(url, { headers: { authorization: `Bearer ${key}` } })).json())
    await server.stop()
    return answer
  }
  const priced = { price: { unit: expect.any(Number) } }
  expect(await curl()).toMatchObject({ currency: 'GBP', data: [priced, priced, priced] })
  expect((await curl()).data).toHaveLength(3)
  await fresh.remove()
})

test('a database that is newer than the code is refused and left alone', async () => {
  const newer = await newDatabase()
  const { openStore } = await import('../../server/src/database/open.ts')
  const store = await openStore(newer.config)
  await store.runScript(`insert into schema_migration (number, name, applied_at) values (999, 'later', now())`)
  await store.close()
  const { code, stderr } = await runCli(['serve', '--port', '0'], environment(newer.config))
  expect(code).toBe(1)
  expect(stderr).toMatch(/^The database is at schema 999, and this version knows \d+: .*\n$/)
  await newer.remove()
})
