import type { Actor, PriceChangeStatus } from '../database/column-values.ts'
import type { Moment } from './moment.ts'
import { OWNER, PURCHASING, SALES, SYSTEM } from './people.ts'

/** Products by brand or category, with a factor for their prices. The result is rounded to 5 pence. */
export type Repricing = { brand?: string; category?: string; factor: number }

/** A step of a price change. */
export type Step = {
  action: 'create' | 'schedule' | 'publish' | 'cancel' | 'discard'
  by: Actor
  at: Moment
}

export type SamplePriceChange = {
  name: string
  status: PriceChangeStatus
  lines: Repricing[]
  steps: [Step, ...Step[]]
  scheduledFor?: Moment
}

/** Those that have led to the prices of the range, the oldest first. */
export const EARLIER_PRICE_CHANGES: SamplePriceChange[] = [
  {
    name: 'Spring price list',
    status: 'published',
    lines: [
      { category: 'Tableware', factor: 1.03 },
      { category: 'Cookware & kitchen', factor: 1.02 },
      { category: 'Cleaning & hygiene', factor: 1.025 },
      { category: 'Garden', factor: 1.04 },
      { category: 'Bolts & screws', factor: 1.02 },
      { category: 'Anchors & brackets', factor: 1.02 },
      { category: 'Paint & decorating', factor: 1.035 },
      { category: 'Packaging', factor: 1.05 },
    ],
    steps: [
      { action: 'create', by: PURCHASING, at: [285, '13:20'] },
      { action: 'publish', by: OWNER, at: [275, '07:45'] },
    ],
  },
  {
    name: 'Copper and brass: metal market',
    status: 'published',
    lines: [{ category: 'Plumbing', factor: 1.07 }],
    steps: [
      { action: 'create', by: PURCHASING, at: [206, '11:05'] },
      { action: 'publish', by: OWNER, at: [205, '08:15'] },
    ],
  },
  {
    name: 'Tools, locks and lamps: yearly review',
    status: 'published',
    lines: [
      { category: 'Hand tools', factor: 1.03 },
      { category: 'Locks & door furniture', factor: 1.025 },
      { category: 'Electrical & lighting', factor: 0.97 },
      { category: 'Workwear & safety', factor: 1.02 },
    ],
    steps: [
      { action: 'create', by: PURCHASING, at: [141, '15:40'] },
      { action: 'publish', by: OWNER, at: [139, '10:00'] },
    ],
  },
]

/** Those since then, the oldest first. */
export const PRICE_CHANGES: SamplePriceChange[] = [
  {
    name: 'Aldermoor: supplier’s increase',
    status: 'published',
    lines: [{ brand: 'Aldermoor', factor: 1.04 }],
    steps: [
      { action: 'create', by: PURCHASING, at: [68, '10:12'] },
      { action: 'publish', by: OWNER, at: [67, '08:30'] },
    ],
  },
  {
    name: 'Plumbing list from spreadsheet',
    status: 'discarded',
    // Pence were read as pounds.
    lines: [{ category: 'Plumbing', factor: 100 }],
    steps: [
      { action: 'create', by: SALES, at: [40, '16:48'] },
      { action: 'discard', by: SALES, at: [40, '16:55'] },
    ],
  },
  {
    name: 'Steel surcharge',
    status: 'published',
    lines: [{ category: 'Bolts & screws', factor: 1.06 }],
    steps: [
      { action: 'create', by: PURCHASING, at: [28, '11:35'] },
      { action: 'schedule', by: OWNER, at: [27, '09:05'] },
      { action: 'publish', by: SYSTEM, at: [21, '00:00'] },
    ],
    scheduledFor: [21, '00:00'],
  },
  {
    name: 'Lighting promotion',
    status: 'cancelled',
    lines: [{ brand: 'Glimmet', factor: 0.9 }],
    steps: [
      { action: 'create', by: SALES, at: [15, '13:25'] },
      { action: 'schedule', by: SALES, at: [15, '13:40'] },
      { action: 'cancel', by: OWNER, at: [13, '09:12'] },
    ],
    scheduledFor: [10, '00:00'],
  },
  {
    name: 'Nordvane: new season list',
    status: 'scheduled',
    lines: [{ brand: 'Nordvane', factor: 1.035 }],
    steps: [
      { action: 'create', by: PURCHASING, at: [8, '14:02'] },
      { action: 'schedule', by: OWNER, at: [7, '10:20'] },
    ],
    scheduledFor: [-12, '00:00'],
  },
  {
    name: 'Cartons and tape: paper surcharge',
    status: 'scheduled',
    lines: [{ category: 'Packaging', factor: 1.06 }],
    steps: [
      { action: 'create', by: PURCHASING, at: [6, '09:25'] },
      { action: 'schedule', by: OWNER, at: [5, '16:10'] },
    ],
    scheduledFor: [-33, '00:00'],
  },
  {
    name: 'Cookware and drinkware review',
    status: 'draft',
    // Flasks come down, one of them below what a customer has agreed to pay.
    lines: [
      { category: 'Cookware & kitchen', factor: 1.03 },
      { category: 'Flasks & drinkware', factor: 0.84 },
    ],
    steps: [{ action: 'create', by: PURCHASING, at: [2, '15:15'] }],
  },
]
