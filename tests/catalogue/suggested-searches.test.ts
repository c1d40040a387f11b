import { expect, test } from 'vitest'
import { flushPendingWords } from '../../server/src/jobs/background-jobs.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import type { TestBuyer } from '../given/buyer.ts'
import { alter, done, idOf, item, raiseRevision, send } from '../given/given.ts'
import { givenMember } from '../given/member.ts'
import { orderingShop } from '../given/order.ts'
import { useService } from '../given/service.ts'

const service = useService()

const PRODUCTS = [
  { sku: '4679a-1', name: 'Roasting pan', manufacturerRef: 'RP.0042/B' },
  { sku: '0901', name: 'Safety helmet yellow', brand: 'Milwaukee', category: 'Protective clothing' },
  { sku: '90100', name: 'Ear defenders' },
  { sku: 'KT-INS114', name: 'Insulated screwdriver' },
  { sku: 'T-1', name: 'Serving tray 16 x 30 cm' },
  { sku: 'T-2', name: 'Serving tray 20x40' },
  { sku: 'T-3', name: 'Timber 2 x 4"', description: 'Pressure treated softwood' },
  { sku: 'T-4', name: 'Batten 25mm × 50mm' },
  { sku: 'T-5', name: 'Hex bolt M8 x 40 galvanised' },
  { sku: 'T-6', name: 'Pipe 1.5 x 2 m' },
  { sku: 'B-1', name: 'Bottle 500 ml, stainless steel' },
  { sku: 'B-2', name: 'Colander with handles' },
  { sku: 'B-3', name: 'Refrigerator thermometer' },
  { sku: 'B-4', name: 'Paint brush' },
  { sku: 'B-5', name: 'Rechargeable battery' },
  { sku: 'B-6', name: 'Porcelain teapot' },
  { sku: 'B-7', name: 'Schraubenschlüssel Größe 10' },
  { sku: 'B-8', name: 'Crème brûlée torch' },
  { sku: 'B-9', name: 'Nitrile gloves' },
  { sku: 'B-10', name: 'Σφυρί με λαβή' },
]

/** A search as it is typed, what is suggested, and a product that this finds. */
const TEXTS: [q: string, suggested: string, sku: string][] = [
  ['4679a1', '4679a-1', '4679a-1'],
  ['4679A1', '4679a-1', '4679a-1'],
  ['4679a 1', '4679a-1', '4679a-1'],
  ['4679A–1', '4679a-1', '4679a-1'],
  ['4679a—1', '4679a-1', '4679a-1'],
  ['4679a.1', '4679a-1', '4679a-1'],
  ['4679a/1', '4679a-1', '4679a-1'],
  ['4679_A_1', '4679a-1', '4679a-1'],
  ['46 79 a 1', '4679a-1', '4679a-1'],
  ['04679a1', '4679a-1', '4679a-1'],
  ['46-79', '4679a-1', '4679a-1'],
  ['901', '0901', '0901'],
  ['00901', '0901', '0901'],
  ['09-01', '0901', '0901'],
  ['ktins114', 'KT-INS114', 'KT-INS114'],
  ['KT INS 114', 'KT-INS114', 'KT-INS114'],
  ['kt_ins-114', 'KT-INS114', 'KT-INS114'],
  ['ktins', 'KT-INS114', 'KT-INS114'],
  ['rp0042b', 'RP.0042/B', '4679a-1'],
  ['RP-0042-B', 'RP.0042/B', '4679a-1'],
  ['t1', 'T-1', 'T-1'],
  ['16x30', '16 x 30', 'T-1'],
  ['16X30', '16 x 30', 'T-1'],
  ['16×30', '16 x 30', 'T-1'],
  ['16*30', '16 x 30', 'T-1'],
  ['16cm x 30cm', '16 x 30', 'T-1'],
  ['tray 16x30', 'tray 16 x 30', 'T-1'],
  ['16x30 serving', '16 x 30 serving', 'T-1'],
  ['20×40', '20x40', 'T-2'],
  ['20cm x 40cm', '20x40', 'T-2'],
  ['2x4"', '2 x 4', 'T-3'],
  ['2"x4"', '2 x 4', 'T-3'],
  ['2x4', '2 x 4', 'T-3'],
  ['25x50', '25mm × 50', 'T-4'],
  ['25 x 50', '25mm × 50', 'T-4'],
  ['m8x40', 'm8 x 40', 'T-5'],
  ['M8×40 bolt', 'm8 x 40 bolt', 'T-5'],
  ['1.5x2', '1.5 x 2', 'T-6'],
  ['1,5x2', '1.5 x 2', 'T-6'],
  ['500ml', '500 ml', 'B-1'],
  ['bottle 500ml', 'bottle 500 ml', 'B-1'],
  ['hemlet', 'helmet', '0901'],
  ['helmat', 'helmet', '0901'],
  ['helmt', 'helmet', '0901'],
  ['hellmet', 'helmet', '0901'],
  ['ehlmet', 'helmet', '0901'],
  ['elmet', 'helmet', '0901'],
  ['helmets', 'helmet', '0901'],
  ['safty hemlet', 'safety helmet', '0901'],
  ['yelow helmet', 'yellow helmet', '0901'],
  ['milwakee', 'milwaukee', '0901'],
  ['milwuakee', 'milwaukee', '0901'],
  ['protectiv clothng', 'protectiv clothing', '0901'],
  ['screwdirver', 'screwdriver', 'KT-INS114'],
  ['screw driver', 'screwdriver', 'KT-INS114'],
  ['skrewdriver', 'screwdriver', 'KT-INS114'],
  ['galvanized', 'galvanised', 'T-5'],
  ['softwod', 'softwood', 'T-3'],
  ['stainles steal', 'stainles steel', 'B-1'],
  ['collander', 'colander', 'B-2'],
  ['refridgerator', 'refrigerator', 'B-3'],
  ['refrigirater', 'refrigerator', 'B-3'],
  ['brushes', 'brush', 'B-4'],
  ['brushing', 'brush', 'B-4'],
  ['batteries', 'battery', 'B-5'],
  ['porcelan', 'porcelain', 'B-6'],
  ['tea pot', 'teapot', 'B-6'],
  ['schraubenschlusel', 'schraubenschlussel', 'B-7'],
  ['crmee brûlee', 'creme brulee', 'B-8'],
  ['glvoes', 'gloves', 'B-9'],
  ['glvoe', 'gloves', 'B-9'],
  ['σφιρί', 'σφυρι', 'B-10'],
]

/** Searches that find all there is, or that resemble nothing. */
const NOTHING_TO_SUGGEST = [
  'helmet',
  'helm',
  'safety helmet',
  '0901',
  '4679a',
  'zzzqqq',
  'x',
  '-',
  '000',
  '16 x 30 cm',
  'hat',
]

async function shop() {
  const { workspace, customerId } = await orderingShop(service)
  await send(workspace, PRODUCTS.map(item))
  // As the service does each second: else each look for a word scans all that the tests have written.
  await flushPendingWords(workspace.context)
  const staff = await givenMember(service, workspace, 'manager')
  return { workspace, customerId, staff, buyer: await givenSignedInBuyer(service, workspace, customerId) }
}

type Reader = Pick<TestBuyer, 'get'>

async function suggested(reader: Reader, q: string, query = ''): Promise<string | null> {
  return (await done(reader.get(`/products/suggestion?q=${encodeURIComponent(q)}${query}`))).q
}

async function found(reader: Reader, q: string): Promise<string[]> {
  const products: { sku: string }[] = await done(reader.get(`/products?q=${encodeURIComponent(q)}`))
  return products.map(({ sku }) => sku)
}

test('codes, sizes and words are found however they are written, by staff and by buyers', async () => {
  const { staff, buyer } = await shop()
  for (const reader of [staff, buyer]) {
    for (const [q, suggestion, sku] of TEXTS) {
      expect([q, await suggested(reader, q)]).toEqual([q, suggestion])
      expect([q, await found(reader, suggestion)]).toEqual([q, expect.arrayContaining([sku])])
    }
    // A hyphen that does not break is one.
    expect(await found(reader, '4679a\u20111')).toEqual(['4679a-1'])
    for (const q of NOTHING_TO_SUGGEST) expect([q, await suggested(reader, q)]).toEqual([q, null])
  }
})

test('what is suggested is never mixed into what the search finds', async () => {
  const { workspace, buyer } = await shop()
  const api = (await workspace.get('/products?customer=QUAY&q=901')).body.data
  expect(await found(buyer, '901')).toEqual(api.map(({ sku }: { sku: string }) => sku))
  expect(await found(buyer, '901')).toEqual(['90100'])
  expect(await found(buyer, 'hemlet')).toEqual([])
})

test('what a customer cannot see suggests nothing to its buyers, nor to staff who look at its portal', async () => {
  const { workspace, customerId, staff, buyer } = await shop()
  await send(workspace, [
    item({ sku: 'SEC-RET', name: 'Chandelier 70 x 90', brand: 'Zephyr', onlyFor: ['nobody@elsewhere.example'] }),
    item({ sku: 'OLD-9', name: 'Wheelbarrow', manufacturerRef: 'WB/1' }),
  ])
  await alter(workspace, 'OLD-9', { active: false })
  const texts = ['secret', 'chandleier', 'zehpyr', '70x90', 'old9', 'wheelbarow', 'wheel barrow', 'wheelbarrows', 'wb1']
  const preview = { get: (path: string) => staff.get(`/customers/${customerId}/preview${path}`) }
  for (const q of texts) {
    expect([q, await suggested(staff, q)]).toEqual([q, expect.any(String)])
    expect([q, await suggested(buyer, q)]).toEqual([q, null])
    expect([q, await suggested(preview, q)]).toEqual([q, null])
  }
  await alter(workspace, 'OLD-9', { active: true })
  await raiseRevision(workspace)
  expect(await suggested(buyer, 'wheelbarow')).toBe('wheelbarrow')
  expect(await suggested(preview, 'wheelbarow')).toBe('wheelbarrow')
})

test('a word of another wholesaler is no suggestion', async () => {
  const { staff } = await shop()
  const other = await service.workspace()
  await send(other, [item({ name: 'Chandelier' })])
  expect(await suggested(staff, 'chandleier')).toBeNull()
  expect(await suggested(await givenMember(service, other, 'manager'), 'chandleier')).toBe('chandelier')
})

test('a suggestion keeps to the filters of the list', async () => {
  const { workspace, staff, buyer } = await shop()
  const brand = await idOf(workspace, 'brands', 'Hollin')
  for (const reader of [staff, buyer]) {
    expect(await suggested(reader, 'hemlet', `&brand=${brand}`)).toBeNull()
    expect(await suggested(reader, 'palte', `&brand=${brand}`)).toBe('plate')
    expect(await suggested(reader, 'hemlet', '&brand=none')).toBeNull()
    expect((await reader.get('/products/suggestion')).status).toBe(400)
  }
})
