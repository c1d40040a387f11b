import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linesAsPlaced } from '../../server/src/orders/place-order.ts'
import { byDepth } from '../given/depth.ts'
import { useService } from '../given/service.ts'
import { givenChangeable } from '../given/changeable.ts'
import { givenMember } from '../given/member.ts'
import { move, readOrder } from '../given/order.ts'

const service = useService()

const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ sku: fc.constantFrom('PLATE', 'BOWL', 'CUP'), qty: fc.nat(20), again: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.constantFrom('confirm' as const, 'cancel' as const) },
)

function expectExact({ subtotal, lines, lineCount }: any): void {
  expect(lines.reduce((sum: number, { price, qty }: any) => sum + price.unit * qty, 0)).toBe(subtotal)
  expect(lines).toHaveLength(lineCount)
}

function bySku(lines: readonly { sku: string; qty: number }[]): string[] {
  return lines.map(({ sku, qty }) => `${sku} ${qty}`).toSorted()
}

test('totals are exact while two of the staff and a program work on one order, and a buyer looks', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(act, act, act), { minLength: 2, maxLength: 5 }), async (rounds) => {
      const { workspace, buyer, staff, id, placed, change } = await givenChangeable(service)
      const owner = await givenMember(service, workspace, 'owner')
      let changed = 0
      for (const acts of rounds) {
        const { lines, history, status } = await readOrder(workspace, id)
        const done = await Promise.all([
          ...acts.map((one, i) => {
            const by = i === 0 ? staff : owner
            if (one === 'confirm') return move(service, workspace, id, { status: 'confirmed' })
            if (one === 'cancel') return by.patch(`/orders/${id}`, { status: 'cancelled', seen: status, note: 'Rang.' })
            const line = lines.find(({ sku }: any) => sku === one.sku)
            const which = line ? { id: line.id, price: one.again ? 'today' : 'kept' } : { sku: one.sku }
            return change([{ ...which, qty: one.qty }], { seen: history.length, by })
          }),
          buyer.get(`/orders/${id}`),
          workspace.get(`/orders/${id}`),
        ])
        for (const { body } of done.slice(acts.length)) expectExact(body.data)
        const succeeded = acts.filter((one, i) => typeof one === 'object' && done[i]!.status === 200).length
        expect(succeeded).toBeLessThanOrEqual(1)
        changed += succeeded
      }
      const order = await readOrder(workspace, id)
      expectExact(order)
      const changes = order.history.flatMap((step: any) => step.changes ?? [])
      expect(changes).toHaveLength(changed)
      const sums = [8700, ...changes.map(({ subtotal }: any) => subtotal.to)]
      expect(changes.map(({ subtotal }: any) => subtotal.from)).toEqual(sums.slice(0, -1))
      expect(order.subtotal).toBe(sums.at(-1))
      expect(bySku(linesAsPlaced(order))).toEqual(bySku(placed))
    }),
    { numRuns: byDepth({ quick: 4, deep: 40 }) },
  )
})
