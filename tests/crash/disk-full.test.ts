import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newDatabase } from '../engines/test-store.ts'
import { environment, runCli, startServer } from '../given/run-cli.ts'
import type { Environment, RunningServer } from '../given/run-cli.ts'
import { until } from '../given/until.ts'
import { callerOf, writeAllTheTime } from './call-service.ts'
import type { Caller } from './call-service.ts'
import { useTemporaryFolder } from '../given/temporary-folder.ts'

const embedded = inject('engine').name === 'pglite'
const folder = useTemporaryFolder()
const order = join(folder, 'failing')
const fail = (operation: 'writeSync' | 'fsyncSync') => writeFileSync(order, operation)
const mend = () => rmSync(order, { force: true })

let database: Awaited<ReturnType<typeof newDatabase>>
let env: Environment
let server: RunningServer
let service: Caller

beforeAll(async () => {
  database = await newDatabase()
  env = {
    ...environment(database.config),
    RATE_LIMIT_PER_MINUTE: '1000000',
    FAILING_DISK: order,
    NODE_OPTIONS: `--import ${new URL('failing-disk.ts', import.meta.url).href}`,
  }
  if (!embedded) return
  server = await startServer(env)
  service = await callerOf(server, env)
})
afterAll(async () => {
  mend()
  if (embedded) await server.stop()
  await database.remove()
})

const lines = (text: string) => server.printed().split(text).length - 1

for (const operation of ['writeSync', 'fsyncSync'] as const) {
  test.runIf(embedded)(
    `a disk on which ${operation} fails loses nothing that was acknowledged, and is served again when it works`,
    async () => {
      const told = lines('answers again')
      const writing = writeAllTheTime(service, 2)
      await until(() => writing.acknowledged() > 20)
      fail(operation)
      const before = writing.acknowledged()
      await until(() => writing.refused() > 50)
      // What was in progress may have been written before; nothing after it was.
      expect(writing.acknowledged()).toBeLessThanOrEqual(before + 2)
      mend()
      await until(() => writing.acknowledged() > before + 20)
      await writing.stop()
      expect(lines('answers again')).toBeLessThanOrEqual(told + 1)
    },
  )
}

test.runIf(embedded)('a folder that is taken away is never made anew, and served again when it is back', async () => {
  const { DATA_DIR: dataDir } = env
  await service.put([{ sku: 'kept', name: 'Kept', listPrice: 1, unitLabel: 'each' }])
  renameSync(dataDir!, `${dataDir}-away`)
  fail('fsyncSync')
  const put = () => service.put([{ sku: 'later', name: 'Later', listPrice: 1, unitLabel: 'each' }])
  await until(async () => (await put()).body.error?.message === 'The folder of the database is gone.')
  mend()
  expect((await put()).status).toBe(503)
  expect(existsSync(dataDir!)).toBe(false)
  renameSync(`${dataDir}-away`, dataDir!)
  await until(async () => (await put()).status === 200)
  expect((await service.get('/products?q=kept')).body.data).toHaveLength(1)
})

test.runIf(embedded)('a command on a store that cannot write, and a start on one, is refused in one line', async () => {
  fail('writeSync')
  const asked = await runCli(['workspace', 'create', '--name', 'x', '--currency', 'GBP'], env)
  await server.stop()
  const started = await runCli(['serve', '--port', '0'], env)
  mend()
  for (const { code, stdout, stderr } of [asked, started]) {
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^[^\n]+\n$/)
  }
  server = await startServer(env)
})
