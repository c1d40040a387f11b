import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { alter, givenBuyer, givenCustomer, item, read, send, sendItems, skus } from '../given/given.ts'

const service = useService()

async function shop() {
  const workspace = await service.workspace()
  const quay = await givenCustomer(workspace, { accountCode: 'Quay-7', email: 'Orders@Quay.example' })
  const pier = await givenCustomer(workspace, { accountCode: 'PIER', email: 'shared@example.com' })
  const dock = await givenCustomer(workspace, { email: 'shared@example.com' })
  await givenBuyer(workspace, pier, 'bo@pier.example')
  /** Which of the three see the product. */
  const seenBy = async () => {
    const seen: string[] = []
    for (const [name, id] of Object.entries({ quay, pier, dock })) {
      if ((await skus(workspace, `customer=${id}`)).length > 0) seen.push(name)
    }
    return seen
  }
  return { workspace, seenBy, only: (...onlyFor: string[]) => send(workspace, [item({ onlyFor })]) }
}

test.each([
  ['an account code', 'Quay-7', ['quay']],
  ['an account code in another case', ' qUAY-7 ', ['quay']],
  ['the e-mail of a customer', 'orders@quay.EXAMPLE', ['quay']],
  ['the e-mail of a buyer who is only invited', 'BO@pier.example', ['pier']],
  ['an e-mail that two customers have', 'shared@example.com', ['pier', 'dock']],
])('onlyFor takes %s', async (_case, entry, seers) => {
  const { seenBy, only, workspace } = await shop()
  expect(await only(entry)).toMatchObject({ created: 1, unknownCustomers: [] })
  expect(await seenBy()).toEqual(seers)
  expect((await read(workspace, 'DEN-1042')).visibility).toBe('selected')
})

test('onlyFor takes several of them, once each', async () => {
  const { seenBy, only } = await shop()
  expect(await only('quay-7', 'orders@quay.example', 'PIER', 'bo@pier.example', 'pier')).toMatchObject({
    unknownCustomers: [],
  })
  expect(await seenBy()).toEqual(['quay', 'pier'])
})

test('onlyFor tells which entries nobody has, as they were sent, and gives those no access', async () => {
  const { seenBy, only } = await shop()
  expect((await only('Quay-7', ' Nobody ', 'lost@example.com', 'Quay Café')).unknownCustomers).toEqual([
    'Nobody',
    'lost@example.com',
    'Quay Café',
  ])
  expect(await seenBy()).toEqual(['quay'])
})

test('onlyFor that finds nobody, or is empty, hides the product from all', async () => {
  const { seenBy, only, workspace } = await shop()
  await send(workspace, [item()])
  expect(await seenBy()).toEqual(['quay', 'pier', 'dock'])
  await only('nobody')
  expect(await seenBy()).toEqual([])
  await only('PIER')
  await only()
  expect(await seenBy()).toEqual([])
  expect((await read(workspace, 'DEN-1042')).visibility).toBe('selected')
})

test('onlyFor replaces who was chosen before', async () => {
  const { seenBy, only } = await shop()
  await only('Quay-7', 'PIER')
  expect(await only('PIER', 'shared@example.com')).toMatchObject({ created: 0, updated: 1 })
  expect(await seenBy()).toEqual(['pier', 'dock'])
  await only('Quay-7')
  expect(await seenBy()).toEqual(['quay'])
})

test('onlyFor is kept when left out: the product does not become open to all again', async () => {
  const { seenBy, only, workspace } = await shop()
  await only('Quay-7')
  await send(workspace, [item({ name: 'Renamed', visibility: 'all' })])
  expect(await read(workspace, 'DEN-1042')).toMatchObject({ name: 'Renamed', visibility: 'selected' })
  expect(await seenBy()).toEqual(['quay'])
})

test('onlyFor does not make an inactive product visible', async () => {
  const { seenBy, only, workspace } = await shop()
  await only('Quay-7')
  await alter(workspace, 'DEN-1042', { active: false })
  expect(await seenBy()).toEqual([])
})

test('onlyFor is each row’s own', async () => {
  const { workspace } = await shop()
  await sendItems(workspace, 4, (i) => ({ onlyFor: i % 2 === 0 ? ['Quay-7'] : i === 1 ? ['PIER'] : undefined }))
  expect((await skus(workspace, 'customer=QUAY-7')).toSorted()).toEqual(['SKU-0000', 'SKU-0002', 'SKU-0003'])
  expect((await skus(workspace, 'customer=pier')).toSorted()).toEqual(['SKU-0001', 'SKU-0003'])
})

test('onlyFor knows nobody of another workspace', async () => {
  const { only } = await shop()
  const other = await service.workspace()
  await givenCustomer(other, { accountCode: 'ELSEWHERE', email: 'else@example.com' })
  expect((await only('ELSEWHERE', 'else@example.com')).unknownCustomers).toEqual(['ELSEWHERE', 'else@example.com'])
})
