import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import {
  done,
  find,
  givenAgreedPrice,
  givenCustomer,
  givenDiscount,
  idOf,
  invalidFields,
  item,
  refusal,
  send,
} from '../given/given.ts'

const service = useService()

async function shop() {
  const workspace = await service.workspace()
  await send(workspace, [item({ brand: 'Denby', category: 'Tableware' })])
  const customer = await givenCustomer(workspace, { accountCode: 'QUAY' })
  const explain = (query = '', who = 'QUAY') => done(workspace.get(`/prices?customer=${who}&sku=DEN-1042${query}`))
  return { workspace, customer, explain }
}

test('a price is told for the product, the customer and the quantity asked for', async () => {
  const { workspace, customer, explain } = await shop()
  expect(await explain('&qty=4')).toEqual({
    sku: 'DEN-1042',
    productId: (await find(workspace, 'DEN-1042')).id,
    name: 'Azure plate',
    customer: { id: customer, accountCode: 'QUAY', name: 'Quay Café' },
    qty: 4,
    price: { unit: 2550, line: 10200, list: 2550, discountBp: 0, source: 'list', label: '' },
    candidates: [
      {
        source: 'list',
        label: '',
        unit: 2550,
        discountBp: 0,
        minQty: 1,
        applied: true,
        reason: 'Nothing comes before it.',
      },
    ],
    visible: true,
  })
  expect((await explain()).qty).toBe(1)
})

const minute = (time: string) => `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`

test('every price that was considered is there, with what it lost to', async () => {
  const { workspace, customer, explain } = await shop()
  const later = new Date(service.time.now.getTime() + 1_000).toISOString()
  await givenDiscount(workspace, customer, 500)
  await givenDiscount(workspace, customer, 1000, { categoryId: await idOf(workspace, 'categories', 'Tableware') })
  await givenDiscount(workspace, customer, 1250, { brandId: await idOf(workspace, 'brands', 'Denby') })
  await givenAgreedPrice(workspace, customer, 'DEN-1042', { unit: 2400 })
  await givenAgreedPrice(workspace, customer, 'DEN-1042', { unit: 2300, minQty: 5 })
  await givenAgreedPrice(workspace, customer, 'DEN-1042', { unit: 2200, minQty: 100 })
  await givenAgreedPrice(workspace, customer, 'DEN-1042', { unit: 2100, minQty: 4, startsAt: later })
  await givenAgreedPrice(workspace, customer, 'DEN-1042', {
    unit: 2000,
    minQty: 3,
    endsAt: service.time.now.toISOString(),
  })
  const { price, candidates } = await explain('&qty=10')
  expect(price).toMatchObject({ unit: 2300, line: 23000, source: 'agreed' })
  const told = candidates.map(({ source, unit, discountBp, minQty, applied }: any) =>
    [source, unit, discountBp, minQty, applied].join(' '),
  )
  expect(told.toSorted()).toEqual(
    [
      'agreed 2200 0 100 false',
      'agreed 2300 0 5 true',
      'agreed 2100 0 4 false',
      'agreed 2000 0 3 false',
      'agreed 2400 0 1 false',
      'brand 2231 1250 1 false',
      'category 2295 1000 1 false',
      'customer 2423 500 1 false',
      'list 2550 0 1 false',
    ].toSorted(),
  )
  const reasonOf = (unit: number) => candidates.find((candidate: { unit: number }) => candidate.unit === unit).reason
  expect(reasonOf(2300)).toBe('Nothing comes before it.')
  expect(reasonOf(2200)).toBe('It needs a quantity of 100 or more.')
  expect(reasonOf(2400)).toBe('The agreed price from 5 comes first: its minimum quantity is the largest one reached.')
  expect(reasonOf(2231)).toBe('An agreed price comes before a discount on the brand.')
  expect(reasonOf(2295)).toBe('An agreed price comes before a discount on the category.')
  expect(reasonOf(2423)).toBe('An agreed price comes before a discount on everything.')
  expect(reasonOf(2550)).toBe('An agreed price comes before the list price.')
  expect(reasonOf(2100)).toBe(`It starts on ${minute(later)}.`)
  expect(reasonOf(2000)).toBe(`It ended on ${minute(service.time.now.toISOString())}.`)
})

test('customer and SKU are found in any case, the customer also by id', async () => {
  const { workspace, customer } = await shop()
  for (const query of ['customer=quay&sku=den-1042', `customer=${customer}&sku=%20Den-1042%20`]) {
    expect((await workspace.get(`/prices?${query}`)).body.data).toMatchObject({
      sku: 'DEN-1042',
      customer: { accountCode: 'QUAY' },
    })
  }
})

test('an unknown SKU and an unknown customer are not found, and are named', async () => {
  const { workspace, customer } = await shop()
  const noSku = await workspace.get(`/prices?customer=${customer}&sku=NO-SUCH`)
  expect(noSku).toEqual(refusal(404, 'not_found'))
  expect(noSku.body.error.message).toContain('NO-SUCH')
  for (const who of ['NO-ONE', randomUUIDv7()]) {
    const noCustomer = await workspace.get(`/prices?customer=${who}&sku=DEN-1042`)
    expect(noCustomer).toEqual(refusal(404, 'not_found'))
    expect(noCustomer.body.error.message).toContain(who)
  }
})

test.each([
  ['', ['customer', 'sku']],
  ['customer=QUAY', ['sku']],
  ['sku=DEN-1042', ['customer']],
  ['customer=%20&sku=', ['customer', 'sku']],
  ['customer=QUAY&customer=QUAY&sku=DEN-1042', ['customer']],
  ['customer=QUAY&sku=DEN-1042&sku=DEN-1042', ['sku']],
  ['customer=QUAY&sku=%00', ['sku']],
  ['customer=%00&sku=A', ['customer']],
  ['customer=QUAY&sku=DEN-1042&qty=0', ['qty']],
  ['customer=QUAY&sku=DEN-1042&qty=1000001', ['qty']],
  ['customer=QUAY&sku=DEN-1042&qty=1.5', ['qty']],
  ['qty=x', ['customer', 'sku', 'qty']],
])('an explanation of "%s" is refused', async (query, paths) => {
  const { workspace } = await shop()
  expect(invalidFields(await workspace.get(`/prices?${query}`))).toEqual(paths.toSorted())
})

test('a million is the largest quantity', async () => {
  const { explain } = await shop()
  expect((await explain('&qty=1000000')).price.line).toBe(2_550_000_000)
})
