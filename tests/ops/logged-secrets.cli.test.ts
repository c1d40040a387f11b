import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { expect, onTestFinished, test } from 'vitest'
import { useTemporaryFolder } from '../given/temporary-folder.ts'
import { runCli, runJson, startServer } from '../given/run-cli.ts'
import { useDatabase } from '../given/use-server.ts'

const MARK = 'zq9'
const env = useDatabase()
const folder = useTemporaryFolder()

test('a process at its most talkative prints no key, no password and nothing of what is kept', async () => {
  const withPassword = { ...env }
  if (env['DATABASE_URL']) {
    const url = new URL(env['DATABASE_URL'])
    url.password ||= `${MARK}-password`
    withPassword['DATABASE_URL'] = url.href
  }
  const server = await startServer({ ...withPassword, LOG_LEVEL: 'trace', METRICS_PORT: '0' })
  onTestFinished(async () => void (await server.stop()))
  const { id } = await runJson(['workspace', 'create', '--name', MARK, '--currency', 'GBP'], env)
  const { key } = await runJson(['key', 'create', '--workspace', id, '--name', MARK, '--scope', 'write'], env)
  const products = [{ sku: MARK, name: MARK, listPrice: 9_070_503, unitLabel: MARK, onlyFor: [`${MARK}@example.com`] }]
  const call = async (path: string, authorization: string, body?: unknown) => {
    const init = body ? { method: 'PUT', body: JSON.stringify(body) } : {}
    return (await fetch(`${server.url}/api/v1${path}`, { ...init, headers: { authorization } })).status
  }
  const each = async () => [
    await call('/products', `Bearer ${key}`, { products }),
    await call(`/products?q=${MARK}`, `Bearer ${key}`),
    await call(`/prices?customer=${MARK}&sku=${MARK}`, `Bearer ${key}`),
    await call(`/products?q=${MARK}`, `Bearer tck_${MARK}`),
  ]
  expect(await each()).toEqual([200, 200, 404, 401])
  if (env['DATABASE_URL']) {
    const admin = postgres(env['DATABASE_URL'], { max: 1 })
    await admin`alter table product rename to product_gone`
    await admin.end()
    expect(await each()).toEqual([500, 500, 500, 401])
  }
  await expect.poll(() => server.printed().match(/request completed/g)).toHaveLength(env['DATABASE_URL'] ? 8 : 4)
  expect(await server.stop()).toBe(0)
  expect(server.printed()).not.toMatch(/zq9|9070503|tck_/i)
})

test('an error that nothing catches ends the process, and is told without what it carries', async () => {
  const crash = join(folder, 'crash.mjs')
  const carried = `{ code: '22P02', query: '${MARK}', parameters: ['${MARK}'] }`
  writeFileSync(crash, `setInterval(() => { throw Object.assign(new TypeError('bad "${MARK}"'), ${carried}) }, 1)`)
  const NODE_OPTIONS = `--import=${crash}`
  const { code, stderr } = await runCli(['serve', '--port', '0'], { ...env, NODE_OPTIONS })
  expect(code).toBe(1)
  expect(stderr).toMatch(/^TypeError: bad "…" \(22P02\)\n\s+at /)
  expect(stderr).not.toContain(MARK)
})
