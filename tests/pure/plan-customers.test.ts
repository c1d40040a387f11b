import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planCustomers } from '../../server/src/customers/plan-customers.ts'
import type { StoredCustomer } from '../../server/src/customers/plan-customers.ts'
import type { CustomerItem } from '../../server/src/customers/upsert-customers.ts'
import { InvalidInput } from '../../server/src/errors.ts'

const code = fc.constantFrom('A', 'a', 'B', 'C')
const email = fc.constantFrom('a@x', 'A@x', 'b@x', 'c@x')
const name = fc.constantFrom('Ann', 'ann', 'Bob', 'Cid')
const row = fc.record({ name, accountCode: fc.option(code), email: fc.option(email) }, { requiredKeys: ['name'] })
const call = fc.array(row, { minLength: 1, maxLength: 4 })

/** Customers as calls leave them; a call that is refused leaves nothing. */
function apply(customers: StoredCustomer[], items: CustomerItem[]): StoredCustomer[] {
  try {
    const { creates, updates } = planCustomers(items, customers)
    const written = new Map([...creates, ...updates].map((customer) => [customer.id, customer]))
    const kept = customers.filter(({ id }) => !written.has(id))
    return [...kept, ...written.values()]
  } catch (error) {
    if (error instanceof InvalidInput) return customers
    throw error
  }
}

test('the same call again changes nothing', () => {
  fc.assert(
    fc.property(fc.array(call, { maxLength: 4 }), call, (before, items) => {
      const customers = before.reduce<StoredCustomer[]>(apply, [])
      const after = apply(customers, items)
      if (after === customers) return
      expect(planCustomers(items, after)).toEqual({ creates: [], updates: [] })
    }),
  )
})

test('no row changes the code of a customer but to none, and no code is given twice', () => {
  fc.assert(
    fc.property(fc.array(call, { maxLength: 6 }), (calls) => {
      let customers: StoredCustomer[] = []
      for (const items of calls) {
        const codes = new Map(customers.map(({ id, values }) => [id, values.account_code]))
        customers = apply(customers, items)
        for (const { id, values } of customers) {
          const before = codes.get(id)
          if (before && values.account_code) expect(values.account_code).toBe(before)
        }
        const given = customers.flatMap(({ values }) => values.account_code?.toLowerCase() ?? [])
        expect(new Set(given).size).toBe(given.length)
      }
    }),
  )
})
