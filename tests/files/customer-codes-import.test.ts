import { expect, test } from 'vitest'
import { done, expectDone, givenCustomer, item, send } from '../given/given.ts'
import { importingStaff } from '../given/import.ts'
import { useService } from '../given/service.ts'

const service = useService()

const csv = (...rows: string[]) => rows.join('\n')

async function shop() {
  const importing = await importingStaff(service)
  const { workspace } = importing
  await givenCustomer(workspace, { accountCode: 'QUAY' })
  expectDone(await workspace.put('/customers', { customers: [{ accountCode: 'CASTLE', name: 'Castle Lane' }] }))
  await send(workspace, [
    item({ sku: 'PLATE', gtin: '4006381333931' }),
    item({ sku: 'CUP' }),
    item({ sku: 'JUG', gtin: '96385074' }),
    item({ sku: 'JUG-6', gtin: '96385074' }),
  ])
  const put = async (codes: object[]) => expectDone(await workspace.put('/customer-codes', { customer: 'QUAY', codes }))
  const listed = async (customer = 'QUAY') =>
    (await done(workspace.get(`/customer-codes?customer=${customer}`))).map(({ sku, code }: any) => `${code}=${sku}`)
  return { ...importing, put, listed }
}

test('part numbers of customers come from a file, by SKU or GTIN, and are taken back', async () => {
  const { upload, act, put, listed, changesOf } = await shop()
  await put([{ sku: 'CUP', code: 'Q-2' }])
  const file = await upload(
    'numbers.csv',
    csv(
      'Account,SKU,Part number',
      'quay,04006381333931,Q-1',
      'QUAY,CUP,Q-20',
      'Castle Lane,CUP,Q-1',
      'QUAY,96385074,Q-3',
      'QUAY,JUG,q-1',
      'QUAY,JUG-6,',
      'NOBODY,CUP,Q-9',
      `QUAY,NOWHERE,Q-8`,
      `CASTLE,JUG,${'x'.repeat(65)}`,
    ),
  )
  expect(file).toMatchObject({ kind: 'customer_codes', problems: [] })
  const { check } = await act(file.id, 'check')
  expect(check).toMatchObject({ created: 2, changed: 1, unchanged: 1, rejected: 5, fields: { code: 1 } })
  expect(check.rejects.map(({ line, reason }: any) => [line, reason])).toEqual([
    [5, 'SKU or GTIN: Several products have the GTIN "96385074": write the SKU.'],
    [6, 'Part number: "q-1" is given for another SKU, too: give each its own.'],
    [8, 'Customer: There is no customer with the account code, name or id "NOBODY".'],
    [9, 'SKU or GTIN: There is no product with the SKU or GTIN "NOWHERE".'],
    [10, 'Part number cannot be used: Must have at most 64 characters.'],
  ])
  expect(await listed()).toEqual(['Q-2=CUP'])
  expect((await act(file.id, 'start')).counts).toMatchObject({ created: 2, updated: 1, unchanged: 1, rejected: 5 })
  expect([await listed(), await listed('CASTLE')]).toEqual([['Q-1=PLATE', 'Q-20=CUP'], ['Q-1=CUP']])
  expect((await changesOf(file.id)).map(({ label }: any) => label).toSorted()).toEqual([
    'CUP for Castle Lane',
    'CUP for Quay Café',
    'PLATE for Quay Café',
  ])
  // Somebody gives one of them another number meanwhile.
  await put([{ sku: 'PLATE', code: 'Q-100' }])
  expect((await act(file.id, 'undo')).undone).toEqual({ restored: 1, removed: 1, left: 1 })
  expect([await listed(), await listed('CASTLE')]).toEqual([['Q-100=PLATE', 'Q-2=CUP'], []])
})

test('numbers change hands within a file, blank cells remove them only if that is chosen, and both are taken back', async () => {
  const { staff, upload, act, put, listed } = await shop()
  const before = ['A=PLATE', 'B=CUP', 'C=JUG']
  await put(before.map((one) => ({ sku: one.slice(2), code: one[0]! })))
  const file = await upload('swap.csv', csv('SKU,Part number', 'PLATE,B', 'CUP,A', 'JUG,'), 'customer_codes')
  expect(file.problems).toEqual(['No column is used as Customer: choose one, or give every row the same value.'])
  const constants = { customer: 'QUAY' }
  await done(staff.put(`/imports/${file.id}/reading`, { constants }))
  expect((await act(file.id, 'check')).check).toMatchObject({ changed: 2, unchanged: 1, rejected: 0 })
  await done(staff.put(`/imports/${file.id}/reading`, { constants, clearing: [1] }))
  expect((await act(file.id, 'check')).check).toMatchObject({ changed: 3, unchanged: 0, cleared: { code: 1 } })
  await act(file.id, 'start')
  expect(await listed()).toEqual(['A=CUP', 'B=PLATE'])
  expect((await act(file.id, 'undo')).undone).toEqual({ restored: 3, removed: 0, left: 0 })
  expect(await listed()).toEqual(before)
})

test('a number that stands for a product which keeps it is rejected, and an undo leaves what became another one', async () => {
  const { workspace, upload, act, put, listed } = await shop()
  await put([
    { sku: 'PLATE', code: 'A' },
    { sku: 'CUP', code: 'B' },
  ])
  const file = await upload('taken.csv', csv('Customer,SKU,Part number', 'QUAY,JUG,A', 'QUAY,CUP,C', 'QUAY,JUG-6,B'))
  const { check } = await act(file.id, 'check')
  expect(check.rejects).toMatchObject([{ line: 2, reason: expect.stringContaining('"A" stands for "PLATE" already') }])
  expect((await act(file.id, 'start')).counts).toMatchObject({ created: 1, updated: 1, rejected: 1 })
  expect(await listed()).toEqual(['A=PLATE', 'B=JUG-6', 'C=CUP'])
  // JUG-6 stays, and so does its number: CUP cannot have it back.
  await put([{ sku: 'JUG-6', code: 'b' }])
  expect((await act(file.id, 'undo')).undone).toEqual({ restored: 0, removed: 0, left: 2 })
  expect(await listed()).toEqual(['A=PLATE', 'b=JUG-6', 'C=CUP'])
  const feed = await done(workspace.get('/customer-feed?cursor=start'))
  expect(feed).toHaveLength(2)
})
