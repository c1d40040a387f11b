import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutText } from '../../server/src/orders/order-lines/line-readings.ts'
import { isSameUnit, readExpected } from '../../server/src/orders/purchase-orders/expected-price.ts'
import { takeApart } from '../../server/src/orders/purchase-orders/written-order.ts'

const GBP = { currency: 'GBP', currencyDecimals: 2 }
const unitOf = (
  texts: string[],
  { per, qty = 12, soldBy = 'each' }: { per?: string; qty?: number; soldBy?: string } = {},
) => {
  const { unit, problem } = readExpected({ texts, ...(per && { per }) }, { form: GBP, qty, soldBy })
  return problem === null ? unit : problem.replace(' What is the price of one?', '')
}

test.each([
  [['£7.70'], 770],
  [['@ 7.70'], 770],
  [['at 7,70 each'], 770],
  [['1.234,50 GBP'], 123_450],
  [['£77 per 100'], 77],
  [['7.70/each'], 770],
  [['£7.70', '£92.40'], 770],
])('%j is read', (texts, unit) => {
  expect(unitOf(texts)).toBe(unit)
})

test.each([
  [['1,250'], '“1,250” could be thousands or a fraction: write it with a decimal point, and without separators.'],
  [['£7.755'], '“£7.755” has three decimals, GBP has two.'],
  [['£7.75 per 100'], '“£7.75 per 100” is no whole amount for one.'],
  [['£7.70 per case'], '“£7.70 per case” is not clear, as this is sold by “each”.'],
  [['£7.70', '£92.00'], '“£7.70 or £92.00” can mean several prices.'],
  [['soon'], '“soon” is not an amount.'],
])('%j is asked about', (texts, problem) => {
  expect(unitOf(texts)).toBe(problem)
})

test('a price is divided by its base where that comes out even, and never rounded', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 1, max: 1_000 }), (minor, per) => {
      const read = unitOf([(minor / 100).toFixed(2)], { per: String(per) })
      expect(read).toEqual(minor % per === 0 ? minor / per : expect.any(String))
    }),
  )
})

test('units are the same by their names, in one or many, and a piece is one of what is sold by the piece', () => {
  for (const [unit, soldBy] of [
    ['case', 'Case of 6'],
    ['cases', 'case'],
    ['EA', 'each'],
    ['pcs', 'Each'],
    ['each', 'bottle'],
    ['Case of 6', 'case of 6'],
  ] as const)
    expect([unit, soldBy, isSameUnit([unit], soldBy)]).toEqual([unit, soldBy, true])
  for (const [unit, soldBy] of [
    ['case', 'each'],
    ['each', 'case of 6'],
    ['box', 'case'],
    ['each', 'kg'],
    ['case of 12', 'case of 6'],
  ] as const)
    expect([unit, soldBy, isSameUnit([unit], soldBy)]).toEqual([unit, soldBy, false])
})

const apart = (text: string) => {
  const { rows, prices, units, ...head } = takeApart(cutText(text))
  return {
    rows: rows.map(({ text }) => text.replaceAll('\t', '|')),
    prices: [...prices.values()].map(({ texts, per }) => [...texts, ...(per ? [`per ${per}`] : [])].join(' & ')),
    units: [...units.values()],
    ...head,
  }
}

describe('an order is taken apart', () => {
  test('a mail: the prices leave their lines, and its head is read', () => {
    expect(
      apart(
        'Dear Jo,\nPO number: PO-4711\nWanted on: 2027-03-05\n\n12 x PL-1 @ £7.70\n- 3 x BO-2 at 7,70 each\nCU-3: 4 pcs, £8 = £32\nThanks, Bo',
      ),
    ).toEqual({
      rows: ['Dear Jo,', '12 x PL-1', '- 3 x BO-2', 'CU-3: 4 pcs', 'Thanks, Bo'],
      prices: ['@ £7.70', 'at 7,70 each', '£8 & £32'],
      units: [],
      poNumbers: ['PO-4711'],
      wantedOn: '2027-03-05',
      remarks: [],
    })
  })

  test('a table with a messy header', () => {
    expect(apart('Pos;Artikel;Menge;ME;Einzelpreis (EUR);PE;Gesamt\n1;PL-1;12;Stk;7,70;100;92,40')).toMatchObject({
      rows: ['Pos|Artikel|Menge|ME|Einzelpreis (EUR)|PE|Gesamt', '1|PL-1|12||||'].map((row, i) =>
        i === 0 ? row.replaceAll('|', ';') : row,
      ),
      prices: ['7,70 EUR & per 100'],
      units: ['Stk'],
    })
    expect(apart('SKU,Qty,Price per 100\nPL-1,12,77.00').prices).toEqual(['77.00 & per 100'])
    const doubtful = apart('SKU,Qty,Price inc VAT\nPL-1,12,9.24')
    expect(doubtful.prices).toEqual([])
    expect(doubtful.remarks).toEqual([expect.stringContaining('“Price inc VAT” were not taken')])
  })

  test('a table without a header: amounts that are no round sums are prices', () => {
    expect(apart('PL-1\t12\t7.70\t92.40\nBO-2\t3\t8.00\t24.00')).toMatchObject({
      rows: ['PL-1|12||', 'BO-2|3||'],
      prices: ['7.70 & 92.40', '8.00 & 24.00'],
    })
    expect(apart('PL-1;12,00\nBO-2;3,00').prices).toEqual([])
    expect(apart('PL-1;Plate;12,00\nBO-2;Bowl;3,00').prices).toEqual([])
  })

  test.each([
    ['Our order no. 4711', ['4711']],
    ['Purchase order PO-7781', ['PO-7781']],
    ['Bestellnummer: 4500012345', ['4500012345']],
    ['Order: 4711\nPO: 4712', ['4711', '4712']],
    ['PO number;SKU;Qty\n1;PL-1;2\n2;PL-1;3', ['1', '2']],
    ['12 x PO-1', []],
    ['Order by Friday', []],
  ])('%j names the orders %j', (text, numbers) => {
    expect(apart(text).poNumbers).toEqual(numbers)
  })

  test('a day that can be two is told, and not taken', () => {
    expect(apart('Delivery date: 05/01/2027')).toMatchObject({
      wantedOn: null,
      remarks: [expect.stringContaining('could mean two dates')],
    })
  })

  test('whatever the text is, it is taken apart soon', () => {
    fc.assert(fc.property(fc.string({ maxLength: 300 }), (text) => void apart(text)))
    for (const part of ['1 per ', '£1,', '@ 1', 'at 1.', "1'", '£ '])
      apart(`${part.repeat(20_000)}\n`.slice(0, 200_000))
  }, 5_000)
})
