import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, globSync, mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { buildWebWhenStale } from '../../scripts/build-web-when-stale.mjs'
import { useTemporaryFolder } from '../given/temporary-folder.ts'

const ROOT = join(import.meta.dirname, '../..')
const folder = useTemporaryFolder()
const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
const compose = readFileSync(join(ROOT, 'compose.yaml'), 'utf8')

/** The arguments of an instruction, as often as it is there. */
const instructions = (name: string) =>
  [...dockerfile.matchAll(new RegExp(`^${name} (.+)$`, 'gm'))].map(([, all]) => all!)

/** What is copied from the repository. */
const copied = instructions('COPY')
  .filter((all) => !all.startsWith('--from'))
  .flatMap((all) => all.split(' ').slice(0, -1))

test('the image has what is in the repository, and the Node that the project pins', () => {
  const notIgnored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').match(/(?<=^!).+$/gm)!
  expect(copied.filter((path) => globSync(path, { cwd: ROOT }).length === 0)).toEqual([])
  expect(copied.filter((path) => !notIgnored.some((kept) => `${path}/`.startsWith(`${kept}/`)))).toEqual([])
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const images = instructions('FROM').map((all) => all.split(' ')[0])
  expect(new Set(images)).toEqual(new Set([`node:${devDependencies.node}-slim`, 'packages']))
})

test('the container runs as no superuser, and a signal reaches the service itself', () => {
  expect(instructions('USER')).toEqual(['1000'])
  expect(instructions('ENTRYPOINT')).toEqual(['["trade-catalogue"]'])
  expect(instructions('CMD')).toEqual(['["serve"]'])
  expect(compose).toMatch(/read_only: true\n\s+cap_drop: \[ALL\]/)
})

test('each variable of compose.yaml is one of the service', () => {
  const service = /environment:\n((?: {6}.+\n)+)/.exec(compose)![1]!
  const variables = service.match(/(?<=^ {6})[A-Z0-9_]+(?=:)/gm)!
  const documented = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8')
  expect(variables).toEqual(expect.arrayContaining(['DATABASE_URL', 'IMAGES_S3_BUCKET', 'SMTP_URL']))
  expect(variables.filter((name) => !documented.includes(`\`${name}\``))).toEqual([])
})

test('what the container runs needs no write access outside of its volumes, and ends on SIGTERM', async () => {
  const { command, healthCheck, data, env } = install()
  const service = spawn(command, ['serve'], { ...env, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void service.kill('SIGKILL'))
  const ended = once(service, 'close')
  const url = await addressOf(service.stdout)
  const healthy = () =>
    spawnSync(process.execPath, [healthCheck], { env: { PORT: new URL(url).port }, stdio: 'inherit' }).status
  expect((await fetch(`${url}/sign-in`)).status).toBe(200)
  expect(healthy()).toBe(0)
  expect(spawnSync(command, ['backup'], { ...env, stdio: 'ignore' }).status).toBe(0)
  expect(readdirSync(join(data, 'backups'))).toEqual([expect.stringMatching(/^catalogue-[\dT-]+\.tcb$/)])
  service.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(healthy()).toBe(1)
})

/** The last stage of the Dockerfile: read-only, with its environment, and run by another user where that is possible. */
function install() {
  const app = join(folder, 'app')
  const data = join(folder, 'data')
  buildWebWhenStale()
  for (const path of ['client', 'server', 'web/dist', 'deploy/health-check.mjs']) {
    cpSync(join(ROOT, path), join(app, path), { recursive: true })
  }
  symlinkSync(join(ROOT, 'node_modules'), join(app, 'node_modules'))
  execFileSync('chmod', ['-R', 'a-w', app])
  onTestFinished(() => void execFileSync('chmod', ['-R', 'u+w', app]))
  chmodSync(folder, 0o755)
  mkdirSync(join(data, 'backups'), { recursive: true })
  const command = join(folder, 'trade-catalogue')
  symlinkSync(join(app, 'server/src/cli.ts'), command)
  const nobody = process.getuid!() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  if (nobody.uid) for (const path of [data, join(data, 'backups')]) chownSync(path, nobody.uid, nobody.gid)
  const variables = instructions('ENV').flatMap((all) => all.replaceAll('/data', data).split(' '))
  const env = {
    ...Object.fromEntries(variables.map((variable) => variable.split('='))),
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    HOST: '127.0.0.1',
    PORT: '0',
  }
  return { command, healthCheck: join(app, 'deploy/health-check.mjs'), data, env: { env, cwd: app, ...nobody } }
}

async function addressOf(output: Readable): Promise<string> {
  for await (const line of createInterface(output)) {
    const [, url] = /described at (\S+)\/docs$/.exec(line) ?? []
    if (url) return url
  }
  throw new Error('The service ended before it said where it is.')
}
