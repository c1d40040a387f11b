import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reasonToLeaveOut } from '../../server/src/files/spreadsheets/columns.ts'
import { byDepth } from '../given/depth.ts'

const PRIVATE = [
  'Cost €',
  'Cost',
  'cost_price',
  'CostPrice',
  'COST-PRICE GBP',
  'Buying price',
  'EK',
  'EK-Preis',
  'EK netto',
  'Einkaufspreis',
  'Einstandspreis',
  "Prix d'achat",
  'Prix d’achat HT',
  'Prix de revient',
  'Coût',
  'Marge',
  'Margin %',
  'Gross margin',
  'Markup',
  'Mark-up',
  'Handelsspanne',
  'Supplier',
  'Supplier name',
  'Supplier part no',
  'Vendor',
  'Lieferant',
  'Lieferantennummer',
  'Fournisseur',
  'Proveedor',
  'Leverancier',
  'Internal note',
  'Notes (internal)',
  'Interne Notiz',
  'Internal use only',
  'Note interne',
  'Internal',
  'Our price in',
  'Net cost',
  'Landed cost',
  'Landed price',
  'COGS',
  'Purchase price',
  'Purchasing price (EUR)',
  'Inkoopprijs',
  'Precio de compra',
  'Coste',
  'Costo',
  "Prezzo d'acquisto",
  'Inköpspris',
  'Indkøbspris',
  'Cena zakupu',
  'Ostohinta',
  'Staff notes',
  'Confidential',
  'Profit',
  'GP %',
  'Rabatt Lieferant',
  'Kostprijs',
  'Our buy price',
  'Trade-in cost',
]
const PUBLIC = [
  'Colour',
  'Size',
  'Material',
  'Cost centre',
  'Cost center compatible',
  'Internal thread',
  'Internal diameter (mm)',
  'Innendurchmesser',
  'Notes',
  'Note',
  'Remarks',
  'Power supply',
  'Supply voltage',
  'Supplied with',
  'Costume size',
  'Accosting',
  'Purchase unit',
  'Price in GBP',
  'Pack price',
  'Marginal stability',
  'Vendôme',
  'Fire rating',
  'EAN',
  'Weight kg',
  'Country of origin',
  'Net weight',
  'Landing gear',
  'Profile',
  'Ekko',
  'Warranty',
  'Internet',
  'Interne Gewinde',
  'Buyer note',
  'Manufacturer',
  'Bottom',
  'Mark',
  'GPS',
  'Coating',
]

test.each(PRIVATE)('a column “%s” is left out', (name) => {
  expect(reasonToLeaveOut(name, [])).toMatch(/^Its name says “.+”\.$/)
})

test.each(PUBLIC)('a column “%s” is a detail', (name) => {
  expect(reasonToLeaveOut(name, ['12', 'Blue, low cost 2 pack', 'with internal thread'])).toBeNull()
})

test.each([
  'cost 4.20',
  'Cost: £4',
  'EK 4,20',
  'margin 30%',
  'internal only',
  'INTERNAL NOTE: ask Bo',
  'supplier: Acme Ltd',
  'nur intern',
  'not for customers',
])('a column with the value “%s” is left out', (value) => {
  expect(reasonToLeaveOut('Remarks', ['Blue', value])).toBe(`One of its values is “${value}”.`)
})

test('case, accents, marks around words and other words do not hide what a name says', () => {
  const name = fc.constantFrom(...PRIVATE.filter((one) => one !== 'Internal'))
  const around = fc.constantFrom('', ' ', '_', ' (', ' - ', '/', '.', ' 2026 ')
  fc.assert(
    fc.property(name, around, around, fc.boolean(), (word, before, behind, isUpper) => {
      const written = `${before}${isUpper ? word.toUpperCase() : word}${behind}`
      // A name of lower and upper case is cut where its case changes, one of capitals is not.
      fc.pre(!(isUpper && /[a-z][A-Z]/.test(word)))
      expect(reasonToLeaveOut(written, [])).not.toBeNull()
    }),
    { numRuns: byDepth({ quick: 300, deep: 3_000 }) },
  )
})
