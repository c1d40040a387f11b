import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differences, mergeList } from '../../web/src/portal/lists/merge-list.ts'
import type { Draft } from '../../web/src/portal/lists/merge-list.ts'

const line = fc.record({
  productId: fc.constantFrom(...'abcdef'),
  qty: fc.integer({ min: 1, max: 3 }),
  par: fc.constantFrom(null, 1, 2),
})
const draft: fc.Arbitrary<Draft> = fc.record({
  name: fc.constantFrom('Bar', 'Kitchen', 'Cellar'),
  shared: fc.boolean(),
  lines: fc
    .uniqueArray(line, { selector: ({ productId }) => productId })
    .map((lines) => lines.map((one) => ({ ...one, name: one.productId.toUpperCase() }))),
})

function find({ lines }: Draft, id: string) {
  return lines.find(({ productId }) => productId === id)
}

test('where only one of two has changed a list, the other one gets exactly that', () => {
  fc.assert(
    fc.property(draft, draft, (seen, changed) => {
      expect(mergeList(seen, seen, changed)).toEqual({ draft: changed, told: differences(seen, changed) })
      const mine = mergeList(seen, changed, seen)
      expect(mine.told).toEqual([])
      expect(differences(mine.draft, changed)).toEqual([])
    }),
  )
})

test('nothing that either has changed is overwritten without being told', () => {
  fc.assert(
    fc.property(draft, draft, draft, (seen, mine, theirs) => {
      const { draft: merged, told } = mergeList(seen, mine, theirs)
      expect(new Set(merged.lines.map(({ productId }) => productId)).size).toBe(merged.lines.length)
      for (const id of 'abcdef') {
        const [old, own, there, now] = [seen, mine, theirs, merged].map((one) => find(one, id))
        // What one has typed oneself stays.
        if (own && own.qty !== old?.qty) expect(now?.qty).toBe(own.qty)
        // What only the colleague has changed is taken.
        if (own && old && there && own.qty === old.qty) expect(now?.qty).toBe(there.qty)
        if (there && old && there.qty !== old.qty) expect(told.some((what) => what.startsWith(there.name))).toBe(true)
      }
    }),
  )
})
