/**
 * `npm run bench:scale`: what one server carries, and what many workspaces cost. Writes `results/scale.json`, which
 * `tables.ts` reads; a part that is not run stays as it was.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { openStore } from '../../server/src/database/open.ts'
import { timeDeploymentWide } from './deployment-wide.ts'
import { ask, filledServer } from './filled-server.ts'
import type { FilledServer } from './filled-server.ts'
import { fillServer, measureFull } from './full-workspaces.ts'
import { fillManyRows } from './many-rows.ts'
import { measureSmall } from './small-workspaces.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'full,small,rows' },
    workspaces: { type: 'string', default: '1000' },
    products: { type: 'string', default: '10000' },
    small: { type: 'string', default: '10000' },
    rows: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '30' },
    // Another Postgres of this machine; with the keys of its workspaces, a line each, where it is filled already.
    at: { type: 'string' },
    keys: { type: 'string' },
  },
})
const parts = values.only.split(',')
const folder = new URL('../results/', import.meta.url)
const file = new URL('scale.json', folder)
const options = { seconds: Number(values.seconds), connections: 16, products: Number(values.products) }
const server = await filledServer(values.at)
const measured: Record<string, unknown> = {
  date: new Date().toISOString(),
  cpu: cpus()[0]?.model,
  cores: availableParallelism(),
  loadBefore: loadavg()[0],
}
try {
  if (parts.includes('full')) {
    const keys = values.keys
      ? readFileSync(values.keys, 'utf8').trim().split('\n')
      : await fillServer(server, { workspaces: Number(values.workspaces), products: options.products })
    measured['full'] = await measureFull(server, keys, options)
  }
  if (parts.includes('small')) {
    measured['small'] = await inOwnDatabase(server, 'small', (own) => measureSmall(own, Number(values.small), options))
  }
  if (parts.includes('rows')) measured['rows'] = await inOwnDatabase(server, 'many_rows', timeRows)
} finally {
  server.remove()
}
mkdirSync(folder, { recursive: true })
const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
writeFileSync(file, `${JSON.stringify({ ...before, ...measured, loadAfter: loadavg()[0] }, null, 2)}\n`)

/** Another database of the server, which is removed afterwards. */
async function inOwnDatabase<T>(
  server: FilledServer,
  name: string,
  work: (own: FilledServer) => Promise<T>,
): Promise<T> {
  await ask(server.url, `create database ${name}`)
  try {
    const url = new URL(server.url)
    url.pathname = `/${name}`
    return await work({ ...server, url: url.href, config: { engine: 'postgres', url: url.href } })
  } finally {
    await ask(server.url, `drop database ${name} with (force)`)
  }
}

async function timeRows({ config }: FilledServer) {
  const workspaces = Number(values.rows)
  const store = await openStore(config)
  try {
    await fillManyRows(store.db, workspaces)
    await store.runScript('vacuum analyze')
    return { workspaces, times: await timeDeploymentWide(store, workspaces) }
  } finally {
    await store.close()
  }
}
