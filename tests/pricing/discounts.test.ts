import { expect, test } from 'vitest'
import { setTimeout as sleep } from 'node:timers/promises'
import { lockCustomer } from '../../server/src/customers/find-customer.ts'
import { inTransaction } from '../../server/src/database/transaction.ts'
import { OPERATOR } from '../../server/src/ops/operations/operate.ts'
import { useService } from '../given/service.ts'
import { givenCustomer, item, send } from '../given/given.ts'
import { activityOf } from '../given/activity-of.ts'
import { shop as shopOf } from '../given/shop.ts'

const service = useService()
const shop = (options = {}) => shopOf(service, options)

const NOWHERE = '01920b3c-7d5e-7a10-8f4e-2b6c9d0e1f2a'

test('a discount is set on a brand, a category or everything, by name in any case, and felt at once', async () => {
  const { discount, terms, price } = await shop()
  const all = await discount({ all: true }, '300')
  expect(await price()).toMatchObject({ discountBp: 300, source: 'customer' })
  const category = await discount({ category: 'TABLEWARE' }, '1000')
  expect(await price()).toMatchObject({ discountBp: 1000, source: 'category' })
  const brand = await discount({ brand: ' hollin ' }, '1250')
  expect(await price()).toMatchObject({ unit: 2231, discountBp: 1250, source: 'brand' })
  expect((await terms()).discountRules).toMatchObject([
    { ...brand, appliesTo: 'brand', brand: 'Hollin', discountBp: 1250 },
    { ...category, appliesTo: 'category', category: 'Tableware', discountBp: 1000 },
    { ...all, appliesTo: 'all', discountBp: 300 },
  ])
})

test('a discount replaces the one on the same, and no other', async () => {
  const { workspace, discount, terms } = await shop()
  for (const on of [{ all: true }, { brand: 'Hollin' }, { category: 'Tableware' }] as const) {
    const first = await discount(on, '100')
    expect(await discount(on, '10000')).toEqual(first)
  }
  const { discountRules } = await terms()
  expect(discountRules.map(({ discountBp }: any) => discountBp)).toEqual([10_000, 10_000, 10_000])
  const other = await givenCustomer(workspace, { accountCode: 'PIER' })
  await discount({ all: true }, '1', { customer: other })
  expect((await terms()).discountRules).toEqual(discountRules)
})

test('a discount is written down with who has it, and not again when nothing changes', async () => {
  const { workspace, customer: customerId, discount, remove } = await shop()
  const { id } = await discount({ brand: 'Hollin' }, '1250')
  await discount({ brand: 'HOLLIN' }, '1250')
  await discount({ brand: 'HOLLIN' }, '1500')
  expect(await remove('discount remove', id)).toEqual({ ok: true })
  const subject = { type: 'discount_rule', id, label: '12.5% off Hollin', customerId }
  const customer = 'Quay Café'
  expect(await activityOf(workspace, 'discount_rule')).toEqual([
    { action: 'discount_rule.set', actor: OPERATOR, subject, changes: { customer, discountBp: 1250 } },
    {
      action: 'discount_rule.set',
      actor: OPERATOR,
      subject: { ...subject, label: '15% off Hollin' },
      changes: { customer, discountBp: 1500, replacedBp: 1250 },
    },
    {
      action: 'discount_rule.remove',
      actor: OPERATOR,
      subject: { ...subject, label: '15% off Hollin' },
      changes: { customer, discountBp: 1500 },
    },
  ])
})

test('a discount is gone once removed, and cannot be removed twice, nor from another workspace', async () => {
  const { discount, remove, price } = await shop()
  const { id } = await discount({ all: true }, '5000')
  const elsewhere = await shop()
  await expect(elsewhere.remove('discount remove', id)).rejects.toThrow(`There is no discount with the id "${id}".`)
  expect((await price()).source).toBe('customer')
  await remove('discount remove', id)
  expect((await price()).source).toBe('list')
  for (const unknown of [id, NOWHERE, 'nonsense']) {
    await expect(remove('discount remove', unknown)).rejects.toThrow(`"${unknown}"`)
  }
})

test.each(['0', '10001', '-1', '12.5', '', 'x', '1e3', '99999999999999999999'])(
  'a discount of %j is refused',
  async (bp) => {
    const { discount, terms } = await shop()
    await expect(discount({ all: true }, bp)).rejects.toMatchObject({ issues: [{ path: 'discountBp' }] })
    expect((await terms()).discountRules).toEqual([])
  },
)

test.each([{}, { brand: 'Hollin', all: true }, { brand: 'Hollin', category: 'Tableware' }] as const)(
  'a discount on %j is refused: it is on one thing',
  async (on) => {
    const { discount } = await shop()
    await expect(discount(on, '100')).rejects.toThrow('Give one of brand, category and all.')
  },
)

test('a discount of an unknown customer, brand or category is refused, naming it', async () => {
  const { discount } = await shop()
  const elsewhere = await shop()
  await send(elsewhere.workspace, [item({ sku: 'B', brand: 'Theirs', category: 'Theirs' })])
  await expect(discount({ all: true }, '1', { customer: 'NOBODY' })).rejects.toThrow('"NOBODY"')
  await expect(discount({ all: true }, '1', { customer: elsewhere.customer })).rejects.toThrow(elsewhere.customer)
  await expect(discount({ brand: 'Theirs' }, '1')).rejects.toThrow('There is no brand "Theirs".')
  await expect(discount({ category: 'Theirs' }, '1')).rejects.toThrow('There is no category "Theirs".')
})

test('a discount that several set at once is one discount', async () => {
  const { discount, terms } = await shop()
  const ids = await Promise.all([1, 2, 3, 4].map((i) => discount({ brand: 'Hollin' }, `${i * 100}`)))
  expect(new Set(ids.map(({ id }) => id)).size).toBe(1)
  expect((await terms()).discountRules).toHaveLength(1)
})

test('no discount or agreed price of a customer is removed while an import plans what it does to them', async () => {
  const { workspace, customer, discount, agree, remove, terms } = await shop()
  const [rule, price] = [await discount({ all: true }, '300'), await agree('2400')]
  let removing: Promise<unknown> | undefined
  await inTransaction({ ...service.context, workspaceId: workspace.id, actor: OPERATOR }, async (trx) => {
    await lockCustomer(trx, customer)
    removing = Promise.all([remove('discount remove', rule.id), remove('agreed-price remove', price.id)])
    expect(await Promise.race([removing, sleep(300, 'waits')])).toBe('waits')
  })
  await removing
  expect(await terms()).toMatchObject({ discountRules: [], agreedPrices: [] })
})
