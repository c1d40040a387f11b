import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { changed, sendLater } from '../given/changes.ts'
import { givenCustomer, idOf, item, items, refusal, send } from '../given/given.ts'

const service = useService()

test('products changed since a time are those changed at it or later, by that time and then by id', async () => {
  const workspace = await service.workspace()
  const first = await sendLater(service, workspace, 'C', 'A')
  const second = await sendLater(service, workspace, 'B')
  const third = await sendLater(service, workspace, 'C')
  expect(await changed(workspace, first)).toEqual(['A', 'B', 'C'])
  expect(await changed(workspace, second)).toEqual(['B', 'C'])
  expect(await changed(workspace, third)).toEqual(['C'])
  expect(await changed(workspace, new Date(Date.parse(third) + 1).toISOString())).toEqual([])

  await sendLater(service, workspace, 'D1', 'D2', 'D3', 'D4')
  const { body } = await workspace.get(`/products?updatedSince=${third}`)
  const shown = body.data.map(({ updatedAt, id }: Record<string, string>) => `${updatedAt} ${id}`)
  expect(shown).toHaveLength(5)
  expect(shown).toEqual(shown.toSorted())
})

test('products changed since a time are found by any spelling of the time', async () => {
  const workspace = await service.workspace()
  await sendLater(service, workspace, 'A')
  service.time.now = new Date('2027-03-02T09:30:00.250Z')
  await send(workspace, [item({ sku: 'B' })])
  for (const since of ['2027-03-02T10:30:00.25+01:00', '2027-03-02T09:30:00.250Z', ' 2027-03-02T09:30:00Z ']) {
    expect(await changed(workspace, since)).toEqual(['B'])
  }
  for (const since of ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+14:00', '1969-12-31T23:59:59Z']) {
    expect(await changed(workspace, since)).toEqual(['A', 'B'])
  }
  expect(await changed(workspace, '9999-12-31T23:59:59-14:00')).toEqual([])
  // A blank one counts as left out: then the list is by name.
  expect(await changed(workspace, '')).toEqual(['B', 'A'])
})

test.each(['yesterday', '2027-03-02', '2027-03-02T09:30:00', '2027-13-02T09:30:00Z', '1772443800000', 'null'])(
  'products changed since a time cannot be asked for by %s',
  async (since) => {
    const workspace = await service.workspace()
    const answer = await workspace.get(`/products?updatedSince=${since}`)
    expect(answer).toEqual(refusal(400, 'validation_error'))
    expect(answer.body.error.issues).toEqual([
      { path: 'updatedSince', message: expect.stringContaining('2026-12-01T06:00:00Z') },
    ])
  },
)

test('products changed since a time are met once each in a walk, also where thousands have one time', async () => {
  const workspace = await service.workspace()
  const since = service.later()
  for (let from = 0; from < 300; from += 100) await send(workspace, items(400).slice(from, from + 100))
  const [second, all] = [service.later(), items(400)]
  await send(workspace, all.slice(300))
  const expected = await workspace.context.db
    .selectFrom('product')
    .select('sku')
    .where('workspace_id', '=', workspace.id)
    .orderBy('updated_at')
    .orderBy('id')
    .execute()
  for (const limit of [50, 37, 7]) {
    const found: string[] = []
    for (let offset: number | null = 0; offset !== null;) {
      const { body } = await workspace.get(`/products?updatedSince=${since}&limit=${limit}&offset=${offset}`)
      found.push(...body.data.map(({ sku }: { sku: string }) => sku))
      offset = body.nextOffset
    }
    expect(found).toEqual(expected.map(({ sku }) => sku))
  }
  // Far into the list at once, in a state that nobody has walked through.
  await send(workspace, [item({ sku: 'NEW' })])
  expect(await changed(workspace, since, '&offset=390&limit=5')).toEqual(expected.slice(390, 395).map((p) => p.sku))
  expect(await changed(workspace, second, '&offset=99&limit=5')).toEqual([expected[399]!.sku, 'NEW'])
  expect(await changed(workspace, since, '&offset=4000')).toEqual([])
})

test('products changed since a time combine with the other filters, and with a customer', async () => {
  const workspace = await service.workspace()
  await givenCustomer(workspace, { accountCode: 'QUAY' })
  await givenCustomer(workspace, { accountCode: 'PIER' })
  await send(workspace, [item({ sku: 'OLD', brand: 'Hollin', onlyFor: ['QUAY'] })])
  const since = service.later()
  await send(workspace, [
    item({ sku: 'A', brand: 'Hollin', availability: 'in_stock' }),
    item({ sku: 'B', brand: 'Hollin', onlyFor: ['QUAY'] }),
    item({ sku: 'C', category: 'Cups', name: 'Bone cup' }),
  ])
  const brand = await idOf(workspace, 'brands', 'Hollin')
  const shown = async (query: string) => (await changed(workspace, since, query)).toSorted()
  expect(await shown(`&brand=${brand}`)).toEqual(['A', 'B'])
  expect(await changed(workspace, since, `&brand=${brand}&availability=in_stock`)).toEqual(['A'])
  expect(await shown('&customer=QUAY')).toEqual(['A', 'B', 'C'])
  expect(await shown('&customer=PIER')).toEqual(['A', 'C'])
  expect(await changed(workspace, since, `&customer=PIER&brand=${brand}&offset=1`)).toEqual([])
  expect(await workspace.get(`/products?updatedSince=${since}&customer=NOBODY`)).toEqual(refusal(404, 'not_found'))
})

test('products changed since a time are left in the order of a search, where there is one', async () => {
  const workspace = await service.workspace()
  await send(workspace, [item({ sku: 'CUP-1', name: 'Old cup' })])
  const since = service.later()
  await send(workspace, [item({ sku: 'Z', name: 'A cup' }), item({ sku: 'CUP-9', name: 'Z cup' })])
  await sendLater(service, workspace, 'Y')
  await send(workspace, [item({ sku: 'Y', name: 'Cup and saucer' })])
  expect(await changed(workspace, since, '&q=cup')).toEqual(['CUP-9', 'Y', 'Z'])
})

test('products changed since a time are those of the workspace alone', async () => {
  const [mine, theirs] = [await service.workspace(), await service.workspace()]
  const since = await sendLater(service, mine, 'A')
  await sendLater(service, theirs, 'B')
  expect(await changed(mine, since)).toEqual(['A'])
  expect(await changed(theirs, since)).toEqual(['B'])
})
