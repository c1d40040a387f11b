import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { upsertProducts } from '../../server/src/catalogue/upsert-products.ts'
import { matchingKey } from '../../server/src/lib/matching-key.ts'
import { WORKSPACE_LIMITS } from '../../server/src/workspaces/workspace-state.ts'
import { rowsRead } from '../given/rows-read.ts'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import {
  expectDone,
  givenBuyer,
  givenCustomer,
  givenManyCustomers,
  invalidFields,
  item,
  items,
  raiseRevision,
  read,
  refusedFields,
  send,
  sendItems,
} from '../given/given.ts'

const service = useService()

const groupings = [
  { list: 'brands', field: 'brand' },
  { list: 'categories', field: 'category' },
] as const

/** So many brands or categories more: Name 1, Name 2 and so on. */
async function givenMany(workspace: TestWorkspace, field: 'brand' | 'category', count: number): Promise<void> {
  await sql`
    insert into ${sql.table(field)} (workspace_id, id, name, name_key)
    select ${workspace.id}, gen_random_uuid(), 'Name ' || i, 'name ' || i
    from generate_series(1, ${count}::integer) i`.execute(service.context.db)
  await raiseRevision(workspace)
}

describe.each(groupings)('$list', ({ list, field }) => {
  const most = WORKSPACE_LIMITS[list]

  test(`${list} come as one list however many there are, and each is found`, async () => {
    const workspace = await service.workspace()
    await givenMany(workspace, field, most)
    const { body } = await workspace.get(`/${list}`)
    expect(body.data).toHaveLength(most)
    expect(body.data.slice(0, 3).map(({ name }: { name: string }) => name)).toEqual(['Name 1', 'Name 10', 'Name 100'])
    await send(workspace, [item({ [field]: 'NAME 20000' })])
    expect((await read(workspace, 'DEN-1042'))[field]).toBe('Name 20000')
  })

  test(`${list} are created up to the limit, and every row that names one more is refused`, async () => {
    const workspace = await service.workspace()
    await givenMany(workspace, field, most - 2)
    const products = items(6, (i) => ({ [field]: ['A', 'Name 1', 'B', 'c', undefined, 'C'][i] }))
    const refused = await workspace.put('/products', { products })
    expect(invalidFields(refused)).toEqual([`products.3.${field}`, `products.5.${field}`])
    expect(refused.body.error.message).toContain(`up to ${most} ${list}`)
    expect((await workspace.get(`/products`)).body.data).toEqual([])
    expect((await workspace.get(`/${list}`)).body.data).toHaveLength(most - 2)

    await send(workspace, [...products.slice(0, 3), products[4]])
    expect((await workspace.get(`/${list}`)).body.data).toHaveLength(most)
    expect(invalidFields(await workspace.put('/products', { products: [products[5]] }))).toEqual([
      `products.0.${field}`,
    ])
    await send(workspace, [item({ sku: 'SKU-0000', [field]: 'b' })])
  })

  test(`${list} beyond the limit stay, and products can still be put under them`, async () => {
    const workspace = await service.workspace()
    await givenMany(workspace, field, most + 5)
    await send(workspace, [item({ [field]: `Name ${most + 5}` })])
    expect((await workspace.get(`/${list}`)).body.data).toHaveLength(most + 5)
    expect(await refusedFields(workspace, { [field]: 'X' })).toEqual([`products.0.${field}`])
  })
})

const most = WORKSPACE_LIMITS.recipientsOfProduct
const shared = { name: 'Branch', email: 'head@office.example' }

test('an e-mail that so many customers have stands for all of them', async () => {
  const workspace = await service.workspace()
  await givenManyCustomers(workspace, most, shared)
  expect(await send(workspace, [item({ onlyFor: ['HEAD@office.example'] })])).toMatchObject({ unknownCustomers: [] })
  expect((await workspace.get(`/products?customer=code-${most}`)).body.data).toHaveLength(1)
})

test('an e-mail that one more has is refused, naming the entry, whatever else is wrong', async () => {
  const workspace = await service.workspace()
  await givenManyCustomers(workspace, most, shared)
  await givenBuyer(workspace, await givenCustomer(workspace, { accountCode: 'LAST' }), shared.email)
  await givenMany(workspace, 'brand', WORKSPACE_LIMITS.brands)
  const products = [
    item({ sku: 'A', onlyFor: ['LAST', 'code-1'] }),
    item({ sku: 'B', onlyFor: ['LAST', 'Head@office.example'], brand: 'New' }),
    item({ sku: 'C', onlyFor: ['head@office.example'] }),
  ]
  const refused = await workspace.put('/products', { products })
  expect(invalidFields(refused)).toEqual(['products.1.brand', 'products.1.onlyFor.1', 'products.2.onlyFor.0'])
  expect(refused.body.error.message).toMatch(/"Head@office.example".*account code/)
  expect((await workspace.get('/products')).body.data).toEqual([])
  await send(workspace, [products[0]])
})

test('several e-mails that together stand for more are refused, also where the product is as it was sent', async () => {
  const workspace = await service.workspace()
  await givenManyCustomers(workspace, most - 1, shared)
  for (const code of ['X', 'Y']) await givenCustomer(workspace, { accountCode: code, email: 'other@office.example' })
  const onlyFor = ['head@office.example', 'X']
  await send(workspace, [item({ onlyFor })])
  const more = [...onlyFor, 'other@office.example']
  expect(await refusedFields(workspace, { onlyFor: more })).toEqual(['products.0.onlyFor'])
  await givenCustomer(workspace, { accountCode: 'Z', email: shared.email })
  expect(await refusedFields(workspace, { onlyFor })).toEqual(['products.0.onlyFor'])
  await send(workspace, [item({ name: 'Left to those who see it' })])
})

test('a short list reads no more customers than tell that it is too long', async () => {
  const workspace = await service.workspace()
  await send(workspace, [item({ sku: 'FIRST', onlyFor: ['NOBODY'] })])
  await givenManyCustomers(workspace, 10_000, shared)
  const products = items(100, () => ({ onlyFor: [shared.email, 'CODE-1'] })) as Parameters<
    typeof upsertProducts
  >[1]['products']
  const countRead = () => rowsRead(workspace.context, 'customer', (context) => upsertProducts(context, { products }))
  expect(await countRead()).toBeLessThanOrEqual(most + 10)
  const started = await workspace.put('/products', { products })
  expect(invalidFields(started)).toHaveLength(100)
})

test('many e-mails that some customers share read no more than makes one list too long', async () => {
  const workspace = await service.workspace()
  const [e, each] = [300, 50]
  await sql`
    insert into customer (workspace_id, id, name, name_key, email, email_key, created_at, updated_at)
    select ${workspace.id}, gen_random_uuid(), 'Shop', 'shop', 'e' || (i % ${e}::integer) || '@x', 'e' || (i % ${e}::integer) || '@x', now(), now()
    from generate_series(1, ${e * each}::integer) i`.execute(service.context.db)
  const products = items(2, (row) => ({
    onlyFor: Array.from({ length: e / 2 }, (_, i) => matchingKey(`E${i + (row * e) / 2}@x`)),
  })) as Parameters<typeof upsertProducts>[1]['products']
  const countRead = await rowsRead(workspace.context, 'customer', (context) => upsertProducts(context, { products }))
  expect(countRead).toBeLessThanOrEqual(2 * (2 * (e / 2) + most) + 1)
  expect(invalidFields(await workspace.put('/products', { products }))).toContain('products.0.onlyFor')
})

test('every list of names is written as JSON says, whatever they are made of', async () => {
  const workspace = await service.workspace()
  const names = ['A "quoted" \\ back/slash', 'tab\there', '</script> \u2028 𝄞 é \u0001\u001f\u007f', 'Ünïcödé']
  await sendItems(workspace, names.length, (i) => ({ brand: names[i], category: names[i] }))
  for (const list of ['brands', 'categories']) {
    const answer = await workspace.get(`/${list}`)
    expectDone(answer)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(answer.body.data.map(({ name }: { name: string }) => name).toSorted()).toEqual(names.toSorted())
    for (const row of answer.body.data) expect(Object.keys(row)).toEqual(['id', 'name'])
  }
})
