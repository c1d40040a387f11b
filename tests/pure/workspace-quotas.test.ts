import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WorkspaceQuotas } from '../../server/src/http/limits/workspace-quotas.ts'

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)

test('no workspace has more than its share, all have no more than there is, and what is given back is there again', () => {
  const step = fc.record({ workspace: fc.constantFrom('a', 'b', 'c'), amount: fc.integer({ min: 1, max: 8 }) })
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const quotas = new WorkspaceQuotas({ total: 20, perWorkspace: 10 })
      const taken = { a: [] as number[], b: [] as number[], c: [] as number[] }
      for (const { workspace, amount } of steps) {
        const own = sum(taken[workspace]) + amount
        const all = sum(Object.values(taken).flat()) + amount
        const fits = own <= 10 && all <= 20
        expect(quotas.acquire(workspace, amount)).toBe(fits)
        if (fits) taken[workspace].push(amount)
        else if (taken[workspace].length > 0) quotas.release(workspace, taken[workspace].pop()!)
      }
    }),
  )
})
