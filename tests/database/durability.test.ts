import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { openStore } from '../../server/src/database/open.ts'
import { admitKey } from '../../server/src/workspaces/admit-key.ts'
import { createKey } from '../../server/src/workspaces/keys.ts'
import { termsChangedAt } from '../../server/src/pricing/kinds-of-term.ts'
import { RequestCounter } from '../../server/src/workspaces/request-counter.ts'
import { createWorkspace } from '../../server/src/workspaces/workspaces.ts'
import { OPERATOR } from '../../server/src/ops/operations/operate.ts'
import { newDatabase } from '../engines/test-store.ts'

const embedded = inject('engine').name === 'pglite'
const synced = { files: 0 }

const { fsyncSync } = fs
function syncBy(sync: typeof fsyncSync): void {
  fs.fsyncSync = sync
  syncBuiltinESMExports()
}
beforeAll(() =>
  syncBy((file) => {
    synced.files++
    fsyncSync(file)
  }),
)
afterAll(() => syncBy(fsyncSync))

let close = async () => {}
afterEach(() => close())

async function open() {
  const database = await newDatabase()
  const store = await openStore(database.config)
  close = async () => {
    await store.close()
    await database.remove()
  }
  return store
}

function makeWorkspace(context: Parameters<typeof createWorkspace>[0]) {
  const input = { name: 'W', currency: 'GBP', timezone: 'UTC', taxLabel: 'ex VAT', plan: 'active' as const }
  return createWorkspace(context, input)
}

const actor = OPERATOR

test.runIf(embedded)('each commit on the embedded store reaches fsync before it is acknowledged', async () => {
  const { db } = await open()
  for (let i = 0; i < 20; i++) {
    const before = synced.files
    await makeWorkspace({ db, clock: () => new Date(), actor })
    expect(synced.files).toBeGreaterThan(before)
  }
})

test.runIf(embedded)('a checkpoint syncs the data files', async () => {
  const { runScript } = await open()
  await runScript('create table filled as select generate_series(1, 10000) as n')
  const before = synced.files
  await runScript('checkpoint')
  expect(synced.files).toBeGreaterThan(before + 1)
})

test.runIf(embedded)('counting a request against its limit waits for no fsync', async () => {
  const { db } = await open()
  const context = { db, clock: () => new Date(), actor }
  const { id: workspaceId } = await makeWorkspace(context)
  const { key } = await createKey({ ...context, workspaceId }, { name: randomUUID(), scope: 'read' })
  const counter = new RequestCounter(context, termsChangedAt)
  const count = () => admitKey(counter, { key, scope: 'read', limit: 100 }, () => {})
  await count()
  const before = synced.files
  for (let i = 0; i < 20; i++) await count()
  expect(synced.files).toBe(before)
})
