import type { operations } from '../../shared/app-api.d.ts'
import { counted } from '../../../../server/src/shared/counted.ts'

type BulkEdit = operations['editProducts']['requestBody']['content']['application/json']
export type BulkChange = BulkEdit['change']
export type ChosenProducts = BulkEdit['products']

/** An act on many products: one field, and what it means for them. */
export type BulkAct = {
  /** Also the dialog's name in the address. */
  id: string
  label: string
  field: BulkChange['field']
  /** What follows from it, for people. */
  effect: string
  /** The value, where the act has it already; else the dialog asks for it. */
  value?: boolean
}

export const BULK_ACTS: BulkAct[] = [
  {
    id: 'activate',
    label: 'Make active',
    field: 'active',
    value: true,
    effect: 'Customers who may see them can order them.',
  },
  {
    id: 'deactivate',
    label: 'Make inactive',
    field: 'active',
    value: false,
    effect: 'No customer sees them any more.',
  },
  {
    id: 'availability',
    label: 'Set availability',
    field: 'availability',
    effect: 'Customers see it beside each product.',
  },
  {
    id: 'category',
    label: 'Set category',
    field: 'category',
    effect: 'Discounts on the category then apply to them.',
  },
  { id: 'brand', label: 'Set brand', field: 'brand', effect: 'Discounts on the brand then apply to them.' },
  { id: 'visibility', label: 'Set visibility', field: 'visibility', effect: 'It decides which customers see them.' },
  {
    id: 'minimum',
    label: 'Set minimum quantity',
    field: 'minOrderQty',
    effect: 'Smaller quantities can no longer be ordered.',
  },
  {
    id: 'multiple',
    label: 'Set order multiple',
    field: 'orderMultiple',
    effect: 'Other quantities can no longer be ordered.',
  },
]

/** Whether prices of customers follow from a field. */
export function changesPrices(field: BulkChange['field']): boolean {
  return field === 'brand' || field === 'category' || field === 'visibility'
}

/** What a change says of that, to preview it. */
export function factorsOf({ field, value }: BulkChange) {
  return { [field === 'visibility' ? 'customers' : field]: value }
}

/** More products than these ask for their number to be typed. */
export const TYPED_FROM = 1_000

/** Seconds that an act takes for each product, at the most. */
const SECONDS_EACH = 0.0003

/** What is said while an act on so many products runs; undefined where that is a moment. */
export function whileActing(count: number): string | undefined {
  if (count <= TYPED_FROM) return undefined
  const seconds = 5 * Math.ceil((count * SECONDS_EACH) / 5)
  return `Working on ${counted(count, 'product')}, all or none: up to ${seconds} seconds.`
}
