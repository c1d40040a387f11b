import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { byDepth } from '../given/depth.ts'
import type { Answer } from '../given/service.ts'
import { useService } from '../given/service.ts'
import { expectDone } from '../given/given.ts'
import type { TestBuyer } from '../given/buyer.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import { orderingShop } from '../given/order.ts'

const service = useService()

/** `BUYERS=200` orders more at once than a workspace may have in progress. */
const BUYERS = Number(process.env['BUYERS'] ?? byDepth({ quick: 8, deep: 40 }))

/** Sends it again while the service sheds load, as a client does: placing a basket is safe to repeat. */
async function insist(send: () => Promise<Answer>): Promise<any> {
  for (;;) {
    const answer = await send()
    if (answer.status !== 503) {
      expectDone(answer)
      return answer.body.data
    }
    await setTimeout(Math.random() * 200)
  }
}

/** The plates to order, as they are shown. */
async function fill(buyer: TestBuyer, qty: number) {
  const { basket } = await insist(() => buyer.post('/basket/lines', { lines: [{ sku: 'PLATE', qty }] }))
  const { token, lines } = basket
  return { token, lines: lines.map(({ productId, price }: any) => ({ productId, qty, unit: price.unit })) }
}

test(`${BUYERS} buyers order at once, each by a double click: each has one order, and no number is lost or doubled`, async () => {
  const { workspace, customerId } = await orderingShop(service)
  const buyers: TestBuyer[] = []
  const baskets: object[] = []
  for (let i = 0; i < BUYERS; i++) {
    buyers.push(await givenSignedInBuyer(service, workspace, customerId))
    baskets.push(await fill(buyers[i]!, i + 1))
  }
  const started = performance.now()
  const clicks = await Promise.all(
    [...buyers.entries(), ...buyers.entries()].map(([i, buyer]) =>
      insist(() => buyer.post('/basket/order', baskets[i])),
    ),
  )
  const seconds = (performance.now() - started) / 1000
  if (process.env['BUYERS']) console.log(`${BUYERS} buyers: ${seconds.toFixed(1)} s`)
  const placed = clicks.slice(0, BUYERS)
  expect(clicks.slice(BUYERS)).toEqual(placed)
  const numbers = placed.map(({ number }) => number)
  const first = Math.min(...numbers)
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: BUYERS }, (_, i) => first + i))
  const orders = await workspace.context.db
    .selectFrom('sales_order')
    .select(['number', 'subtotal', 'buyer_email as email'])
    .where('workspace_id', '=', workspace.id)
    .orderBy('subtotal')
    .execute()
  expect(orders).toEqual(buyers.map(({ email }, i) => ({ number: numbers[i], subtotal: 2550 * (i + 1), email })))
})
