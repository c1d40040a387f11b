import { expect, test } from 'vitest'
import { planChange } from '../../server/src/orders/plan-changes.ts'
import type { OrderWithLines } from '../../server/src/orders/order-rows.ts'
import type { AssessedLine } from '../../server/src/orders/price-lines.ts'

/** More than an order can have, so that comparing each with each would take seconds. */
const MANY = 10_000
const at = new Date('2026-03-02T09:30:00.000Z')
const price = { unit: 100, line: 100, list: 100, discountBp: 0, source: 'list', label: '' }

function many<T>(make: (i: number) => T): T[] {
  return Array.from({ length: MANY }, (_, i) => make(i))
}

test('lines are added to an order without comparing each with each', () => {
  const lines = many((i) => ({ id: `line-${i}`, productId: `old-${i}`, sku: `Ärmel-${i}`, qty: 1, price }))
  const order = { lines, subtotal: MANY * 100, taxRateBp: null } as unknown as OrderWithLines
  const asked = many((i) => ({ sku: i === 7 ? 'ÄRMEL-9' : `Neu-${i}`, qty: 1 }))
  const today = new Map(
    asked.map((change, i) => {
      const product = { id: `new-${i}`, skuKey: change.sku.toLowerCase(), sku: change.sku }
      return [change, { product, evaluation: { price, candidates: [] }, obstacle: null } as unknown as AssessedLine]
    }),
  )
  const began = process.threadCpuUsage()
  const plan = planChange(order, asked, { today, at, by: 'Ruth Calder' })
  expect(process.threadCpuUsage(began).user).toBeLessThan(1_000_000)
  const problems = plan.lines.flatMap(({ problem }, i) => (problem ? [[i, problem]] : []))
  expect(problems).toEqual([[7, '"ÄRMEL-9" is in this order already: give its line another quantity.']])
})
