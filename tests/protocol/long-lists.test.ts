import { expect, test } from 'vitest'
import { alter, givenCustomer, items, item, send, skus } from '../given/given.ts'
import { useService } from '../given/service.ts'

const service = useService()

/** Products by name, with a SKU that says where they stand. */
const ordered = (count: number) =>
  items(count, (i) => ({ sku: `S${String(i).padStart(4, '0')}`, name: `Plate ${String(i).padStart(4, '0')}` }))

test('an offset counts rows as they are now, wherever pages were read before', async () => {
  const workspace = await service.workspace()
  const before = ordered(100)
  await send(workspace, before)
  for (const offset of [0, 20, 40, 37, 60]) await skus(workspace, `limit=20&offset=${offset}`)

  await send(workspace, [item({ sku: 'FIRST', name: 'A plate before all others' })])
  const now = ['FIRST', ...before.map(({ sku }) => sku as string)]
  for (const offset of [60, 40, 37, 20, 0]) {
    expect(await skus(workspace, `limit=20&offset=${offset}`)).toEqual(now.slice(offset, offset + 20))
  }
  expect(await skus(workspace, 'limit=20&offset=101')).toEqual([])
  expect(await skus(workspace, `limit=20&offset=${Number.MAX_SAFE_INTEGER}`)).toEqual([])
})

test('customers who see different products page through their own lists', async () => {
  const workspace = await service.workspace()
  await givenCustomer(workspace, { accountCode: 'QUAY' })
  await givenCustomer(workspace, { accountCode: 'PIER' })
  await givenCustomer(workspace, { accountCode: 'DOCK' })
  const all = ordered(60)
  await send(
    workspace,
    all.map((product, i) => (i % 3 === 0 ? { ...product, onlyFor: ['QUAY'] } : product)),
  )
  await alter(workspace, 'S0001', { active: false })
  const seen = {
    QUAY: all.filter((_, i) => i !== 1),
    PIER: all.filter((_, i) => i % 3 !== 0 && i !== 1),
    DOCK: all.filter((_, i) => i % 3 !== 0 && i !== 1),
  }
  for (let round = 0; round < 3; round++) {
    for (const [customer, products] of Object.entries(seen)) {
      for (const offset of [10, 0, 20, 30, 15]) {
        expect(await skus(workspace, `customer=${customer}&limit=10&offset=${offset}`)).toEqual(
          products.slice(offset, offset + 10).map(({ sku }) => sku),
        )
      }
    }
  }
})
