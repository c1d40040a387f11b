import { recordPart } from '../../activity/record-activity.ts'
import type { WorkspaceContext } from '../../context.ts'
import { guessFields } from '../../spreadsheets/fields.ts'
import { placeDiscounts, planDiscounts } from '../../discounts/place-discounts.ts'
import type { DiscountItem, DiscountPlacement, PlacedDiscount } from '../../discounts/place-discounts.ts'
import { intactDiscounts, restoreDiscounts } from '../../discounts/restore-discounts.ts'
import type { DiscountBefore } from '../../discounts/restore-discounts.ts'
import type { ChosenRow, Comparer, ImportKind, Undone, UndoneChange, Written } from '../import-kind.ts'
import type { NotedChange } from '../note-changes.ts'
import { CheckSummary } from '../check-summary.ts'
import { DISCOUNT_FIELDS, discountReader } from './discount-reader.ts'

type Row = ChosenRow<DiscountItem>

/** Discounts of customers: on everything, on a brand or on a category. */
export const discountKind: ImportKind<DiscountItem> = {
  fields: DISCOUNT_FIELDS,
  holds: { discountBp: 'number' },
  identifying: [],
  otherColumns: 'ignore',
  versioned: 'discount_rule',
  fitOf: (header) => {
    const found = guessFields(DISCOUNT_FIELDS, header)
    return DISCOUNT_FIELDS.required.every((field) => found.has(field)) ? 4 : 0
  },
  reader: async (_context, forms, mapping) => discountReader(forms, mapping),
  comparer,
  write: async (trx, { rows }) => write(trx, rows),
  intact: (context, changes) => intactDiscounts(context, changes.map(beforeOf)),
  undo,
}

function comparer(context: WorkspaceContext): Comparer<DiscountItem> {
  const summary = new CheckSummary()
  const added = new Map<string, number>()
  return {
    add: async (rows) => {
      const placement = await planDiscounts(context, itemsOf(rows), added)
      for (const one of placement.placed) {
        const about = { line: rows[one.position]!.line, label: one.on ?? 'Everything', name: one.customer.name }
        if (one.from === one.discountBp) summary.unchanged(1)
        else if (one.from !== null) summary.changed(about, changesOf(one))
        else {
          summary.created({ ...about, changes: changesOf(one) })
          added.set(one.customerId, (added.get(one.customerId) ?? 0) + 1)
        }
      }
      return refused(rows, placement)
    },
    summary: async () => summary.result(),
  }
}

async function write(trx: WorkspaceContext, rows: readonly Row[]): Promise<Written> {
  const placement = await placeDiscounts(trx, itemsOf(rows))
  const created = placement.placed.filter(({ from }) => from === null)
  const updated = placement.placed.filter(({ from, discountBp }) => from !== null && from !== discountBp)
  const changes = [...created, ...updated].map((one) => noted(rows, one))
  if (changes.length > 0) await recordPart(trx)
  return {
    created: created.length,
    updated: updated.length,
    unchanged: placement.placed.length - changes.length,
    changes,
    rejected: refused(rows, placement),
  }
}

function noted(rows: readonly Row[], one: PlacedDiscount): NotedChange {
  const { position, id, customerId, customer, on, from } = one
  return {
    line: rows[position]!.line,
    recordId: id,
    shownOn: customerId,
    label: `${on ?? 'Everything'} for ${customer.name}`,
    kind: from === null ? 'created' : 'updated',
    changes: changesOf(one),
    before: from === null ? null : { discountBp: from },
  }
}

async function undo(trx: WorkspaceContext, changes: readonly UndoneChange[]): Promise<Undone> {
  const undone = await restoreDiscounts(trx, changes.map(beforeOf))
  await recordPart(trx)
  return undone
}

function beforeOf({ recordId: id, before, version }: UndoneChange): DiscountBefore {
  return { id, version, before: (before as { discountBp: number } | null)?.discountBp ?? null }
}

function itemsOf(rows: readonly Row[]): DiscountItem[] {
  return rows.map(({ item }) => item)
}

function changesOf({ from, discountBp }: PlacedDiscount) {
  return { discountBp: { from, to: discountBp } }
}

function refused(rows: readonly Row[], { refused }: DiscountPlacement) {
  return refused.map(({ position, reason }) => {
    const { line, label } = rows[position]!
    return { line, label, reason }
  })
}
