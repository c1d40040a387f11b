import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { sendItems, skus } from '../given/given.ts'

const service = useService()

async function stocked(...products: Record<string, unknown>[]) {
  const workspace = await service.workspace()
  await sendItems(workspace, products.length, (i) => ({ sku: `#${i}`, ...products[i] }))
  return (q: string) => skus(workspace, `q=${encodeURIComponent(q)}`)
}

/** Of the queries that should find a product of that name, and of those that should not: those that are wrong. */
async function surprises(name: string, finding: string[], missing: string[] = []): Promise<string[]> {
  const found = await stocked({ name })
  const finds = new Set<string>()
  for (const q of [...finding, ...missing]) if ((await found(q)).length > 0) finds.add(q)
  return [...finding.filter((q) => !finds.has(q)), ...missing.filter((q) => finds.has(q))]
}

test('every word must be there, in any order, as the beginning of one of the words', async () => {
  expect(
    await surprises(
      'White hanging heart t-light holder',
      ['heart', 'hea', 'holder white', 'whi hang', 'HEART  holder', 'light', 't-light', 'heart, white!'],
      ['eart', 'heart plate', 'hearts', 'whiteheart'],
    ),
  ).toEqual([])
})

test('words may come from different fields', async () => {
  const found = await stocked(
    { name: 'Azure plate', brand: 'Denby', category: 'Tableware', description: 'Hand-made in Derbyshire' },
    { name: 'Azure bowl', brand: 'Denby' },
  )
  expect(await found('denby plate')).toEqual(['#0'])
  expect(await found('tableware azure derby')).toEqual(['#0'])
  expect(await found('azure denby')).toEqual(['#1', '#0'])
})

test('accents and case do not matter, on either side', async () => {
  expect(await surprises('Crème brûlée Ångström', ['creme', 'CRÈME', 'brulee angstrom', 'cre\u0300me'])).toEqual([])
  expect(await surprises('Creme brulee', ['crème', 'BRÛLÉE'])).toEqual([])
})

test('part numbers are found whole and in parts', async () => {
  expect(
    await surprises(
      'Insert KT-INS114 for M8x40, size 16-07',
      [
        'kt-ins114',
        'KT-INS',
        'kt-',
        'ins114',
        '114',
        'ins 114',
        'm8x40',
        'm8x',
        '8x40',
        '16-07',
        '16-',
        '-07',
        'M8x40 kt',
      ],
      ['nsert', 'm9x40', '16-08'],
    ),
  ).toEqual([])
})

test('apostrophes and other marks are no obstacle', async () => {
  expect(
    await surprises(
      "Baker's tray: 5\" (O'Neill) 100% & co\\",
      ["baker's", 'bakers', 'Baker’s tray', "o'neill", '100%', "tray'", '(o’neill)', 'co\\', "'; drop"].slice(0, 8),
      ["'; drop"],
    ),
  ).toEqual([])
})

test('a query of marks only finds nothing, and is no failure', async () => {
  const found = await stocked({ name: 'Plate' })
  for (const q of ["'''", '&|!', ':*', '((', '---', '\\\\\\', '<->', '"', '‐‐‐', '%%%', '___']) {
    expect({ q, skus: await found(q) }).toEqual({ q, skus: [] })
  }
})

test.each([
  ['Ποτήρι κρασιού', ['ποτηρι', 'ΠΟΤΉΡΙ', 'κρασ']],
  ['Тарелка синяя', ['тарел', 'СИНЯЯ']],
  ['陶器の皿 大', ['陶器', '陶器の皿']],
  ['한국의 찻잔 접시들', ['한국의', '한국의 찻', '접시들']],
  ['ﬁne ½ plate', ['fine', 'ﬁne']],
])('another script: %s', async (name, queries) => {
  expect(await surprises(name, queries)).toEqual([])
})

test('a Greek word is found by a beginning that ends in sigma', async () => {
  expect(await surprises('ΦΩΣΦΟΡΟΣ', ['ΦΩΣ', 'φωσφόρος', 'ΦΩΣΦΟΡΟΣ'])).toEqual([])
})

test('a name, a description and a word of full length are taken and found', async () => {
  const found = await stocked({
    name: `start ${'n'.repeat(194)}`,
    description: `${'ab1-'.repeat(990)} lastword`,
    brand: 'b'.repeat(120),
    category: 'c'.repeat(120),
  })
  for (const q of ['start', 'n'.repeat(194), 'lastword', 'b'.repeat(120), 'c'.repeat(120)]) {
    expect({ q, skus: await found(q) }).toEqual({ q, skus: ['#0'] })
  }
})

// Many parts of many bytes each, all different: the hardest text to index that is still legal.
test('the longest texts are taken whatever the letters', async () => {
  const letters = Array.from({ length: 24 }, (_, i) => String.fromCodePoint(0x10480 + i))
  const digits = Array.from({ length: 10 }, (_, i) => String.fromCodePoint(0x104a0 + i))
  const hard = (length: number, seed: number) =>
    Array.from({ length }, (_, i) => {
      const set = i % 2 === 0 ? letters : digits
      return i % 200 === 199 ? ' ' : set[(i * i + seed + Math.trunc(i / 200)) % set.length]
    }).join('')
  const found = await stocked({
    name: `hard ${hard(195, 1)}`,
    description: hard(4_000, 2),
    brand: hard(120, 3),
    category: hard(120, 4),
  })
  expect(await found('hard')).toEqual(['#0'])
  expect(await found(hard(195, 1))).toEqual(['#0'])
})

test('the longest texts are taken whatever they unfold to', async () => {
  const squared = Array.from({ length: 200 }, (_, i) => String.fromCodePoint(0x3300 + ((i * 37) % 88))).join('')
  const found = await stocked(
    { name: squared, description: squared.repeat(20), brand: squared.slice(0, 120) },
    { name: '\ufdfa'.repeat(200), description: '\ufdfa\ufdfb'.repeat(2_000), category: '\ufdfa'.repeat(120) },
  )
  expect(await found(squared)).toEqual(['#0'])
  expect(await found('\ufdfa'.repeat(200))).toEqual(['#1'])
})
