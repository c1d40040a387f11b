import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { addDays, dayOf, startOfDay } from '../../server/src/lib/local-time.ts'
import { byDepth } from '../given/depth.ts'
import { done, expectDone, item, send } from '../given/given.ts'
import { readOrder } from '../given/order.ts'
import { givenQuotes } from '../given/quote.ts'
import { useService } from '../given/service.ts'

const service = useService()

/** With days of 23 and 25 hours in them, and clocks that are ahead of and behind UTC. */
const ZONES = ['Europe/London', 'Pacific/Auckland', 'America/St_Johns', 'America/Santiago', 'UTC']

const unit = fc.integer({ min: 0, max: 1_000_000 })
const story = fc.record({
  timezone: fc.constantFrom(...ZONES),
  days: fc.integer({ min: 0, max: 20 }),
  lines: fc.array(fc.record({ unit, qty: fc.integer({ min: 1, max: 999 }) }), { minLength: 2, maxLength: 2 }),
  /** What the products cost later. */
  later: fc.array(unit, { minLength: 2, maxLength: 2 }),
  /** The moment of the order: so many milliseconds behind the end of the last day. */
  at: fc.oneof(fc.integer({ min: -2, max: 1 }), fc.integer({ min: -3_700_000, max: 3_700_000 })),
})

test('at every instant an order from a quote has its prices to the penny, and after its last day there is none', async () => {
  const { now } = service.time
  onTestFinished(() => void (service.time.now = now))
  const { workspace, staff, buyer } = await givenQuotes(service)
  const { db } = workspace.context
  let number = 0
  await fc.assert(
    fc.asyncProperty(story, async ({ timezone, days, lines, later, at }) => {
      service.time.now = now
      await db.updateTable('workspace').set({ timezone }).where('id', '=', workspace.id).execute()
      const priced = lines.map((line, i) => ({ ...line, sku: ['PLATE', 'BOWL'][i]!, orMore: false }))
      const asked = priced.map(({ sku, qty }) => ({ sku, qty }))
      const { id } = await done(staff.post('/quotes', { customer: 'QUAY', lines: asked }))
      const validUntil = addDays(dayOf(now, timezone), days)
      expectDone(await staff.put(`/quotes/${id}`, { version: 1, lines: priced, validUntil, message: null }))
      expectDone(await staff.post(`/quotes/${id}/send`, { version: 2, lowPrices: true }))
      number += 1
      await send(workspace, [
        item({ sku: 'PLATE', name: 'Azure plate', listPrice: later[0] }),
        item({ sku: 'BOWL', name: 'Azure bowl', listPrice: later[1], unitLabel: 'box of 6' }),
      ])
      const end = startOfDay(addDays(validUntil, 1), timezone).getTime()
      // Not before it was sent.
      service.time.now = new Date(Math.max(end + at, now.getTime()))
      const isOver = service.time.now.getTime() >= end
      const answer = await buyer.post(`/quotes/${id}/order`, {})
      expect(answer.status).toBe(isOver ? 400 : 200)
      expect((await done(staff.get(`/quotes/${id}`))).status).toBe(isOver ? 'expired' : 'ordered')
      if (isOver) return
      const order = await readOrder(workspace, answer.body.data.id)
      expect(order.lines.map(({ qty, price }: any) => ({ qty, unit: price.unit, line: price.line }))).toEqual(
        lines.map(({ qty, unit }) => ({ qty, unit, line: unit * qty })),
      )
      expect(order.lines.every(({ price }: any) => price.source === 'quote')).toBe(true)
      expect(order.lines[0].price.label).toMatch(new RegExp(`^Quote ${number}, until `))
    }),
    { numRuns: byDepth({ quick: 12, deep: 60 }) },
  )
})
