import type { Moment } from './moment.ts'

/** A discount: on a brand, on a category, or on all products. */
export type SampleDiscount = { customer: string; brand?: string; category?: string; discountBp: number; set: Moment }

export type SampleAgreedPrice = {
  customer: string
  sku: string
  /** Pence. */
  unit: number
  minQty?: number
  starts?: Moment
  ends?: Moment
  set: Moment
}

export const DISCOUNTS: SampleDiscount[] = [
  { customer: 'WESTQUAY', discountBp: 2_250, set: [386, '09:40'] },
  { customer: 'WESTQUAY', brand: 'Tarnholt', discountBp: 3_000, set: [386, '09:42'] },
  { customer: 'B-1007', category: 'Bolts & screws', discountBp: 1_500, set: [386, '10:03'] },
  { customer: 'B-1007', category: 'Anchors & brackets', discountBp: 1_000, set: [386, '10:04'] },
  { customer: 'B-1007', brand: 'Tarnholt', discountBp: 1_000, set: [386, '10:06'] },
  { customer: 'CASTLE01', brand: 'Aldermoor', discountBp: 1_250, set: [385, '11:20'] },
  { customer: 'CASTLE01', category: 'Cleaning & hygiene', discountBp: 750, set: [385, '11:22'] },
  { customer: 'CASTLE01', discountBp: 300, set: [385, '11:23'] },
  { customer: 'GREENWAY', brand: 'Wrenfold', discountBp: 2_000, set: [384, '14:10'] },
  { customer: 'GREENWAY', category: 'Garden', discountBp: 1_000, set: [384, '14:11'] },
  { customer: 'HOT-ANCHOR', brand: 'Kettlebrook', discountBp: 1_200, set: [384, '15:02'] },
  { customer: 'HOT-ANCHOR', category: 'Tableware', discountBp: 800, set: [384, '15:03'] },
  { customer: 'HOT-ANCHOR', discountBp: 250, set: [384, '15:04'] },
  { customer: 'RDG-ELEC', brand: 'Glimmet', discountBp: 1_800, set: [372, '08:55'] },
  { customer: 'PIER9', category: 'Flasks & drinkware', discountBp: 500, set: [364, '12:15'] },
  { customer: 'BYRNE', brand: 'Cinderlow', discountBp: 1_100, set: [362, '10:10'] },
  { customer: 'BYRNE', category: 'Plumbing', discountBp: 900, set: [362, '10:11'] },
  { customer: 'BYRNE', discountBp: 400, set: [362, '10:12'] },
]

/** Price groups, each with its discount on everything, and the account codes of its customers. */
export const GROUPS: { name: string; discountBp: number; customers: string[]; set: Moment }[] = [
  { name: 'Gold', discountBp: 1_000, customers: ['00412'], set: [383, '09:30'] },
  { name: 'Silver', discountBp: 200, customers: ['OLDMILL'], set: [360, '09:00'] },
]

export const AGREED_PRICES: SampleAgreedPrice[] = [
  // The more, the cheaper.
  { customer: 'B-1007', sku: 'M8x40', unit: 560, set: [382, '10:30'] },
  { customer: 'B-1007', sku: 'M8x40', unit: 525, minQty: 10, set: [382, '10:31'] },
  { customer: 'B-1007', sku: 'M8x40', unit: 490, minQty: 50, set: [382, '10:32'] },
  { customer: 'B-1007', sku: 'TR-M10-1M', unit: 160, minQty: 100, set: [382, '10:33'] },
  { customer: 'B-1007', sku: '16-07', unit: 940, set: [382, '10:35'] },
  { customer: 'CASTLE01', sku: 'AM-CP27-AZ', unit: 725, minQty: 24, set: [381, '11:05'] },
  { customer: 'CASTLE01', sku: 'AM-CP27-AZ', unit: 680, minQty: 96, set: [381, '11:06'] },
  { customer: 'CASTLE01', sku: 'KT-INS114', unit: 1_350, set: [381, '11:08'] },
  { customer: 'CASTLE01', sku: 'SW-SAN5', unit: 815, set: [381, '11:09'] },
  // Priced for this customer before it is in the list.
  { customer: 'HOT-ANCHOR', sku: 'KT-MER26', unit: 7_450, set: [18, '15:20'] },
  { customer: 'PIER9', sku: 'P9-PINT-Tulip', unit: 4_980, minQty: 20, set: [363, '12:40'] },
  { customer: 'BYRNE', sku: 'CU15-3', unit: 1_045, ends: [-45, '23:59'], set: [45, '10:50'] },
  {
    customer: 'GREENWAY',
    sku: 'WF-TP36-NAT',
    unit: 1_095,
    starts: [-14, '00:00'],
    ends: [-75, '00:00'],
    set: [6, '13:30'],
  },
  { customer: 'RDG-ELEC', sku: 'GL-BAT5', unit: 1_550, starts: [68, '00:00'], ends: [30, '00:00'], set: [69, '09:10'] },
]
