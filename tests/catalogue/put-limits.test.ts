import { beforeAll, describe, expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { item, read, refusedFields, send } from '../given/given.ts'

const service = useService()
/** What is refused leaves nothing in it, so all of that shares one. */
let refusing: TestWorkspace
beforeAll(async () => void (refusing = await service.workspace()))

const smile = '😀'

describe.each([
  ['sku', 64],
  ['name', 200],
  ['unitLabel', 60],
  ['brand', 120],
  ['category', 120],
  ['manufacturerRef', 120],
  ['description', 4_000],
  ['leadTimeNote', 200],
] as const)('%s', (field, max) => {
  test(`${field} is taken with ${max} characters, whatever they weigh, and refused with one more`, async () => {
    const workspace = await service.workspace()
    for (const letter of ['x', 'é', smile]) {
      await send(workspace, [item({ sku: 'S', [field]: letter.repeat(max) })])
      const found = await read(workspace, field === 'sku' ? letter.repeat(max) : 'S')
      expect(found[field]).toBe(letter.repeat(max))
      expect(await refusedFields(workspace, { [field]: letter.repeat(max + 1) })).toEqual([`products.0.${field}`])
    }
  })

  test(`${field} is measured without the space around it`, async () => {
    const workspace = await service.workspace()
    await send(workspace, [item({ [field]: ` \t\n${'x'.repeat(max)}\u00a0 ` })])
    const { body } = await workspace.get('/products')
    const product = (await workspace.get(`/products/${body.data[0].id}`)).body.data
    expect(product[field]).toBe('x'.repeat(max))
  })

  test.each([7, true, null, [], {}, ['x']])(`${field} is refused as %j`, async (value) => {
    expect(await refusedFields(refusing, { [field]: value })).toEqual([`products.0.${field}`])
  })

  test(`${field} is refused with NUL or half of a surrogate pair in it`, async () => {
    const workspace = await service.workspace()
    for (const value of ['a\0b', '\0', 'a\ud83d', '\ude00b', '\ude00\ud83d']) {
      expect(await refusedFields(workspace, { [field]: value })).toEqual([`products.0.${field}`])
    }
  })
})

test.each([0, 1, 1_000_000_000])('listPrice is taken as %i', async (listPrice) => {
  const workspace = await service.workspace()
  await send(workspace, [item({ listPrice })])
  expect((await read(workspace, 'DEN-1042')).price).toMatchObject({ unit: listPrice, list: listPrice })
})

test.each([-1, 1_000_000_001, 1.5, '12', '', null, true, [], {}, 1e300, -0.5, Number.MAX_SAFE_INTEGER + 1])(
  'listPrice is refused as %j',
  async (listPrice) => {
    expect(await refusedFields(refusing, { listPrice })).toEqual(['products.0.listPrice'])
  },
)

test('a listPrice of minus nothing is nothing', async () => {
  const workspace = await service.workspace()
  const body = JSON.stringify({ products: [item({ listPrice: 0 })] }).replace('"listPrice":0', '"listPrice":-0')
  for (const created of [1, 0]) {
    const answer = await service.call('PUT', '/products', { key: workspace.key, body })
    expect(answer.body.data).toMatchObject({ created, priceChanges: 0 })
  }
  expect(Object.is((await read(workspace, 'DEN-1042')).price.unit, 0)).toBe(true)
})

test.each(['not_tracked', 'in_stock', 'low_stock', 'out_of_stock', 'made_to_order', ' in_stock '])(
  'availability is taken as "%s"',
  async (availability) => {
    const workspace = await service.workspace()
    await send(workspace, [item({ availability })])
    expect((await read(workspace, 'DEN-1042')).availability).toBe(availability.trim())
  },
)

test.each(['sold_out', 'IN_STOCK', 1, null, ['in_stock']])('availability is refused as %j', async (availability) => {
  expect(await refusedFields(refusing, { availability })).toEqual(['products.0.availability'])
})

test.each([
  'https://images.example/a.jpg',
  'HTTPS://images.example/a b.jpg?x=1#y',
  'https://bücher.example:8443/ä.png',
  ` https://images.example/${'x'.repeat(1_900)} `,
])('imageUrl is taken as %s', async (imageUrl) => {
  const workspace = await service.workspace()
  expect(await send(workspace, [item({ imageUrl })])).toMatchObject({ created: 1 })
})

test.each([
  'http://images.example/a.jpg',
  'ftp://images.example/a.jpg',
  'data:image/png;base64,AAAA',
  'javascript:alert(1)',
  '//images.example/a.jpg',
  'images.example/a.jpg',
  'https://',
  'https',
  'a\0b',
  7,
  null,
  ['https://images.example/a.jpg'],
])('imageUrl is refused as %j', async (imageUrl) => {
  expect(await refusedFields(refusing, { imageUrl })).toEqual(['products.0.imageUrl'])
})
