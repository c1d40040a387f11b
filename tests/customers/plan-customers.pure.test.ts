import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MATCHES_NEEDED, planCustomers, wantedCustomers } from '../../server/src/customers/plan-customers.ts'
import type { CustomerItem, StoredCustomer } from '../../server/src/customers/plan-customers.ts'
import { InvalidInput } from '../../server/src/errors.ts'
import { matchingKey } from '../../server/src/lib/matching-key.ts'

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

/** What a look-up finds, as the database does it: of all that a key has in common, MATCHES_NEEDED. */
function lookUp(customers: readonly StoredCustomer[], items: readonly CustomerItem[]): StoredCustomer[] {
  const column = { accountCode: 'account_code', email: 'email', name: 'name' } as const
  const found = wantedCustomers(items).flatMap(({ by, key, uncoded }) =>
    customers
      .filter(({ values }) => !uncoded || values.account_code === null)
      .filter(({ values }) => matchingKey(values[column[by]] ?? '') === key)
      .slice(0, MATCHES_NEEDED),
  )
  return [...new Set(found)]
}

/** What a call does, or why it is refused; the ids of new customers are made as they are needed. */
function outcome(items: readonly CustomerItem[], existing: readonly StoredCustomer[]) {
  try {
    const { creates, updates } = planCustomers(items, existing)
    return { creates: creates.map(({ values }) => values), updates }
  } catch (error) {
    if (error instanceof InvalidInput) return error.issues
    throw error
  }
}

test('a few customers of each e-mail and name tell as much as all of them', () => {
  const value = fc.record({ name, account_code: fc.boolean(), email: fc.option(email) })
  const customers = fc.array(value, { maxLength: 12 }).map((all) =>
    all.map(({ account_code, ...shared }, i): StoredCustomer => ({
      id: `id-${i}`,
      values: {
        ...shared,
        account_code: account_code ? (['A', 'B', 'C'][i] ?? `X${i}`) : null,
        phone: null,
        contact_name: null,
        payment_terms_days: null,
        credit_limit: null,
        open_balance: null,
        min_order_value: null,
        po_required: false,
        group_id: null,
        notes: null,
        addresses: [],
        active: true,
      },
    })),
  )
  fc.assert(
    fc.property(customers, call, (existing, items) => {
      const found = lookUp(existing, items)
      expect(found.length).toBeLessThanOrEqual(items.length * (1 + 2 * MATCHES_NEEDED))
      expect(outcome(items, found)).toEqual(outcome(items, existing))
    }),
    { numRuns: 5_000 },
  )
})
