import { expect, test } from 'vitest'
import { analyzeGrown } from '../../server/src/jobs/background-jobs.ts'
import { useOwnService } from '../given/service.ts'
import { BATCH, readSoFar, rolledBackSoFar, switchAutovacuumOff, sync } from '../given/sync-counted.ts'

const service = useOwnService()

const PRODUCTS = 800
/** A product is looked up by its SKU to be read, to be locked and to be written. */
const LOOKUPS = 4

/** Rows of a new catalogue that are there by the time the tables are analyzed. */
const FIRST = 300

test('once its first rows are analyzed, a sync reads no more than it sends, and so does the next workspace', async () => {
  const { db } = service.context
  await switchAutovacuumOff(db)
  const first = await service.workspace()
  await sync(first, FIRST)
  await readSoFar(db)
  expect(await analyzeGrown({ db })).toContain('product')
  const before = await readSoFar(db)
  const rolledBack = await rolledBackSoFar(db)
  const editions = [0, 0, 1]
  for (const workspace of [first, await service.workspace()]) {
    for (const edition of editions) await sync(workspace, PRODUCTS, edition)
  }
  const sent = 2 * editions.length * PRODUCTS
  const reads = [...(await readSoFar(db))].map(([name, read]): [string, number] => [name, read - before.get(name)!])
  // A call that has waited too long for a lock is done again.
  const done = sent + BATCH * ((await rolledBackSoFar(db)) - rolledBack)
  expect(new Map(reads).get('product_workspace_id_sku_key_key')).toBeGreaterThan(sent / 2)
  expect(reads.filter(([, read]) => read > LOOKUPS * done)).toEqual([])
  expect(reads.filter(([name, read]) => read > done && !name.endsWith('_key'))).toEqual([])
})
