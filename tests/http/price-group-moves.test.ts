import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OPERATIONS } from '../../server/src/operations.ts'
import { byDepth } from '../depth.ts'
import { useService } from '../service.ts'
import { importingStaff } from './given-import.ts'
import { CODES, named, operator, priceOf, put, shop } from './given-price-groups.ts'
import { done, expectDone, givenCustomer, givenDiscount, givenPriceGroup, item, send } from './given.ts'

const service = useService()

const owner = (of: string) => (of === 'QUAY' ? { customer: of } : { group: of })

test('the effect of other groups and terms is the difference of all prices before and after', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(null, 'Gold', 'Silver'), { minLength: 3, maxLength: 3 }),
      fc.array(fc.tuple(fc.constantFrom('QUAY', 'Gold', 'Silver'), fc.constantFrom('A-1', 'B-2', ''), fc.nat(3)), {
        maxLength: 6,
      }),
      fc.constantFrom(null, 'Gold', 'Silver'),
      async (groups, terms, to) => {
        const { workspace, staff, customers } = await shop(service)
        await givenPriceGroup(workspace, { name: 'Silver' })
        const rows = CODES.map((code, i) => named(code, { name: code, group: groups[i]! }))
        expectDone(await put(workspace, ...rows))
        for (const [of, sku, figure] of terms) {
          const run = sku
            ? OPERATIONS['agreed-price set'].run(operator(workspace), {
                ...owner(of),
                sku,
                unit: 700 + 400 * figure,
                minQty: 1,
                startsAt: null,
                endsAt: null,
              })
            : OPERATIONS['discount set'].run(operator(workspace), {
                ...owner(of),
                on: { appliesTo: 'all' },
                discountBp: 100 + 1_000 * figure,
              })
          await run.catch(() => undefined)
        }
        const read = () =>
          Promise.all(
            CODES.flatMap((code) =>
              ['A-1', 'B-2'].map(async (sku) => (await priceOf(workspace, code, sku)).price.unit),
            ),
          )
        const before = await read()
        const moved = { customers: { ids: customers }, group: to }
        const told = await done(staff.post('/customers/price-moves', moved))
        await done(staff.post('/customers/bulk', { ...moved, change: { field: 'group', value: to }, seenMoves: told }))
        const after = await read()
        const moves = before.map((unit, i) => after[i]! - unit)
        const [skus, codes] = [new Set<number>(), new Set<number>()]
        moves.forEach((by, i) => by !== 0 && skus.add(i % 2) && codes.add(Math.floor(i / 2)))
        expect(told && { products: told.products, customers: told.customers }).toEqual(
          skus.size === 0 ? null : { products: skus.size, customers: codes.size },
        )
      },
    ),
    { numRuns: byDepth({ quick: 6, deep: 60 }) },
  )
})

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
