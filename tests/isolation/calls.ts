import fc from 'fast-check'
import type { OperationName } from '../../server/src/ops/all-operations.ts'
import { operate } from './operations.ts'
import { readPath } from './reads.ts'
import { some } from './values.ts'
import { write } from './writes.ts'

/**
 * Generated calls of the API and of the operator. What differs between workspaces stands in them as a name to be filled
 * in: `{own.order.2}` and `{other.order.2}` for ids, `{mark}` and `{other.mark}` for the word that a workspace has in
 * all its texts, `"{money.7}"` for an amount such as only this workspace has.
 */
export type Call =
  | { does: 'read'; path: string; tag: 'none' | 'own' | 'other'; times: number }
  | { does: 'read together'; paths: string[] }
  | { does: 'write'; method: 'PUT' | 'PATCH' | 'POST'; path: string; body: object | string }
  | { does: 'operate'; operation: OperationName; input: object }
  | { does: 'wait'; seconds: number }

/** A call, be it a read or a write. */
export const anyCall: fc.Arbitrary<Call> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      does: fc.constant('read' as const),
      path: readPath,
      tag: fc.constantFrom('none', 'none', 'own', 'other'),
      times: some(3),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('read together' as const),
      paths: fc.array(readPath, { minLength: 2, maxLength: 8 }),
    }),
  },
  { weight: 6, arbitrary: write.map((write) => ({ does: 'write' as const, ...write })) },
  { weight: 8, arbitrary: operate.map((operate) => ({ does: 'operate' as const, ...operate })) },
)

/** The same, or time that goes by. */
export const callOrWait: fc.Arbitrary<Call> = fc.oneof(
  { weight: 24, arbitrary: anyCall },
  { weight: 1, arbitrary: some(7_200).map((seconds) => ({ does: 'wait' as const, seconds })) },
)
