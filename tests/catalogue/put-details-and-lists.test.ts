import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { givenCustomer, item, read, refusedFields, send, sendItems } from '../given/given.ts'

const service = useService()

const entries = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`name ${i}`, `${i}`]))

test('details are taken with 30 entries, and refused with 31', async () => {
  const workspace = await service.workspace()
  await send(workspace, [item({ details: entries(30) })])
  expect((await read(workspace, 'DEN-1042')).details).toEqual(entries(30))
  expect(await refusedFields(workspace, { details: entries(31) })).toEqual(['products.0.details'])
})

test.each(['x', 'é', '😀'])(
  'details are taken with a name of 60 and a value of 500 times "%s", and no more',
  async (letter) => {
    const workspace = await service.workspace()
    const [name, value] = [letter.repeat(60), letter.repeat(500)]
    await send(workspace, [item({ details: { [` ${name} `]: ` ${value} ` } })])
    expect((await read(workspace, 'DEN-1042')).details).toEqual({ [name]: value })
    const refused = (details: unknown) => refusedFields(workspace, { details })
    expect(await refused({ [name + letter]: 'v' })).toEqual([`products.0.details.${name}${letter}`])
    expect(await refused({ n: value + letter })).toEqual(['products.0.details.n'])
  },
)

test.each([null, [], 'Colour: blue', 7, [['Colour', 'blue']]])('details are refused as %j', async (details) => {
  expect(await refusedFields(await service.workspace(), { details })).toEqual(['products.0.details'])
})

test.each([7, null, true, {}, ['a'], 'a\0', '\ud83d'])('details are refused with a value that is %j', async (value) => {
  expect(await refusedFields(await service.workspace(), { details: { Colour: value } })).toEqual([
    'products.0.details.Colour',
  ])
})

test.each(['', '  ', 'a\0', '\ud83d'])('details are refused with the name %j', async (name) => {
  expect(await refusedFields(await service.workspace(), { details: { [name]: 'v' } })).toEqual([
    `products.0.details.${name}`,
  ])
})

test('details keep names that mean something to programs', async () => {
  const workspace = await service.workspace()
  const details =
    '{"constructor":"a","toString":"b","a.b":"d","\\"":"e","0":"f"," __proto__ ":"g","hasOwnProperty":"h"}'
  const body = `{"products":[${JSON.stringify(item()).slice(0, -1)},"details":${details}}]}`
  expect((await service.call('PUT', '/products', { key: workspace.key, body })).status).toBe(200)
  const stored = (await read(workspace, 'DEN-1042')).details
  const sent = Object.entries(JSON.parse(details)).map(([name, value]) => [name.trim(), value])
  expect(Object.entries(stored).toSorted()).toEqual(sent.toSorted())
})

test('details are refused with two names that trimming would make one', async () => {
  expect(await refusedFields(await service.workspace(), { details: { Colour: 'red', 'Colour ': 'blue' } })).toEqual([
    'products.0.details',
  ])
})

test('onlyFor is taken with 200 entries, and refused with 201', async () => {
  const workspace = await service.workspace()
  const codes = Array.from({ length: 200 }, (_, i) => `CODE-${i}`)
  await givenCustomer(workspace, { accountCode: 'CODE-199' })
  expect((await send(workspace, [item({ onlyFor: codes })])).unknownCustomers).toHaveLength(50)
  expect((await workspace.get('/products?customer=CODE-199')).body.data).toHaveLength(1)
  expect(await refusedFields(workspace, { onlyFor: [...codes, 'MORE'] })).toEqual(['products.0.onlyFor'])
})

test.each([null, 'QUAY', {}, 7])('onlyFor is refused as %j', async (onlyFor) => {
  expect(await refusedFields(await service.workspace(), { onlyFor })).toEqual(['products.0.onlyFor'])
})

test.each([7, null, ['QUAY'], 'a\0', '\ud83d', ''])('onlyFor is refused with %j in it', async (entry) => {
  expect(await refusedFields(await service.workspace(), { onlyFor: ['QUAY', entry] })).toEqual(['products.0.onlyFor.1'])
})

test('onlyFor tells at most 50 of the entries that nobody has, also over several rows', async () => {
  const workspace = await service.workspace()
  await givenCustomer(workspace, { accountCode: 'QUAY' })
  const unknown = async (count: number) =>
    (await sendItems(workspace, count, (i) => ({ onlyFor: ['quay', `NO-${i}`] }))).unknownCustomers
  expect((await unknown(50)).toSorted()).toEqual(Array.from({ length: 50 }, (_, i) => `NO-${i}`).toSorted())
  const some: string[] = await unknown(51)
  expect(some).toHaveLength(50)
  expect(new Set(some).size).toBe(50)
  for (const entry of some) expect(entry).toMatch(/^NO-\d+$/)
})
