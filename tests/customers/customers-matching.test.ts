import { describe, expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { done, expectDone, invalidFields } from '../given/given.ts'

const service = useService()

type Row = { accountCode?: string | null; name: string; email?: string | null; phone?: string | null }

/** A workspace with these customers, and what becomes of each: the rows of a test that reach one leave their phone. */
async function given(...customers: Row[]) {
  const { id, put } = await service.workspace()
  const ids: string[] = []
  const rows = () =>
    service.context.db
      .selectFrom('customer')
      .select(['id', 'account_code as accountCode', 'name', 'email', 'phone'])
      .where('workspace_id', '=', id)
      .orderBy('id')
      .execute()
  // Told apart by codes until all of them are there.
  for (const [i, customer] of customers.entries()) {
    expectDone(await put('/customers', { customers: [{ ...customer, accountCode: customer.accountCode ?? `?${i}` }] }))
  }
  for (const row of await rows()) ids.push(row.id)
  await service.context.db
    .updateTable('customer')
    .set({ account_code: null, account_code_key: null })
    .where('workspace_id', '=', id)
    .where('account_code', 'like', '?%')
    .execute()
  return {
    put: (...sent: Row[]) => put('/customers', { customers: sent }),
    send: (...sent: Row[]) => done(put('/customers', { customers: sent })),
    /** The phones of the customers that were there, and how many came to them. */
    outcome: async () => {
      const found = await rows()
      return { phones: ids.map((id) => found.find((row) => row.id === id)!.phone), added: found.length - ids.length }
    },
    rows,
  }
}

test('a row with an account code is the customer of that code, in any case, whatever its e-mail and name are others’', async () => {
  const { send, outcome } = await given(
    { accountCode: 'A', name: 'Ann' },
    { accountCode: 'B', name: 'Bob', email: 'bob@x.example' },
    { name: 'Cid', email: 'cid@x.example' },
  )
  await send({ accountCode: 'a', name: 'Bob', email: 'cid@x.example', phone: '1' })
  expect(await outcome()).toEqual({ phones: ['1', null, null], added: 0 })
})

test('a row with an account code takes over the customer without a code that has its e-mail, before one that has its name', async () => {
  const { send, outcome, rows } = await given({ name: 'Ann' }, { name: 'Other', email: 'Ann@x.example' })
  await send({ accountCode: 'A-1', name: 'Ann', email: 'ann@X.example', phone: '1' })
  expect(await outcome()).toEqual({ phones: [null, '1'], added: 0 })
  expect((await rows())[1]).toMatchObject({ accountCode: 'A-1', name: 'Ann', email: 'ann@X.example' })
})

test('a row with an account code takes over the customer without a code that has its name, also with another e-mail', async () => {
  const { send, outcome } = await given({ name: 'ANN', email: 'old@x.example' }, { name: 'Bob' })
  await send({ accountCode: 'A', name: 'Ann', email: 'new@x.example', phone: '1' })
  await send({ accountCode: 'B', name: 'bob', phone: '2' })
  expect(await outcome()).toEqual({ phones: ['1', '2'], added: 0 })
})

test('a row with an account code never touches a customer with another code: it is a new one', async () => {
  const { send, outcome } = await given({ accountCode: 'A', name: 'Ann', email: 'ann@x.example' })
  expect(await send({ accountCode: 'B', name: 'Ann', email: 'ann@x.example', phone: '1' })).toEqual({
    created: 1,
    updated: 0,
  })
  expect(await outcome()).toEqual({ phones: [null], added: 1 })
})

test('a row with an account code looks past a customer with another code, to one without', async () => {
  const { send, outcome } = await given({ accountCode: 'A', name: 'Ann', email: 'ann@x.example' }, { name: 'Ann' })
  await send({ accountCode: 'B', name: 'Ann', email: 'ann@x.example', phone: '1' })
  expect(await outcome()).toEqual({ phones: [null, '1'], added: 0 })
})

test('a row without an account code is matched by e-mail, before the name, also to a customer with a code', async () => {
  const { send, outcome } = await given({ accountCode: 'A', name: 'Ann', email: 'ann@x.example' }, { name: 'Bob' })
  await send({ name: 'Bob', email: 'ANN@x.example', phone: '1' })
  expect(await outcome()).toEqual({ phones: ['1', null], added: 0 })
})

test('a row without an account code is matched by name where no e-mail fits, ignoring case and the form of its letters', async () => {
  const { send, outcome } = await given({ accountCode: 'A', name: 'Café Ann' }, { name: 'Bob', email: 'b@x.example' })
  await send({ name: 'CAFE\u0301 ANN', phone: '1' }, { name: 'bob', email: 'nobody@x.example', phone: '2' })
  expect(await outcome()).toEqual({ phones: ['1', '2'], added: 0 })
})

test('a row without an account code that fits nobody is a new customer', async () => {
  const { send, outcome } = await given({ accountCode: 'A', name: 'Ann', email: 'ann@x.example' })
  expect(await send({ name: 'Anna', email: 'anna@x.example' })).toEqual({ created: 1, updated: 0 })
  expect(await outcome()).toEqual({ phones: [null], added: 1 })
})

describe('a row that matches two customers is refused, naming the row', () => {
  test.each([
    ['without a code, by e-mail', { name: 'New', email: 'both@x.example' }, 'email'],
    ['without a code, by name', { name: 'same' }, 'name'],
    ['by name, its e-mail being nobody’s', { name: 'same', email: 'nobody@x.example' }, 'name'],
    ['with a new code, by e-mail', { accountCode: 'N', name: 'New', email: 'both@x.example' }, 'email'],
    ['with a new code, by name', { accountCode: 'N', name: 'Same' }, 'name'],
  ])('%s', async (_case, row, field) => {
    const { put, outcome } = await given(
      { name: 'Same', email: 'both@x.example' },
      { name: 'Same', email: 'both@x.example' },
      { accountCode: 'A', name: 'Ann' },
    )
    const refused = await put({ accountCode: 'A', name: 'Ann', phone: '1' }, { ...row, phone: '1' })
    expect(invalidFields(refused)).toEqual([`customers.1.${field}`])
    expect(refused.body.error.message).toContain((row as Record<string, string>)[field])
    expect(await outcome()).toEqual({ phones: [null, null, null], added: 0 })
  })
})

describe('rows that match one customer are refused, naming the later row', () => {
  const ann = { accountCode: 'A', name: 'Ann', email: 'ann@x.example' }
  const bob = { name: 'Bob', email: 'bob@x.example' }
  test.each<[string, Row, Row]>([
    ['by the same code', { accountCode: 'A', name: 'X' }, { accountCode: 'a', name: 'Y' }],
    ['by code and by e-mail', { accountCode: 'A', name: 'X' }, { name: 'Y', email: 'ann@x.example' }],
    ['by e-mail and by name', { name: 'X', email: 'bob@x.example' }, { name: 'Bob' }],
    ['by taking over and by name', { accountCode: 'N', name: 'Bob' }, { name: 'Bob' }],
    ['by taking over with two codes', { accountCode: 'N', name: 'Bob' }, { accountCode: 'O', name: 'Bob' }],
    ['new, by the same code', { accountCode: 'N', name: 'X' }, { accountCode: 'n', name: 'Y' }],
    ['new, by the same e-mail', { name: 'X', email: 'n@x.example' }, { name: 'Y', email: 'N@x.example' }],
    ['new, by the same name', { name: 'New', email: 'n@x.example' }, { name: 'new' }],
    ['new, with a code and by name', { accountCode: 'N', name: 'New' }, { name: 'New' }],
  ])('%s', async (_case, first, second) => {
    for (const [one, other] of [
      [first, second],
      [second, first],
    ]) {
      const { put, outcome } = await given(ann, bob)
      const refused = await put(one!, other!)
      const [field, ...others] = invalidFields(refused)
      expect(others).toEqual([])
      expect(field).toMatch(/^customers\.1\.(accountCode|email|name)$/)
      expect(await outcome()).toEqual({ phones: [null, null], added: 0 })
    }
  })

  test('a row whose name another row gives away is refused: it would match two when sent again', async () => {
    const { put, outcome } = await given(ann, bob)
    const refused = await put({ accountCode: 'A', name: 'Bob' }, { name: 'Bob' })
    expect(invalidFields(refused)).toEqual(['customers.1.name'])
    expect(await outcome()).toEqual({ phones: [null, null], added: 0 })
  })

  test('all rows that match one customer are told together', async () => {
    const { put } = await given(ann, bob)
    const refused = await put({ name: 'Bob' }, { name: 'BOB' }, { accountCode: 'A', name: 'X' }, { name: 'Ann' })
    expect(invalidFields(refused)).toEqual(['customers.1.name', 'customers.3.name'])
  })
})

test('the same call again finds the same customers', async () => {
  const { send, rows } = await given({ name: 'Ann' }, { accountCode: 'B', name: 'Bob', email: 'bob@x.example' })
  const call = [
    { accountCode: 'A', name: 'Ann' },
    { name: 'Robert', email: 'bob@x.example' },
    { name: 'Cid' },
    { accountCode: 'D', name: 'Dan', email: 'shared@x.example' },
    { accountCode: 'E', name: 'Eve', email: 'shared@x.example' },
  ]
  expect(await send(...call)).toEqual({ created: 3, updated: 2 })
  const after = await rows()
  expect(await send(...call)).toEqual({ created: 0, updated: 5 })
  expect(await rows()).toEqual(after)
})
