import { expect, test } from 'vitest'
import { OPERATIONS } from '../../server/src/ops/all-operations.ts'
import { useService } from '../given/service.ts'
import { importingStaff } from '../given/import.ts'
import { operator, priceOf, shop } from '../given/price-groups.ts'
import { done, givenCustomer, givenDiscount, givenPriceGroup, item, send } from '../given/given.ts'

const service = useService()

test('the file of customers has their groups, and says first what other ones do to prices', async () => {
  const { workspace, upload, act } = await importingStaff(service)
  await send(workspace, [item({ sku: 'A-1', listPrice: 1_000 })])
  const gold = await givenPriceGroup(workspace)
  await givenDiscount(workspace, { group: gold }, 1_000)
  await givenCustomer(workspace, { accountCode: 'QUAY' })
  const { id } = await upload('customers.csv', 'Account code,Name,Group\nQUAY,Quay Café,gold\nMILL,Mill,Platinum\n')
  const { check } = await act(id, 'check')
  expect(check).toMatchObject({
    changed: 1,
    rejected: 1,
    examples: [{ changes: { group: { from: null, to: 'Gold' } } }],
    priceMoves: { products: 1, customers: 1, falling: 1 },
  })
  expect(await act(id, 'start')).toMatchObject({ status: 'done' })
  expect((await done(workspace.get('/customers/QUAY'))).group.name).toBe('Gold')
  expect(await act(id, 'undo')).toMatchObject({ status: 'undone' })
  expect((await done(workspace.get('/customers/QUAY'))).group).toBe(null)
})

test('the command line adds groups, gives them terms, and says what a move does before it does it', async () => {
  const { workspace } = await shop(service)
  const run = (name: keyof typeof OPERATIONS, input: object) =>
    (OPERATIONS[name].run as (context: unknown, input: unknown) => Promise<unknown>)(operator(workspace), input)
  await run('group add', { name: 'Silver' })
  await run('discount set', { group: 'silver', on: { appliesTo: 'all' }, discountBp: 500 })
  await expect(run('discount set', { on: { appliesTo: 'all' }, discountBp: 500 })).rejects.toThrow('Give one of')
  const join = { group: 'Silver', customer: 'QUAY' }
  await expect(run('group join', join)).rejects.toThrow('2 products change in price for 1 customer')
  await run('group join', { ...join, yes: true })
  expect((await priceOf(workspace, 'QUAY', 'A-1')).price).toMatchObject({
    unit: 950,
    label: 'Silver: 5% off everything',
  })
  await run('group rename', { group: 'Silver', to: 'Bronze' })
  await run('group leave', { customer: 'QUAY', yes: true })
  await run('group remove', { group: 'Bronze' })
  expect(await run('group list', {})).toMatchObject([{ name: 'Gold', customerCount: 0 }])
})
