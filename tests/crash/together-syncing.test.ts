import { expect, test } from 'vitest'
import { until } from '../given/until.ts'
import { shuffled } from './chance.ts'
import { useProcesses } from './processes.ts'
import { inSomeCase, lastOnes, listed, put, upTo } from './sent.ts'
import type { Sent } from './sent.ts'
import { expectWhole } from './wholeness.ts'

const service = useProcesses()

const total = (sent: readonly Sent[], field: string) => sent.reduce((sum, { data }) => sum + data[field], 0)

const part = (i: number, call: string) => ({
  sku: inSomeCase(`Part-${i}-é`),
  name: call,
  description: call,
  brand: inSomeCase(`Brand ${i % 3}`),
  category: inSomeCase('Range'),
  details: { call },
  listPrice: 100,
  unitLabel: 'each',
})

test('the same products created and changed by everyone, in any order and spelling, are one each, and the last call’s', async () => {
  const { newKey } = await service.workspace()
  const keys = await Promise.all(upTo(4).map((i) => newKey(`ERP ${i}`)))
  const client = async (who: number) => {
    const sent: Sent[] = []
    for (const round of upTo(6)) {
      const call = `${who}.${round}`
      const rows = shuffled(upTo(30)).slice(0, 20)
      sent.push(
        await put(
          service,
          keys[who % keys.length]!,
          rows.map((i) => part(i, call)),
          { call },
        ),
      )
    }
    return sent
  }
  const sent = (await Promise.all(upTo(12).map(client))).flat()
  const products = await listed(service, keys[0]!)
  expect(new Set(products.map(({ sku }) => sku.toLowerCase())).size).toBe(products.length)
  expect(total(sent, 'created')).toBe(products.length)
  expect(total(sent, 'created') + total(sent, 'updated')).toBe(12 * 6 * 20)
  for (const { sku, name, description, details } of products) {
    expect({ description, details }).toEqual({ description: name, details: { call: name } })
    expect(lastOnes(sent, sku)).toContain(name)
  }
  const { body } = await service.call(keys[0]!, 'GET', '/brands')
  expect(body.data.map(({ name }: any) => name.toLowerCase())).toEqual(['brand 0', 'brand 1', 'brand 2'])
})

const priced = (i: number, listPrice: number) => ({ sku: `P-${i}`, name: `P ${i}`, listPrice, unitLabel: 'each' })

test('a draft filled by several keys, and published while they and others sync the same products, loses no price', async () => {
  const { workspaceId, newKey } = await service.workspace()
  const keys = await Promise.all(upTo(4).map((i) => newKey(`ERP ${i}`)))
  await put(
    service,
    keys[0]!,
    upTo(40).map((i) => priced(i, 100)),
  )
  const draft: string = (await put(service, keys[0]!, [priced(0, 101)])).data.priceChangeId

  const filled: Sent[] = []
  let refused = 0
  const fill = async (who: number) => {
    for (let n = 0; refused < keys.length; n++) {
      const listPrice = 1_000 + n * 10 + who
      const products = shuffled(upTo(40))
        .slice(0, 25)
        .map((i) => priced(i, listPrice))
      const began = performance.now()
      const { status, body } = await service.call(keys[who]!, 'PUT', '/products', { products, priceChangeId: draft })
      if (status === 400) return void refused++
      const skus = products.map(({ sku }) => sku.toLowerCase())
      filled.push({ call: String(listPrice), skus, began, ended: performance.now(), data: body.data })
    }
  }
  const others: Sent[] = []
  const sync = async (who: number) => {
    for (let n = 0; refused < keys.length; n++) {
      const rows = shuffled(upTo(40)).map((i) => priced(i, 500_000 + n * 10 + who))
      others.push(await put(service, keys[who]!, rows))
    }
  }
  const publish = async () => {
    await until(() => filled.length >= 12, { everyMs: 5 })
    return service.operate('price-change publish', { workspaceId, id: draft })
  }
  const [published] = await Promise.all([publish(), ...upTo(4).map(fill), ...upTo(2).map(sync)])
  expect({ ...published, refused }).toMatchObject({ lineCount: 40, skipped: 0, refused: 4 })

  const { body } = await service.call(keys[0]!, 'GET', `/price-changes/${draft}?limit=100`)
  expect({ count: body.data.lineCount, lines: body.data.lines.length }).toEqual({ count: 40, lines: 40 })
  const prices = new Map<string, number>(body.data.lines.map(({ sku, newPrice }: any) => [sku, newPrice]))
  const products = await listed(service, keys[0]!)
  expect(new Map(products.map(({ sku, price }) => [sku, price.list]))).toEqual(prices)
  for (const [sku, price] of prices) {
    const possible = lastOnes(filled, sku)
    if (possible.length > 0) expect(possible).toContain(String(price))
  }
  // Each of the others' calls found a price to change, and put all of them into its own draft.
  expect(new Set(others.map(({ data }) => data.priceChangeId)).size).toBe(others.length)
  expect(others.map(({ data }) => data.priceChanges)).toEqual(others.map(() => 40))
})

test('and nothing of all that is half done', () => service.endAndLook(async (db) => expectWhole(db)))
