import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { newDatabase } from '../engines/test-store.ts'
import { WITH_IMAGE_HOST, useImageHost } from '../given/image-host.ts'
import { picture } from '../given/picture-files.ts'
import { useTemporaryFolder } from '../given/temporary-folder.ts'
import { givenWorkspace } from '../given/workspace.ts'
import { environment, runCli, startServer } from '../given/run-cli.ts'
import type { Environment, RunningServer } from '../given/run-cli.ts'

/** Decoding has the lowest priority: on a busy machine it waits for all else. In milliseconds. */
const PATIENCE_MS = 60_000
const folder = useTemporaryFolder()
const host = useImageHost()
let database: Awaited<ReturnType<typeof newDatabase>>
let env: Environment
let key: string

beforeAll(async () => {
  database = await newDatabase()
  env = {
    ...environment(database.config),
    IMAGES_DIR: join(folder, 'images'),
    TEST_IMAGE_HOST: JSON.stringify(host.testHost),
  }
  key = (await givenWorkspace(env)).key
})
afterAll(() => database.remove())

async function send({ url }: RunningServer, products: object[]): Promise<void> {
  const rows = products.map((product) => ({ name: 'Azure plate', listPrice: 100, unitLabel: 'each', ...product }))
  const { status } = await fetch(`${url}/api/v1/products`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ products: rows }),
  })
  expect(status).toBe(200)
}

function keptFiles(): string[] {
  const names = existsSync(env['IMAGES_DIR']!) ? readdirSync(env['IMAGES_DIR']!, { recursive: true }) : []
  return names.map((name) => basename(String(name))).filter((name) => /^\w+-320\.webp$/.test(name))
}

test('a service copies images in the background, also those that it had not finished when it was killed', async () => {
  const bytes = await picture()
  let asked = 0
  const products = Array.from({ length: 5 }, (_, i) => ({
    sku: `S-${i}`,
    imageUrl: host.put(`/${i}.jpg`, (_request, response) => {
      asked++
      // The first service gets none of them.
      if (asked > 2) response.end(bytes)
    }),
  }))
  const killed = await startServer(env, [], WITH_IMAGE_HOST)
  await send(killed, products)
  await expect.poll(() => asked).toBe(2)
  await killed.stop('SIGKILL')

  // Those that were claimed are due again after some minutes, which this test does not wait for.
  const server = await startServer(env, [], WITH_IMAGE_HOST)
  await expect.poll(() => asked, { timeout: PATIENCE_MS }).toBeGreaterThanOrEqual(5)
  await expect.poll(keptFiles, { timeout: PATIENCE_MS }).toHaveLength(1)
  const response = await fetch(`${server.url}/images/${keptFiles()[0]}`)
  expect(response.headers.get('content-type')).toBe('image/webp')
  expect(await server.stop()).toBe(0)
})

test('a service that is stopped in the middle of a copy ends at once, and copies it after its next start', async () => {
  const bytes = await picture('png')
  let asked = 0
  const imageUrl = host.put('/slow.png', (_request, response) => {
    if (++asked > 1) response.end(bytes)
  })
  const stopped = await startServer(env, [], WITH_IMAGE_HOST)
  await send(stopped, [{ sku: 'SLOW', imageUrl }])
  await expect.poll(() => asked).toBe(1)
  const began = performance.now()
  expect(await stopped.stop()).toBe(0)
  // The source is waited for 30 s otherwise.
  expect(performance.now() - began).toBeLessThan(15_000)
  const server = await startServer(env, [], WITH_IMAGE_HOST)
  await expect.poll(() => asked).toBe(2)
  await server.stop()
})

test('the commands carry images to another place', async () => {
  const file = join(folder, 'with-images.backup')
  const written = await runCli(['backup', file, '--images'], env)
  expect(written.stdout).toMatch(/It carries \d images?\.\n$/)
  const empty = await newDatabase()
  onTestFinished(empty.remove)
  const there = { ...env, ...environment(empty.config), IMAGES_DIR: join(folder, 'elsewhere') }
  const restored = await runCli(['restore', file], there)
  expect(restored.stdout).toMatch(/Restored \d files of images\.\n$/)
  const { stdout } = await runCli(['doctor'], there)
  expect(stdout).toMatch(/ok +images: \d images? looked for, all found\./)
})
