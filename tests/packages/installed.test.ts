import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { useTemporaryFolder } from '../given/temporary-folder.ts'
import { PLAIN, runIn } from './run-in.ts'

const ROOT = join(import.meta.dirname, '../..')
const folder = useTemporaryFolder()
const app = useTemporaryFolder()
const command = join(app, 'node_modules/.bin/trade-catalogue')

let tarballs: string[]
/** Why npm could not install the packages, if that is why. */
let noRegistry: string | undefined

/** The service on the sample, as `npx` started it. */
let service: { url: string; key: string; stop: () => Promise<unknown> } | undefined

beforeAll(async () => {
  await succeed(ROOT, 'node', ['scripts/pack.ts', folder], process.env)
  tarballs = globSync(`${folder}/packages/*.tgz`)
  const { code, stderr } = await runIn(app, 'npm', [
    'install',
    '--prefer-offline',
    '--fetch-retries=0',
    '--no-audit',
    ...tarballs,
  ])
  if (code === 0) return
  const [unreached] = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|ETIMEDOUT)\b/.exec(stderr) ?? []
  if (!unreached) throw new Error(stderr)
  noRegistry = `npm does not reach its registry: ${unreached}`
})
beforeEach(({ skip }) => skip(noRegistry !== undefined, noRegistry))
afterAll(() => service?.stop())

test('publint and attw find nothing in the packages', async () => {
  expect(tarballs).toHaveLength(2)
  for (const tarball of tarballs) {
    expect(await succeed(ROOT, 'node_modules/.bin/publint', ['run', '--strict', tarball])).toContain('All good!')
    expect(await succeed(ROOT, 'node_modules/.bin/attw', [tarball])).not.toContain('Error')
  }
})

test('a package has no sources, no tests and no declarations that nobody can import', async () => {
  const installed = filesOf(join(app, 'node_modules/trade-catalogue'))
  expect(installed('*')).toEqual(['LICENSE', 'README.md', 'docs', 'package.json', 'server', 'web'])
  expect(installed('server/**/*.ts')).toEqual([])
  for (const files of ['server/migrations/*.sql', 'server/sample/**', 'docs/**/*.md', 'docs/llms.txt']) {
    expect(installed(files)).toEqual(filesOf(ROOT)(files))
  }
})

test('"npx trade-catalogue serve --sample" shows the sample, its pages too', async () => {
  service = await serveSample()
  expect(await (await fetch(`${service.url}/healthz`)).json()).toEqual({ data: { status: 'alive' } })
  const page = await (await fetch(`${service.url}/w/sample`)).text()
  const [, script] = /<script type="module"[^>]* src="(\/assets\/[^"]+)"/.exec(page)!
  expect((await fetch(`${service.url}${script}`)).status).toBe(200)
})

test('a strict TypeScript program uses the client: the one of its README', async () => {
  const [, program] = /```ts\n([^]*?)```/.exec(readFileSync(join(ROOT, 'client/README.md'), 'utf8'))!
  writeFileSync(join(app, 'read.mts'), withService(program!))
  const tsc = join(ROOT, 'node_modules/.bin/tsc')
  await succeed(app, tsc, ['read.mts', '--strict', '--module', 'nodenext', '--target', 'esnext', '--types', ''])
  expect(await succeed(app, 'node', ['read.mjs'])).toMatch(/^\S+ .*plate.* \d+$/im)
})

test('a JavaScript program uses the client, and what it sends goes through the threads of the service', async () => {
  const rows = Array.from({ length: 200 }, (_, i) => `N-${i},Bracket ${i},each,9.95`)
  writeFileSync(join(app, 'rows.csv'), ['SKU,Name,Unit,Price', ...rows].join('\n'))
  const program = `
    import { readFileSync } from 'node:fs'
    import { setTimeout } from 'node:timers/promises'
    import { createClient } from '@trade-catalogue/client'

    const catalogue = createClient({ url: 'http://127.0.0.1:3000', key: 'tck_…' })
    const product = { name: 'Plate', unitLabel: 'each', listPrice: 995, description: 'long '.repeat(800) }
    const products = Array.from({ length: 100 }, (_, i) => ({ ...product, sku: 'P-' + i }))
    console.log((await catalogue.put('/api/v1/products', { body: { products } })).data.created)
    const file = { params: { query: { kind: 'products' } }, body: readFileSync('rows.csv', 'utf8') }
    const path = { id: (await catalogue.post('/api/v1/imports', file)).data.id }
    for (let status = 'reading'; status !== 'done'; await setTimeout(500)) {
      ;({ status } = (await catalogue.get('/api/v1/imports/{id}', { params: { path } })).data)
      if (status === 'failed') throw new Error(status)
    }`
  writeFileSync(join(app, 'write.mjs'), withService(program))
  expect(await succeed(app, 'node', ['write.mjs'])).toBe('100\n')
})

test('the installed service decodes images in another process', async () => {
  const decoder = join(app, 'node_modules/trade-catalogue/server/src/catalogue/images/image-decoder.js')
  copyFileSync(join(ROOT, 'docs/images/home.png'), join(app, 'home'))
  const program = `
    import { ProcessDecoder } from ${JSON.stringify(decoder)}
    const decoder = new ProcessDecoder()
    console.log((await decoder.decode('somebody', 'home')).width)
    await decoder.close()`
  expect(await succeed(app, 'node', ['--input-type=module', '--eval', program])).toBe('1280\n')
})

test('on an older Node the command says in one sentence which one it needs', async () => {
  writeFileSync(join(folder, 'node'), '#!/bin/sh\n[ "$1" = --version ] && echo v24.1.0\n', { mode: 0o755 })
  const PATH = [folder, '/usr/bin', '/bin'].join(delimiter)
  expect(await runIn(app, command, ['--version'], { ...PLAIN, PATH })).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'trade-catalogue needs Node 26 or newer, and found v24.1.0: install one, for example with "npm install node@26".\n',
  })
})

/** Throws with all that it printed unless the command succeeds; returns its standard output. */
async function succeed(cwd: string, file: string, args: string[], env = PLAIN): Promise<string> {
  const { code, stdout, stderr } = await runIn(cwd, file, args, env)
  if (code !== 0) throw new Error(`${file} ended with ${code}: ${stdout}${stderr}`)
  return stdout
}

function filesOf(cwd: string) {
  return (pattern: string) => globSync(pattern, { cwd, exclude: ['node_modules'] }).toSorted()
}

function withService(program: string): string {
  return program.replace('http://127.0.0.1:3000', service!.url).replace('tck_…', service!.key)
}

async function serveSample() {
  const npx = spawn('npx', ['--no-install', 'trade-catalogue', 'serve', '--sample'], {
    cwd: app,
    env: { ...PLAIN, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
    // In a group of its own: npx passes no signal on.
    detached: true,
  })
  const ended = once(npx, 'close')
  for await (const line of createInterface(npx.stdout)) {
    const [, key, url] = /Bearer (\S+)' '(http:\/\/[^/]+)/.exec(line) ?? []
    if (key && url) return { url, key, stop: () => (process.kill(-npx.pid!), ended) }
  }
  throw new Error('The service ended before it said where it is.')
}
