import { describe, expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { invalidFields, item, read, refusedFields, send } from '../given/given.ts'

const service = useService()

test('text is stored without the space around it', async () => {
  const workspace = await service.workspace()
  await send(workspace, [
    item({
      sku: ' DEN-1042\n',
      name: '\tAzure  plate ',
      unitLabel: ' each ',
      brand: ' Denby ',
      category: ' Tableware ',
      manufacturerRef: ' AZ-1 ',
      description: ' Blue. ',
      leadTimeNote: ' 3 weeks ',
    }),
  ])
  expect(await read(workspace, 'DEN-1042')).toMatchObject({
    sku: 'DEN-1042',
    name: 'Azure  plate',
    unitLabel: 'each',
    brand: 'Denby',
    category: 'Tableware',
    manufacturerRef: 'AZ-1',
    description: 'Blue.',
    leadTimeNote: '3 weeks',
  })
})

test.each(['sku', 'name', 'unitLabel'])('text of %s must not be blank', async (field) => {
  const workspace = await service.workspace()
  for (const value of ['', '   ', '\t\n', '\u00a0']) {
    expect(await refusedFields(workspace, { [field]: value })).toEqual([`products.0.${field}`])
  }
})

test.each(['sku', 'name', 'unitLabel', 'listPrice'])('%s cannot be left out', async (field) => {
  expect(await refusedFields(await service.workspace(), { [field]: undefined })).toEqual([`products.0.${field}`])
})

test('text that is optional counts as left out when it is blank', async () => {
  const workspace = await service.workspace()
  const texts = { brand: 'B', category: 'C', manufacturerRef: 'M', description: 'D' }
  await send(workspace, [item({ ...texts, availability: 'in_stock', leadTimeNote: '3 weeks' })])
  const blank = { brand: '', category: ' ', manufacturerRef: '\t', description: '\n' }
  await send(workspace, [item({ ...blank, availability: '', leadTimeNote: ' ', imageUrl: ' ' })])
  expect(await read(workspace, 'DEN-1042')).toMatchObject({
    brand: null,
    category: null,
    manufacturerRef: null,
    description: null,
    availability: 'in_stock',
    leadTimeNote: '3 weeks',
  })
})

test('text keeps its spelling and its marks', async () => {
  const workspace = await service.workspace()
  const name = `"O'Neill" \\ <b>&amp; \u2028 Å\u0301 \u{1f1ec}\u{1f1e7} %s $1 {}; --`
  await send(workspace, [item({ name, description: name, details: { [name.slice(0, 60)]: name } })])
  expect(await read(workspace, 'DEN-1042')).toMatchObject({
    name,
    description: name,
    details: { [name.slice(0, 60).trim()]: name },
  })
})

test('all that is wrong with a call is told at once, each with the place where it is', async () => {
  const { put } = await service.workspace()
  const products = [
    item({ sku: 'A', name: '', listPrice: -1 }),
    item({ sku: 'B' }),
    {},
    item({ sku: 'b', unitLabel: 'x'.repeat(61), availability: 'gone' }),
    item({ sku: 'D', details: { Colour: 7, Size: 'x'.repeat(501) }, onlyFor: ['a', '', 7] }),
    'nonsense',
  ]
  expect(invalidFields(await put('/products', { products, priceChangeId: 7 }))).toEqual(
    [
      'priceChangeId',
      'products.0.name',
      'products.0.listPrice',
      'products.2.sku',
      'products.2.name',
      'products.2.listPrice',
      'products.2.unitLabel',
      'products.3.sku',
      'products.3.unitLabel',
      'products.3.availability',
      'products.4.details.Colour',
      'products.4.details.Size',
      'products.4.onlyFor.1',
      'products.4.onlyFor.2',
      'products.5',
    ].toSorted(),
  )
})

test('all that is wrong with a call is told up to a thousand times, and how often more', async () => {
  const workspace = await service.workspace()
  const onlyFor = Array.from({ length: 200 }, () => 1)
  const products = Array.from({ length: 6 }, (_, i) => item({ sku: `S-${i}`, onlyFor }))
  const { status, body } = await workspace.put('/products', { products })
  expect(status).toBe(400)
  expect(body.error.issues).toHaveLength(1_001)
  expect(body.error.issues[999]).toEqual({ path: 'products.4.onlyFor.199', message: 'Must be text.' })
  expect(body.error.issues[1_000].message).toBe('200 more problems are not listed. Mend these first.')
})

test('all that is wrong with a call is told for lists that are too long, together with the rest', async () => {
  const { put } = await service.workspace()
  const details = Object.fromEntries(Array.from({ length: 31 }, (_, i) => [`name ${i}`, '']))
  const products = [
    item({ sku: 'A', onlyFor: Array.from({ length: 201 }, (_, i) => `CODE-${i}`) }),
    item({ sku: 'B', details, name: '' }),
    item({ sku: 'a', listPrice: -1 }),
  ]
  expect(invalidFields(await put('/products', { products }))).toEqual([
    'products.0.onlyFor',
    'products.1.details',
    'products.1.name',
    'products.2.listPrice',
    'products.2.sku',
  ])
})

test('one wrong row keeps the whole call from happening', async () => {
  const workspace = await service.workspace()
  await send(workspace, [item({ sku: 'OLD', name: 'Before' })])
  const rows = [
    item({ sku: 'NEW', brand: 'Brand-new' }),
    item({ sku: 'OLD', name: 'After', listPrice: 1 }),
    item({ sku: 'BAD', listPrice: 1.5 }),
  ]
  expect(invalidFields(await workspace.put('/products', { products: rows }))).toEqual(['products.2.listPrice'])
  const { data } = (await workspace.get('/products')).body
  expect(data.map(({ sku, name }: { sku: string; name: string }) => [sku, name])).toEqual([['OLD', 'Before']])
  expect((await workspace.get('/brands')).body.data).toEqual([])
})

describe('a SKU that is in a call twice', () => {
  test.each([
    ['the same', 'DEN-1', 'DEN-1'],
    ['in another case', 'DEN-1', 'den-1'],
    ['with space around it', 'DEN-1', ' DEN-1 '],
    ['in another form of the same letters', 'CAF\u00c9', 'cafe\u0301'],
  ])('%s is refused, and named', async (_case, first, second) => {
    const { put } = await service.workspace()
    const answer = await put('/products', {
      products: [item({ sku: first }), item({ sku: 'X' }), item({ sku: second })],
    })
    expect(invalidFields(answer)).toEqual(['products.2.sku'])
    expect(answer.body.error.issues[0].message).toContain(second.trim())
  })

  test('a SKU that is in a call three times is told twice', async () => {
    const { put } = await service.workspace()
    const answer = await put('/products', { products: [item(), item(), item({ sku: 'X' }), item()] })
    expect(invalidFields(answer)).toEqual(['products.1.sku', 'products.3.sku'])
  })

  test('a SKU that is in a call twice is no duplicate where accents differ', async () => {
    const workspace = await service.workspace()
    expect(await send(workspace, [item({ sku: 'CAFE' }), item({ sku: 'CAFÉ' })])).toMatchObject({ created: 2 })
  })
})
