import { setTimeout } from 'node:timers/promises'
import { inject } from 'vitest'
import { until } from '../given/until.ts'
import { chance } from './chance.ts'
import type { Killable } from './killable.ts'
import { CustomerWriter, NewcomerWriter, OrderWriter } from './other-writers.ts'
import { Reader } from './reader.ts'
import { ShelfWriter } from './shelf-writer.ts'
import { expectWhole } from './wholeness.ts'
import type { Shop, Writer } from './writer.ts'

/** How often the server is killed; CRASH_ROUNDS asks for more. The embedded store takes longer to open. */
export const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? (inject('engine').name === 'pglite' ? 4 : 8))
/** To the kill, in milliseconds. */
const LONGEST_MS = 900

/** A workspace on a running server, with who writes and reads in it. */
export async function openShop(service: Killable): Promise<{ writers: Writer<any>[]; reader: Reader }> {
  const { id: workspaceId } = await service.operate('workspace create', {
    name: 'Harbour',
    currency: 'GBP',
    timezone: 'UTC',
    taxLabel: 'ex VAT',
    plan: 'active',
  })
  const enter = async (name: string): Promise<Shop> => {
    const { id: keyId, key } = await service.operate('key create', { workspaceId, name, scope: 'write' })
    return { service, workspaceId, key, keyId }
  }
  const owner = await enter('Owner')
  const customers = ['QUAY-0', 'QUAY-1', 'QUAY-2'].map((accountCode) => ({ accountCode, name: accountCode }))
  await service.call(owner.key, 'PUT', '/customers', { customers })
  const products = [0, 1, 2].map((i) => ({ sku: `ORDERED-${i}`, name: 'Jug', listPrice: 100, unitLabel: 'each' }))
  await service.call(owner.key, 'PUT', '/products', { products })
  const writers = [
    new ShelfWriter(await enter('East'), 'EAST'),
    new ShelfWriter(await enter('West'), 'WEST'),
    new NewcomerWriter(await enter('Newcomers'), 0),
    new CustomerWriter(await enter('Customers'), 0),
    new OrderWriter(await enter('Orders'), { orders: 0, steps: 0 }),
  ]
  return { writers, reader: new Reader(owner) }
}

/**
 * Has all of them at work, and ends the server under them by `end` at some moment: every other time once each of them
 * was answered, so that there is something to lose.
 */
export async function workUntil(
  { writers, reader }: { writers: Writer<any>[]; reader: Reader },
  { round, end }: { round: number; end: () => Promise<void> },
): Promise<void> {
  const answered = writers.map((writer) => writer.answered)
  const working = Promise.all([...writers.map((writer) => writer.write()), reader.read()])
  const over = new AbortController()
  void working.catch(() => {}).finally(() => over.abort())
  const everyoneAnswered = () =>
    until(() => over.signal.aborted || writers.every((writer, i) => writer.answered > answered[i]!), { everyMs: 5 })
  // Whoever finds something wrong says so at once.
  if (round % 2 === 0) await Promise.race([everyoneAnswered(), working])
  await Promise.race([setTimeout(chance() * LONGEST_MS), working])
  await end()
  await working
}

export async function expectNothingLost(service: Killable, writers: Writer<any>[]): Promise<void> {
  await service.look(async (db) => {
    for (const writer of writers) await writer.check(db)
    await expectWhole(db)
  })
}
