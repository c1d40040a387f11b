import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UpsertCustomers } from '../../server/src/api/v1/customer-schema.ts'
import { UpsertProducts } from '../../server/src/api/v1/product-schema.ts'
import { bulkBodyOf, validateInSlices } from '../../server/src/http/bodies/bulk-body.ts'

const text = fc.constantFrom('a', ' a ', 'A', '', ' ', '\u0000', 'x'.repeat(400), 'a@b.example')
const any = fc.oneof(text, fc.constantFrom(1, -1, null, true, [], {}, undefined))
const row = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ sku: text, name: text, listPrice: fc.constantFrom(1, -1, 'a'), unitLabel: text }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      sku: fc.constantFrom('a', 'b', ' B'),
      name: fc.constant('n'),
      unitLabel: fc.constant('u'),
      listPrice: fc.constant(1),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.dictionary(fc.constantFrom('name', 'email', 'details', 'onlyFor', 'notes', 'unknown'), any),
  },
  any,
)
const rows = fc.oneof({ weight: 8, arbitrary: fc.array(row, { maxLength: 5 }) }, fc.constant(Array(101).fill(1)), any)
const body = fc.oneof(
  { weight: 8, arbitrary: fc.record({ products: rows, customers: rows, priceChangeId: any }, { requiredKeys: [] }) },
  any,
)

test.each([UpsertProducts, UpsertCustomers])(
  'a body that is validated in slices is what it is at once',
  async (schema) => {
    await fc.assert(
      fc.asyncProperty(body, async (input) => {
        const { success, data, error } = schema.safeParse(input)
        const expected = success ? { value: data } : { issues: error!.issues }
        expect(await validateInSlices(bulkBodyOf(schema)!, input)).toEqual(expected)
      }),
      { numRuns: 1_000 },
    )
  },
)
