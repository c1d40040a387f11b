import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { alter, givenCustomer, idOf, item, send, sendItems, skus } from '../given/given.ts'

const service = useService()

async function stocked(...products: Record<string, unknown>[]) {
  const workspace = await service.workspace()
  await sendItems(workspace, products.length, (i) => products[i]!)
  return { workspace, found: (q: string, more = '') => skus(workspace, `q=${encodeURIComponent(q)}${more}`) }
}

test('results come in order: the code itself, codes that start with it, names that do, names with the words, then the rest', async () => {
  const { found } = await stocked(
    { sku: 'Z1', name: 'Mug', description: 'goes with the cup' },
    { sku: 'Z2', name: 'Anything', brand: 'Cup & Co' },
    { sku: 'Z3', name: 'Tea cup' },
    { sku: 'Z4', name: 'Egg cup' },
    { sku: 'Z5', name: 'Cupboard' },
    { sku: 'Z6', name: 'cup, large' },
    { sku: 'CUP-9', name: 'A nine' },
    { sku: 'CUP-10', name: 'Z ten' },
    { sku: 'AA', name: 'Reference starts', manufacturerRef: 'CUP/3' },
    { sku: 'AB', name: 'Reference is', manufacturerRef: 'cup' },
    { sku: 'Cup', name: 'Zzz' },
  )
  expect(await found('cup')).toEqual(
    // Codes in the order of their SKUs, all others by name.
    ['Cup', 'AB', 'AA', 'CUP-10', 'CUP-9', 'Z6', 'Z5', 'Z4', 'Z3', 'Z2', 'Z1'],
  )
})

test('an exact SKU comes first, also before references that are the same', async () => {
  const { found } = await stocked(
    { sku: 'A-1', manufacturerRef: '85123A' },
    { sku: '85123A', name: 'Heart holder' },
    { sku: '85123', manufacturerRef: '85123a' },
  )
  expect(await found('85123a')).toEqual(['85123A', '85123', 'A-1'])
  expect(await found(' 85123A ', '&limit=1')).toEqual(['85123A'])
})

test('a product that several steps would find comes once, where it first belongs', async () => {
  const { found } = await stocked({ sku: 'CUP', name: 'Cup', brand: 'Cup', category: 'Cup', manufacturerRef: 'cup' })
  expect(await found('cup')).toEqual(['CUP'])
})

test('codes are found in any case and form, and by how they start', async () => {
  const { found } = await stocked({ sku: 'CAF\u00c9-100' }, { sku: 'CAF\u00c9-200' }, { sku: 'CAFE-300' })
  expect(await found('cafe\u0301-100')).toEqual(['CAF\u00c9-100'])
  expect(await found('caf\u00e9-')).toEqual(['CAF\u00c9-100', 'CAF\u00c9-200'])
})

test('% and _ are characters like any other', async () => {
  const { found } = await stocked(
    { sku: '100%', name: 'P' },
    { sku: '100X', name: 'Q' },
    { sku: 'A_B', name: 'R' },
    { sku: 'AXB', name: 'S' },
    { sku: 'C\\D', name: 'T' },
  )
  expect(await found('100%')).toEqual(['100%'])
  expect(await found('a_')).toEqual(['A_B'])
  expect(await found('%')).toEqual([])
  expect(await found('_')).toEqual([])
  expect(await found('%b')).toEqual([])
  expect(await found('c\\d')).toEqual(['C\\D'])
})

test('codes are not found by what stands in the middle of them', async () => {
  const { found } = await stocked({ sku: 'KT-INS114', manufacturerRef: 'REF-777', name: 'Mug' })
  expect(await found('INS114')).toEqual([])
  expect(await found('777')).toEqual([])
  expect(await found('ref')).toEqual(['KT-INS114'])
})

test('queries of one or two characters find the start of the name and of codes, and no words', async () => {
  const { found } = await stocked(
    { sku: 'S1', name: 'Tea cup' },
    { sku: 'S2', name: 'Big tea cup', brand: 'Tea', description: 'tea' },
    { sku: 'TE-1', name: 'Zebra' },
    { sku: 'S3', name: 'Zebra', manufacturerRef: 'T-9' },
    { sku: 'S4', name: 'éclair' },
  )
  expect(await found('te')).toEqual(['TE-1', 'S1'])
  expect(await found('t')).toEqual(['S3', 'TE-1', 'S1'])
  expect(await found('E')).toEqual(['S4'])
  expect(await found('cu')).toEqual([])
})

test('queries of three characters find words anywhere', async () => {
  const { found } = await stocked({ sku: 'S1', name: 'Tea cup' }, { sku: 'S2', name: 'Mug', description: 'no cups' })
  expect(await found('cup')).toEqual(['S1', 'S2'])
})

test('filters narrow a search down, in each of its steps', async () => {
  const { workspace, found } = await stocked(
    { sku: 'CUP', brand: 'Denby', category: 'Old' },
    { sku: 'CUP-1', brand: 'Spode', category: 'Old', availability: 'in_stock' },
    { sku: 'X1', name: 'cup', brand: 'Denby', availability: 'in_stock' },
    { sku: 'X2', name: 'tea cup', brand: 'Spode' },
    { sku: 'X3', name: 'mug', description: 'cup', brand: 'Denby', category: 'Old' },
  )
  const denby = await idOf(workspace, 'brands', 'Denby')
  const old = await idOf(workspace, 'categories', 'Old')
  await alter(workspace, 'X1', { active: false })
  expect(await found('cup', `&brand=${denby}`)).toEqual(['CUP', 'X1', 'X3'])
  expect(await found('cup', `&brand=${denby}&active=true`)).toEqual(['CUP', 'X3'])
  expect(await found('cup', `&category=${old}`)).toEqual(['CUP', 'CUP-1', 'X3'])
  expect(await found('cup', '&availability=in_stock')).toEqual(['CUP-1', 'X1'])
  expect(await found('cup', '&active=false')).toEqual(['X1'])
  expect(await found('cup', `&brand=${denby}&limit=2&offset=1`)).toEqual(['X1', 'X3'])
})

test('a customer finds only what this customer can see', async () => {
  const { workspace, found } = await stocked(
    { sku: 'CUP', onlyFor: ['nobody'] },
    { sku: 'CUP-1', onlyFor: ['QUAY'] },
    { sku: 'X1', name: 'cup' },
    { sku: 'X2', name: 'cup too' },
  )
  await givenCustomer(workspace, { accountCode: 'QUAY' })
  await send(workspace, [item({ sku: 'CUP-1', onlyFor: ['QUAY'] })])
  await alter(workspace, 'X1', { active: false })
  expect(await found('cup', '&customer=quay')).toEqual(['CUP-1', 'X2'])
  expect(await found('cup', '&customer=quay&active=false')).toEqual([])
  expect(await found('cup', '&customer=quay&active=true')).toEqual(['CUP-1', 'X2'])
})

test('a new product, name, reference, brand, category or description is found at once', async () => {
  const { workspace, found } = await stocked({ sku: 'A', name: 'Mug' })
  expect(await found('mug')).toEqual(['A'])
  await send(workspace, [
    item({
      sku: 'A',
      name: 'Beaker',
      manufacturerRef: 'REF-1',
      brand: 'Denby',
      category: 'Drinking',
      description: 'stoneware',
    }),
  ])
  expect(await found('mug')).toEqual([])
  for (const q of ['beaker', 'ref-1', 'denby', 'drinking', 'stoneware']) expect(await found(q)).toEqual(['A'])
  await send(workspace, [item({ sku: 'A', name: 'Beaker' })])
  for (const q of ['ref-1', 'denby', 'drinking', 'stoneware']) expect(await found(q)).toEqual([])
  expect(await found('beaker')).toEqual(['A'])
})
