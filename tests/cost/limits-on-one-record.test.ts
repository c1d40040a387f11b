import { expect, inject, test } from 'vitest'
import { attack } from './attacker.ts'
import type { Case } from './cases/case.ts'
import { walkDocuments } from './cases/index.ts'
import { useLargeServer } from './large-server.ts'
import { ONE_RECORD } from './one-record.ts'
import { PATIENCE_MS, SHOWN, times } from './sizes.ts'

/**
 * What `operations.test.ts` spreads over many records is all on one here: the agreed prices of a customer and its price
 * group on a product, the price changes of that product, the lines, history and notes of an order, the longest texts. One
 * caller makes one call after another: a single call has to leave room for others.
 */

/** The first order. */
const order: Case = async (_stock, _number, read) => ({ params: { id: (await read('/find?code=1'))[0].id } })

/** The dearest calls there, with what is dearer here than the worst call of that operation elsewhere. */
const DEAREST: Record<string, Case | undefined> = {
  'api listProducts': () => ({ query: { customer: 'C-1', limit: 50 } }),
  'api explainPrice': () => ({ query: { customer: 'C-1', sku: 'PL-0000', qty: 1 } }),
  'api readPriceFeed': undefined,
  'api readCustomer': undefined,
  'pages readBuyersProduct': undefined,
  'pages listBuyersProducts': () => ({ query: { limit: 50 } }),
  'pages readBasket': undefined,
  'pages readSavedList': undefined,
  'pages readPriceSteps': undefined,
  'pages readListPrices': undefined,
  'pages listCustomerPrices': (stock) => ({ params: { id: stock.ids['product']![0]! }, query: { limit: 50 } }),
  'pages explainPrice': undefined,
  'pages readOrder': order,
  'pages quoteOrder': undefined,
  'pages placeOrder': undefined,
  'pages previewLines': undefined,
  'pages changeLines': undefined,
  'pages addToBasket': undefined,
  'pages addToList': undefined,
  'pages changeList': undefined,
  'pages pasteAgreedPrices': undefined,
}

/** The p99 of a neighbour's reads and of `/healthz` meanwhile, in milliseconds. On the embedded database all wait for a call. */
const LIMITS_MS = { postgres: { reads: 500, health: 1_000 }, pglite: { reads: 5_000, health: 5_000 } }
const ATTACK_MS = times(3_000)
/** Other processes disturb what is measured: each round takes longer than the one before. */
const ROUNDS = 3
const LATE_MS = 20_000

const large = useLargeServer(ONE_RECORD)
const { attacks } = await walkDocuments()

test.each(Object.entries(DEAREST))(
  'beside %s, with all of a limit on one record, others are answered',
  { timeout: PATIENCE_MS },
  async (id, own) => {
    const limits = LIMITS_MS[inject('engine').name]
    for (let round = 1; ; round++) {
      const { wrong, done, beside } = await faredBeside(id, own, round * ATTACK_MS)
      expect(wrong).toEqual([])
      const fared = {
        refused: beside.refused,
        reads: beside.reads <= limits.reads,
        health: beside.health <= limits.health,
      }
      const isWell = done.has(id) && fared.refused === 0 && fared.reads && fared.health
      if (!isWell && round < ROUNDS) continue
      expect([...done]).toEqual([id])
      expect({ ...beside, ...fared }).toMatchObject({ refused: 0, reads: true, health: true })
      return
    }
  },
)

async function faredBeside(id: string, own: Case | undefined, ms: number) {
  const { server, stock, neighbourhood } = large
  const product = [await firstProduct()]
  await neighbourhood.untilCalm()
  const over = new AbortController()
  const members = attacks.filter((one) => one.id === id).map((one) => ({ ...one, case: own ?? one.case }))
  const attacking = attack(server, { ...stock, ids: { ...stock.ids, product } }, members, over.signal, 1)
  attacking.catch(() => {})
  const beside = await neighbourhood.watch(ms, LATE_MS).finally(() => over.abort())
  const fared = { ...(await attacking), beside }
  if (SHOWN) console.log(`${JSON.stringify(beside)}; ${fared.statuses}`)
  return fared
}

async function firstProduct(): Promise<string> {
  const { server, stock } = large
  const headers = { authorization: `Bearer ${stock.attacker.key}` }
  const answer = await fetch(`${server.url}/api/v1/products?q=PL-0000`, { headers })
  const { data } = (await answer.json()) as { data: { id: string }[] }
  return data[0]!.id
}
