import { PRODUCT_FIELDS } from '../../rules/product-fields.ts'
import { readQuantity } from '../../rules/read-quantity.ts'
import { planMinimumQuantities, setMinimumQuantities } from '../../catalogue/set-minimum-quantities.ts'
import type { ChangedMinimum, MinimumQuantity } from '../../catalogue/set-minimum-quantities.ts'
import type { WorkspaceContext } from '../../context.ts'
import type { ColumnForms } from '../../spreadsheets/column-forms.ts'
import { guessFields, SENT_PRODUCT_FIELDS } from '../../spreadsheets/fields.ts'
import type { FieldSet } from '../../spreadsheets/fields.ts'
import type { ColumnMapping } from '../../spreadsheets/map-columns.ts'
import { parserOf } from '../../spreadsheets/read-word.ts'
import { valuesOf } from '../../spreadsheets/row-values.ts'
import { matchingKey } from '../../matching-key.ts'
import type { ChosenRow, Comparer, ImportKind, ReadCells, Undone, UndoneChange, Written } from '../import-kind.ts'
import { intactProducts, lockUntouched } from '../products/product-changes.ts'
import { CheckSummary } from '../check-summary.ts'

const FIELDS: FieldSet<'sku' | 'minOrderQty'> = {
  fields: {
    sku: PRODUCT_FIELDS.sku,
    minOrderQty: {
      label: PRODUCT_FIELDS.minOrderQty.label,
      headers: `${PRODUCT_FIELDS.minOrderQty.headers} minimum`,
    },
  },
  required: ['sku', 'minOrderQty'],
}

type Row = ChosenRow<MinimumQuantity>

/** The smallest quantities that can be ordered, of products that exist. */
export const minimumQuantityKind: ImportKind<MinimumQuantity> = {
  fields: FIELDS,
  holds: { minOrderQty: 'number' },
  identifying: ['sku'],
  otherColumns: 'ignore',
  versioned: 'product_change',
  fitOf: (header) => {
    const isComplete = guessFields(FIELDS, header).size === FIELDS.required.length
    return isComplete && !guessFields(SENT_PRODUCT_FIELDS, header).has('listPrice') ? 2 : 0
  },
  reader: async (_context, forms, mapping) => reader(forms, mapping),
  comparer,
  write: async (trx, { rows }) => write(trx, rows),
  intact: intactProducts,
  undo,
}

function reader(forms: ColumnForms, mapping: ColumnMapping<string>): ReadCells<MinimumQuantity> {
  return (cells) => {
    const { value, misfit } = valuesOf<'sku' | 'minOrderQty'>(cells, mapping)
    const sku = value('sku')
    const about = { label: sku, sku, key: sku && matchingKey(sku) }
    if (misfit) return { ...about, reasons: [misfit] }
    const reasons = FIELDS.required.filter((field) => value(field) === undefined).map((field) => `${field} is blank`)
    const quantity = parserOf(value, reasons)('minOrderQty', (text) =>
      readQuantity(text, forms.numberOf('minOrderQty')),
    )
    if (reasons.length > 0) return { ...about, reasons }
    return { ...about, key: about.key!, item: { sku: sku!, minOrderQty: quantity! } }
  }
}

function comparer(context: WorkspaceContext): Comparer<MinimumQuantity> {
  const summary = new CheckSummary()
  return {
    add: async (rows) => {
      const { changed, unknown } = await planMinimumQuantities(
        context,
        rows.map(({ item }) => item),
      )
      for (const one of changed) {
        const { line, label } = rows[one.position]!
        summary.changed({ line, label, name: one.name }, changesOf(one))
      }
      summary.unchanged(rows.length - changed.length - unknown.length)
      return refused(rows, unknown)
    },
    summary: async () => summary.result(),
  }
}

async function write(trx: WorkspaceContext, rows: readonly Row[]): Promise<Written> {
  const { changed, unknown } = await setMinimumQuantities(
    trx,
    rows.map(({ item }) => item),
  )
  const changes = changed.map((one) => ({
    line: rows[one.position]!.line,
    recordId: one.id,
    shownOn: one.id,
    label: one.sku,
    kind: 'updated' as const,
    changes: changesOf(one),
    before: { minOrderQty: one.from },
  }))
  return {
    created: 0,
    updated: changed.length,
    unchanged: rows.length - changed.length - unknown.length,
    changes,
    rejected: refused(rows, unknown),
  }
}

async function undo(trx: WorkspaceContext, changes: readonly UndoneChange[]): Promise<Undone> {
  const old = await lockUntouched(trx, changes)
  const minimums = old.map(({ change: { label, before } }) => ({ sku: label, ...(before as { minOrderQty: number }) }))
  const { changed } = await setMinimumQuantities(trx, minimums)
  return { restored: changed.map(({ id }) => id), removed: [] }
}

function changesOf({ from, to }: ChangedMinimum) {
  return { minOrderQty: { from, to } }
}

function refused(rows: readonly Row[], positions: readonly number[]) {
  return positions.map((position) => {
    const { line, label, item } = rows[position]!
    return { line, label, reason: `There is no product with the SKU "${item.sku}".` }
  })
}
