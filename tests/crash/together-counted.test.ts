import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useProcesses } from './processes.ts'
import { upTo } from './sent.ts'
import { expectWhole } from './wholeness.ts'

/** All that two keys of a workspace send at once is less than one process takes on for one workspace (250). */
const LIMIT = 70
const service = useProcesses({ RATE_LIMIT_PER_MINUTE: String(LIMIT) })

const priced = (i: number, listPrice: number) => ({ sku: `P-${i}`, name: 'P', listPrice, unitLabel: 'each' })

test('of the requests that a key sends to all processes at once, as many as its limit are answered, and no more', async () => {
  const { newKey } = await service.workspace()
  const keys = await Promise.all(['One', 'Other'].map(newKey))
  const statuses = await Promise.all(
    keys.map((key) =>
      Promise.all(upTo(LIMIT + 50).map(async () => (await service.call(key, 'GET', '/workspace')).status)),
    ),
  )
  for (const ofKey of statuses) {
    expect(ofKey.filter((status) => status === 200)).toHaveLength(LIMIT)
    expect(ofKey.filter((status) => status === 429)).toHaveLength(50)
  }
})

/** What a customer is found by differs from call to call, and so does the spelling. */
const customer = (round: number, i: number, call: number) => ({
  name: call % 2 === 0 ? `CAFÉ ${round} ${i}` : `Café ${round} ${i}`,
  ...((i + call) % 4 !== 0 && { email: `${call % 2 === 0 ? 'Bo' : 'bo'}@cafe-${i}.example` }),
  ...((i + call) % 3 === 0 && { accountCode: `${call % 2 === 0 ? 'c' : 'C'}-${round}-${i}` }),
  notes: String(call),
})

test('the same customers sent by everyone, by code, e-mail or name, are one each', async () => {
  // The first time, the processes are slow to begin, each in its own way.
  for (const round of upTo(4)) {
    const { newKey } = await service.workspace()
    const key = await newKey('ERP')
    const answers = await Promise.all(
      upTo(16).map((call) => {
        const customers = upTo(20).map((i) => customer(round, i, call))
        return service.call(key, 'PUT', '/customers', { customers })
      }),
    )
    expect(answers.map(({ status, text }) => ({ status, text }))).toEqual(
      answers.map(() => expect.objectContaining({ status: 200 })),
    )
    const { body } = await service.call(key, 'GET', '/customers')
    expect(body.data).toHaveLength(20)
    expect(answers.reduce((sum, answer) => sum + answer.body.data.created, 0)).toBe(20)
    expect(answers.reduce((sum, answer) => sum + answer.body.data.updated, 0)).toBe(15 * 20)
    // Each call wrote all of them: the last one's word is everywhere.
    expect(new Set(body.data.map(({ notes }: any) => notes)).size).toBe(1)
  }
})

test('an order that everyone moves on at once is moved once a step', async () => {
  const { workspaceId, newKey } = await service.workspace()
  const key = await newKey('ERP')
  await service.call(key, 'PUT', '/customers', { customers: [{ accountCode: 'QUAY', name: 'Quay' }] })
  const products = [{ sku: 'P', name: 'P', listPrice: 100, unitLabel: 'each' }]
  await service.call(key, 'PUT', '/products', { products })
  const place = () =>
    service.operate('order place', { workspaceId, customer: 'QUAY', lines: [{ sku: 'P', qty: 1 }], token: 'one' })
  const placed = await Promise.all(upTo(5).map(place))
  expect(new Set(placed.map(({ id }) => id)).size).toBe(1)
  const { id } = placed[0]!
  for (const moves of [['confirmed'], ['dispatched', 'cancelled'], ['completed']]) {
    const answers = await Promise.all(
      upTo(12).map((i) =>
        service.call(key, 'PATCH', `/orders/${id}`, { status: moves[i % moves.length], note: `Caller ${i}` }),
      ),
    )
    const moved = answers.filter(({ status }) => status === 200)
    if (moves.includes('completed') && moved.length === 0) break
    expect(moved).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(11)
  }
  const { body } = await service.call(key, 'GET', `/orders/${id}`)
  expect(body.data.history.at(-1).status).toBe(body.data.status)
})

test('what is scheduled is published once, by one of the processes that all look for it', async () => {
  const { workspaceId, newKey } = await service.workspace()
  const key = await newKey('ERP')
  await service.call(key, 'PUT', '/products', { products: upTo(40).map((i) => priced(i, 100)) })
  const ids: string[] = []
  // One after the other: a workspace has 24 such calls in progress at most.
  for (const i of upTo(40)) {
    const { body } = await service.call(key, 'PUT', '/products', { products: [priced(i, 200 + i)] })
    ids.push(body.data.priceChangeId)
  }
  const at = new Date(Date.now() + 3_000).toISOString()
  await Promise.all(ids.map((id) => service.operate('price-change schedule', { workspaceId, id, at })))
  // Its own key: what is polled for counts towards the limit.
  const watching = await newKey('Watching')
  const open = async () =>
    (await service.call(watching, 'GET', '/price-changes')).body.data.filter(
      ({ status }: any) => status !== 'published',
    )
  await expect.poll(open, { timeout: 30_000, interval: 500 }).toEqual([])
  const { body } = await service.call(key, 'GET', '/activity')
  const publications = body.data.filter(({ action }: any) => action === 'price_change.publish')
  expect(publications.map(({ subject }: any) => subject.id).toSorted()).toEqual(ids.toSorted())
})

test('and nothing of all that is half done', async () => {
  await service.endAndLook(async (db) => {
    await expectWhole(db)
    const { rows } = await sql`select workspace_id from rate_limit_window where requests > ${LIMIT + 50}`.execute(db)
    expect(rows).toEqual([])
  })
})
