import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { DraftSaver } from '../../web/src/console/price-changes/draft-saver.ts'

type Cell = { productId: string; from: number | null; to: number | null }

/** A service that takes cells as the real one does, and whose answers get lost, before or after it has worked. */
function unreliableService(losses: ('before' | 'after' | null)[]) {
  const prices = new Map<string, number | null>()
  const save = async (cells: Cell[]) => {
    const loss = losses.shift() ?? null
    if (loss === 'before') throw new Error('No answer.')
    const refused = cells.flatMap(({ productId, from, to }, index) => {
      const present = prices.get(productId) ?? null
      if (from !== present && to !== present) return [{ index, sku: productId, reason: 'changed' as const, present }]
      prices.set(productId, to)
      return []
    })
    if (loss === 'after') throw new Error('No answer.')
    return { id: null, version: null, changed: cells.length, added: 0, removed: 0, taken: [], refused }
  }
  return { prices, save }
}

const edit = fc.record({ product: fc.nat(3), to: fc.integer({ min: 1, max: 9 }), pause: fc.boolean() })

test('whatever answers are lost, everything that was typed is saved in the end, and nothing is refused', async () => {
  vi.useFakeTimers()
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.array(edit, { minLength: 1, maxLength: 12 }),
        fc.array(fc.constantFrom('before' as const, 'after' as const, null), { maxLength: 8 }),
        async (edits, losses) => {
          const { prices, save } = unreliableService([...losses])
          const saver = new DraftSaver({
            save: save as never,
            undo: async () => ({ id: null, version: null }),
            onSaved: () => {},
            why: ({ reason }) => reason,
            failure: () => ({ text: 'No answer.', mayPass: true }),
            amount: String,
          })
          const shown = new Map<string, number | null>()
          for (const { product, to, pause } of edits) {
            const productId = `P${product}`
            saver.edit([{ productId, sku: productId, from: shown.get(productId) ?? null, to }])
            shown.set(productId, to)
            if (pause) await vi.advanceTimersByTimeAsync(400)
          }
          await vi.advanceTimersByTimeAsync(200_000)
          expect(saver.state()).toMatchObject({ phase: 'saved', notTaken: [] })
          expect(Object.fromEntries(prices)).toEqual(Object.fromEntries(shown))
        },
      ),
    )
  } finally {
    vi.useRealTimers()
  }
})
