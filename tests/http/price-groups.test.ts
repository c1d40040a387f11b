import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OPERATIONS } from '../../server/src/operations.ts'
import { byDepth } from '../depth.ts'
import { useService } from '../service.ts'
import type { TestWorkspace } from '../service.ts'
import { importingStaff } from './given-import.ts'
import { givenMember } from './given-member.ts'
import {
  done,
  expectDone,
  givenAgreedPrice,
  givenCustomer,
  givenDiscount,
  givenPriceGroup,
  idOf,
  invalidFields,
  item,
  refusal,
  send,
} from './given.ts'

const service = useService()

const CODES = ['QUAY', 'MILL', 'FARM']

/** Three customers, two products, and Gold with its terms: nobody is in it. */
async function shop() {
  const workspace = await service.workspace()
  const staff = await givenMember(service, workspace, 'staff')
  await send(workspace, [
    item({ sku: 'A-1', brand: 'Denby', listPrice: 1_000 }),
    item({ sku: 'B-2', brand: 'Hollin', listPrice: 2_000 }),
  ])
  const customers: string[] = []
  for (const accountCode of CODES) customers.push(await givenCustomer(workspace, { accountCode }))
  const gold = await givenPriceGroup(workspace)
  await givenDiscount(workspace, { group: gold }, 1_250, { brandId: await idOf(workspace, 'brands', 'Hollin') })
  await givenAgreedPrice(workspace, { group: gold }, 'A-1', { unit: 800, minQty: 10 })
  return { workspace, staff, customers, gold }
}

const priceOf = async ({ get }: TestWorkspace, code: string, sku: string, qty = 1) =>
  done(get(`/prices?customer=${code}&sku=${sku}&qty=${qty}`))
const put = ({ put: send }: TestWorkspace, ...customers: object[]) => send('/customers', { customers })
const named = (code: string, fields: object = {}) => ({ accountCode: code, name: 'Quay Café', ...fields })

test('a customer gets into a price group by name, stays in it when left out, and leaves it by null', async () => {
  const { workspace, gold } = await shop()
  expect((await done(workspace.get('/customers/QUAY'))).group).toBe(null)
  expectDone(await put(workspace, named('QUAY', { group: 'gold' })))
  expectDone(await put(workspace, named('QUAY', { notes: 'Called.' })))
  const customer = await done(workspace.get('/customers/QUAY'))
  expect(customer).toMatchObject({
    group: { id: gold, name: 'Gold' },
    discountRules: [{ label: 'Gold: 12.5% off Hollin', group: { id: gold, name: 'Gold' } }],
    agreedPrices: [{ sku: 'A-1', label: 'Gold: Agreed price from 10', group: { id: gold, name: 'Gold' } }],
  })
  const explained = await priceOf(workspace, 'QUAY', 'B-2')
  expect(explained.price).toMatchObject({ unit: 1_750, source: 'brand', label: 'Gold: 12.5% off Hollin' })
  expect((await done(workspace.get('/products?customer=QUAY&q=B-2')))[0].price).toEqual(explained.price)

  const refused = await put(workspace, named('QUAY'), named('MILL', { group: 'Platinum' }))
  expect(invalidFields(refused)).toEqual(['customers.1.group'])
  expectDone(await put(workspace, named('QUAY', { group: null })))
  expect(await done(workspace.get('/customers/QUAY'))).toMatchObject({ group: null, discountRules: [] })
  expect((await priceOf(workspace, 'QUAY', 'B-2')).price).toMatchObject({ unit: 2_000, source: 'list' })
})

test("a customer's own terms come before all of its price group's, and the reasons say so", async () => {
  const { workspace, customers, gold } = await shop()
  await givenAgreedPrice(workspace, { group: gold }, 'B-2', { unit: 1_200 })
  await givenDiscount(workspace, customers[0]!, 300)
  expectDone(await put(workspace, named('QUAY', { group: 'Gold' })))
  const { price, candidates } = await priceOf(workspace, 'QUAY', 'B-2')
  expect(price).toMatchObject({ unit: 1_940, label: '3% off everything' })
  expect(candidates.map(({ label, reason }: any) => `${label}: ${reason}`)).toEqual([
    '3% off everything: Nothing comes before it.',
    'Gold: Agreed price: Own terms come before those of Gold.',
    'Gold: 12.5% off Hollin: Own terms come before those of Gold.',
    ': A discount on everything comes before the list price.',
  ])
})

test('a price group is added, renamed and removed; an earlier time still knows it', async () => {
  const { workspace, staff, gold } = await shop()
  expect(invalidFields(await staff.post('/price-groups', { name: 'GOLD' }))).toEqual(['name'])
  const { id: silver } = await done(staff.post('/price-groups', { name: 'Silver' }))
  expectDone(await staff.patch(`/price-groups/${silver}`, { name: 'Bronze' }))
  expectDone(await put(workspace, named('QUAY', { group: 'Gold' }), named('MILL', { group: 'Gold', name: 'Mill' })))
  expect(await done(staff.get('/price-groups'))).toEqual([
    { id: silver, name: 'Bronze', customerCount: 0, discountCount: 0, agreedPriceCount: 0 },
    { id: gold, name: 'Gold', customerCount: 2, discountCount: 1, agreedPriceCount: 1 },
  ])
  const then = service.time.now
  service.later()
  expect(await done(staff.get(`/price-groups/${gold}/removal`))).toMatchObject({ customers: 2, products: 1, rising: 1 })
  expect(await staff.delete(`/price-groups/${gold}?customers=1`)).toEqual(refusal(409, 'conflict'))
  expectDone(await staff.delete(`/price-groups/${gold}?customers=2`))
  expect((await priceOf(workspace, 'QUAY', 'B-2')).price).toMatchObject({ unit: 2_000 })
  const past = await done(workspace.get(`/prices?customer=QUAY&sku=B-2&at=${then.toISOString()}`))
  expect(past.price).toMatchObject({ unit: 1_750, label: 'Gold: 12.5% off Hollin' })
  expect(await staff.get(`/price-groups/${gold}`)).toEqual(refusal(404, 'not_found'))
  const actions = (await done(workspace.get('/activity?subject=price_group'))).map(({ action }: any) => action)
  expect(actions).toEqual(['price_group.remove', 'price_group.rename', 'price_group.create'])
})

test('many customers get into a price group at one instant, as was shown, and are given back what they had', async () => {
  const { workspace, staff, customers, gold } = await shop()
  const chosen = { filter: { q: 'quay' }, expected: 3 }
  const moves = await done(staff.post('/customers/price-moves', { customers: chosen, group: gold }))
  expect(moves).toMatchObject({ products: 1, customers: 3, falling: 1, largestDropBp: 1_250 })
  const bulk = (body: object) => staff.post('/customers/bulk', body)
  const change = { field: 'group', value: gold }
  expect(await bulk({ customers: chosen, change, seenMoves: null })).toEqual(refusal(409, 'conflict'))
  expect(await bulk({ customers: { ...chosen, expected: 2 }, change })).toEqual(refusal(409, 'conflict'))
  const cursor = (await workspace.get('/price-feed?customer=MILL')).body.nextCursor
  service.later()
  const edited = await done(bulk({ customers: chosen, change, seenMoves: moves }))
  expect(edited).toMatchObject({
    found: 3,
    changed: 3,
    before: [{ value: null, ids: expect.arrayContaining(customers) }],
  })
  const { data } = (await workspace.get(`/price-feed?customer=MILL&cursor=${cursor}`)).body
  expect(data).toMatchObject([
    { sku: 'A-1', price: { unit: 1_000 }, breaks: [{ minQty: 10, unit: 800 }] },
    { sku: 'B-2', price: { unit: 1_750, label: 'Gold: 12.5% off Hollin' } },
  ])
  expect(new Set(data.map(({ at }: any) => at)).size).toBe(1)
  expect(await done(bulk({ customers: { ids: customers }, change }))).toMatchObject({ found: 3, changed: 0 })

  for (const { value, ids } of edited.before) await done(bulk({ customers: { ids }, change: { ...change, value } }))
  expect((await done(workspace.get('/customers?limit=9'))).map(({ group }: any) => group)).toEqual([null, null, null])
  const days = { field: 'paymentTermsDays', value: 30 }
  expect(await done(bulk({ customers: { ids: customers }, change: days }))).toMatchObject({ changed: 3 })
  const off = { field: 'active', value: false }
  expect(await done(bulk({ customers: { ids: customers.slice(1) }, change: off }))).toMatchObject({ changed: 2 })
  const listed = await done(staff.get('/customers?active=true'))
  expect(listed).toMatchObject([{ accountCode: 'QUAY', paymentTermsDays: 30, group: null }])
  expect(await done(staff.get(`/customers?group=${gold}`))).toEqual([])
})

test('what a term of a price group does is told for all of its customers first', async () => {
  const { workspace, staff, gold } = await shop()
  expectDone(await put(workspace, named('QUAY', { group: 'Gold' }), named('MILL', { group: 'Gold', name: 'Mill' })))
  const of = `/price-groups/${gold}`
  const on = { appliesTo: 'all' }
  expect(await done(staff.post(`${of}/discounts/preview`, { on, discountBp: 1_000 }))).toEqual({
    presentBp: null,
    moves: expect.objectContaining({ products: 1, customers: 2, falling: 1, largestDropBp: 1_000 }),
  })
  expectDone(await staff.put(`${of}/discounts`, { on, discountBp: 1_000, seenBp: null }))
  const days = { minQty: 1, startsOn: null, endsOn: null }
  const effect = await done(staff.post(`${of}/agreed-prices/preview`, { sku: 'A-1', unit: 950, ...days }))
  expect(effect).toMatchObject({ moves: { products: 1, customers: 2, rising: 1, largestRiseBp: 556 }, overlaps: null })
  const { id } = await done(staff.post(`${of}/agreed-prices`, { sku: 'A-1', unit: 950, ...days }))
  expect((await priceOf(workspace, 'MILL', 'A-1')).price).toMatchObject({ unit: 950, label: 'Gold: Agreed price' })
  expect((await priceOf(workspace, 'MILL', 'A-1', 10)).price).toMatchObject({ unit: 800 })
  const removal = await done(staff.get(`${of}/agreed-prices/removal?sku=A-1&price=${id}`))
  expect(removal).toMatchObject({ products: 1, customers: 2, falling: 1 })
  const read = await done(staff.get(of))
  expect(read).toMatchObject({
    name: 'Gold',
    customerCount: 2,
    agreedPriceCount: 2,
    discountRules: [{}, { discountBp: 1_000 }],
  })
  const [{ version }] = (await done(staff.get(`${of}/agreed-prices`))).filter((price: any) => price.id === id)
  expectDone(await staff.delete(`/agreed-prices/${id}?version=${version}`))
  expectDone(await staff.delete(`/discounts/${read.discountRules[1].id}?seenBp=1000`))
  expect((await priceOf(workspace, 'MILL', 'A-1')).price).toMatchObject({ unit: 1_000 })
})

test("a customer's own discount says what it does to prices of its group", async () => {
  const { workspace, staff, customers, gold } = await shop()
  await givenAgreedPrice(workspace, { group: gold }, 'A-1', { unit: 900 })
  expectDone(await put(workspace, named('QUAY', { group: 'Gold' })))
  const preview = (discountBp: number | null) =>
    done(staff.post(`/customers/${customers[0]}/discounts/preview`, { on: { appliesTo: 'all' }, discountBp }))
  expect(await preview(500)).toMatchObject({
    up: 2,
    down: 0,
    largest: [{ before: 1_750, after: 1_900 }, { before: 900 }],
  })
  await givenDiscount(workspace, customers[0]!, 500)
  expect(await preview(null)).toMatchObject({ presentBp: 500, up: 0, down: 2 })
  const { discountRules } = await done(workspace.get('/customers/QUAY'))
  const act = OPERATIONS['discount remove'].run(operator(workspace), { id: discountRules[0].id })
  await expect(act).rejects.toThrow('2 products change in price for 1 customer: 2 drop by up to 7.89%.')
})

const operator = ({ context, id }: TestWorkspace) => ({ ...context, workspaceId: id })

test('the effect of other groups and terms is the difference of all prices before and after', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(null, 'Gold', 'Silver'), { minLength: 3, maxLength: 3 }),
      fc.array(fc.tuple(fc.constantFrom('QUAY', 'Gold', 'Silver'), fc.constantFrom('A-1', 'B-2', ''), fc.nat(3)), {
        maxLength: 6,
      }),
      fc.constantFrom(null, 'Gold', 'Silver'),
      async (groups, terms, to) => {
        const { workspace, staff, customers } = await shop()
        await givenPriceGroup(workspace, { name: 'Silver' })
        const rows = CODES.map((code, i) => named(code, { name: code, group: groups[i]! }))
        expectDone(await put(workspace, ...rows))
        const owner = (of: string) => (of === 'QUAY' ? { customer: of } : { group: of })
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
  const { workspace } = await shop()
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
