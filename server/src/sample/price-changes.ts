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
