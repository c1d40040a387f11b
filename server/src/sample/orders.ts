import type { Actor } from '../database/column-values.ts'
import type { OrderStatus } from '../rules/order-steps.ts'
import type { Moment } from './moment.ts'
import { OWNER, SALES } from './people.ts'

/** A step of an order. The ERP confirms orders that it has fetched. */
export type OrderMove = {
  status: Exclude<OrderStatus, 'new'>
  by: Actor | 'ERP'
  at: Moment
  note?: string
  tracking?: string
}

export type SampleOrder = {
  /** Account code. */
  customer: string
  /** E-mail of the buyer who ordered. Without it, staff ordered. */
  buyer?: string
  poNumber?: string
  note?: string
  /** The quantity of each SKU. */
  lines: Record<string, number>
  placed: Moment
  moves: OrderMove[]
  /** Other quantities, after the moves: the customer rang. */
  changed?: { by: Actor; at: Moment; lines: Record<string, number> }
}

/** Oldest first, because order numbers go up. */
export const ORDERS: SampleOrder[] = [
  {
    customer: 'B-1007',
    buyer: 'dan@thornburybuilders.example',
    poNumber: 'SITE-14-0231',
    note: 'To the Mill Road site, please. Ring Dan on arrival.',
    lines: { M8x40: 50, M12x60: 12, 'TR-M10-1M': 120, '16-07': 8 },
    placed: [19, '06:48'],
    moves: [
      { status: 'confirmed', by: 'ERP', at: [19, '07:01'] },
      { status: 'dispatched', by: SALES, at: [18, '13:10'] },
      { status: 'completed', by: SALES, at: [16, '09:25'], note: 'Signed for by D. Thornbury.' },
    ],
  },
  {
    customer: 'HOT-ANCHOR',
    poNumber: '4500012',
    lines: { 'KT-MER26': 6, 'AM-PLT45': 4, 'KT-FP24': 6 },
    placed: [17, '15:32'],
    moves: [
      { status: 'confirmed', by: SALES, at: [17, '15:40'], note: 'Casseroles from the first delivery.' },
      { status: 'dispatched', by: SALES, at: [11, '10:05'] },
      { status: 'completed', by: SALES, at: [9, '16:50'] },
    ],
  },
  {
    customer: 'PIER9',
    note: 'For the summer beer festival.',
    lines: { 'P9-PINT-Tulip': 20, 'P9-PINT-Straight': 10 },
    placed: [15, '11:18'],
    moves: [
      { status: 'confirmed', by: 'ERP', at: [15, '11:31'] },
      { status: 'dispatched', by: SALES, at: [8, '14:20'], tracking: 'Pallet 3 of 3, Carter Haulage' },
    ],
  },
  {
    customer: 'GREENWAY',
    buyer: 'hannah@greenway-gardens.example',
    lines: { 'WF-HOSE50': 12, BC90: 40, 'TH-POS-900': 1 },
    placed: [12, '16:05'],
    moves: [
      { status: 'confirmed', by: SALES, at: [12, '16:45'] },
      {
        status: 'cancelled',
        by: SALES,
        at: [11, '09:15'],
        note: 'Hannah rang: a stand was delivered last week already.',
      },
    ],
  },
  {
    customer: '00412',
    poNumber: 'MPS/118',
    lines: { 'SW-MFC-Y': 6, 'RS-Heavy': 3, 'SW-SAN750': 12 },
    placed: [10, '13:40'],
    moves: [
      { status: 'confirmed', by: 'ERP', at: [10, '13:52'] },
      { status: 'dispatched', by: SALES, at: [7, '08:35'], note: 'Between 9 and 3, while the office is open.' },
    ],
  },
  {
    customer: 'WESTQUAY',
    poNumber: 'WQ-20881',
    lines: { 'TH-HAM16': 24, 'TH-TM5': 48, 'TH-CS10': 20, 'TH-CS15': 20, WP5: 60, 'HR/P50': 36 },
    placed: [7, '10:22'],
    moves: [
      { status: 'confirmed', by: 'ERP', at: [7, '10:36'] },
      { status: 'dispatched', by: SALES, at: [4, '15:00'], tracking: 'https://parcels.example/follow/HV-20881' },
    ],
  },
  {
    customer: 'GREENWAY',
    buyer: 'hannah@greenway-gardens.example',
    note: 'As before, without the stand.',
    lines: { 'WF-HOSE50': 12, BC90: 40 },
    placed: [5, '12:21'],
    moves: [{ status: 'confirmed', by: 'ERP', at: [5, '12:36'] }],
  },
  {
    customer: 'RDG-ELEC',
    buyer: 'owen@redgate-electrical.example',
    poNumber: 'OP-3306',
    lines: { 'GL-BAT5': 30, 'GL-DL90-WH': 80, 'GL-L209': 100, 'GL-EX4-5': 10 },
    placed: [4, '06:55'],
    moves: [{ status: 'confirmed', by: 'ERP', at: [4, '07:06'] }],
  },
  {
    customer: 'COUNTER',
    lines: { CL10BW10: 2, '22-03': 6 },
    placed: [3, '11:02'],
    moves: [{ status: 'cancelled', by: OWNER, at: [3, '16:30'], note: 'Not collected, and not paid.' }],
  },
  {
    customer: 'B-1007',
    buyer: 'dan@thornburybuilders.example',
    poNumber: 'SITE-09-0118',
    lines: { 'SA-M8x65': 20, 'W-M16': 10, 'TH-MD10': 10 },
    placed: [2, '07:08'],
    moves: [{ status: 'confirmed', by: 'ERP', at: [2, '07:21'] }],
    changed: { by: SALES, at: [2, '09:40'], lines: { 'W-M16': 12, 'TH-MD10': 0 } },
  },
  {
    customer: 'CASTLE01',
    buyer: 'isobel@castlelane.example',
    note: 'Polos for the new starters: please send these first.',
    lines: { 'AM-CP27-AZ': 96, 'KT-INS114': 18, 'SW-SAN5': 12, 'CL-POLO-M': 6, 'RS-Heavy': 4 },
    placed: [1, '16:40'],
    moves: [],
  },
  {
    customer: 'BYRNE',
    buyer: 'siobhan@byrnemaintenance.example',
    poNumber: 'JOB 2217',
    lines: { 'CU15-3': 10, 'PW611-22': 20, 'PW-IV22': 8, CL10MG5: 3 },
    placed: [1, '18:03'],
    moves: [],
  },
]
