import { planMinimumQuantities, setMinimumQuantities } from '../../../catalogue/set-minimum-quantities.ts'
import type { MinimumQuantity, MinimumsPlan } from '../../../catalogue/set-minimum-quantities.ts'
import { matchingKey } from '../../../lib/matching-key.ts'
import { PRODUCT_FIELDS } from '../../../shared/product-fields.ts'
import { guessFields } from '../../spreadsheets/fields.ts'
import type { FieldSet } from '../../spreadsheets/fields.ts'
import { itemsOf } from '../import-kind.ts'
import type { ChosenRow, ImportKind, Outcome, ReadItem, ReadRow, RecordChange } from '../import-kind.ts'
import { SENT_PRODUCT_FIELDS, STAFF_PRODUCT_FIELDS } from './product-columns.ts'

const { minOrderQty } = STAFF_PRODUCT_FIELDS.fields

const FIELDS: FieldSet = {
  fields: {
    sku: PRODUCT_FIELDS.sku,
    minOrderQty: { ...minOrderQty!, headers: `${minOrderQty!.headers} minimum` },
  },
  required: ['sku', 'minOrderQty'],
}

/** The smallest quantities that can be ordered, of products that exist. */
export const minimumQuantityKind: ImportKind<MinimumQuantity> = {
  fields: FIELDS,
  identifying: ['sku'],
  otherColumns: 'ignore',
  fitOf: (header) => {
    const isComplete = guessFields(FIELDS, header).size === FIELDS.required.length
    return isComplete && !guessFields(SENT_PRODUCT_FIELDS, header).has('listPrice') ? 2 : 0
  },
  reader: () => readMinimum,
  planner: (context) => ({
    plan: async (rows) => outcomeOf(rows, await planMinimumQuantities(context, itemsOf(rows))),
  }),
  write: async (trx, { rows }) => outcomeOf(rows, await setMinimumQuantities(trx, itemsOf(rows))),
}

function readMinimum({ values: { sku, minOrderQty }, reasons }: ReadRow): ReadItem<MinimumQuantity> {
  const about = { label: sku, sku, key: sku && matchingKey(sku) }
  return reasons.length > 0 ? { ...about, reasons } : { ...about, item: { sku, minOrderQty } }
}

function outcomeOf(rows: readonly ChosenRow<MinimumQuantity>[], { changed, unknown }: MinimumsPlan): Outcome {
  const changes = changed.map(({ position, id, sku, name, from, to }): RecordChange => ({
    line: rows[position]!.line,
    recordId: id,
    shownOn: id,
    kind: 'updated',
    label: rows[position]!.label,
    name,
    title: sku,
    changes: { minOrderQty: { from, to } },
    before: { is: from, shown: from },
  }))
  const noProduct = (row: number) => `There is no product with the SKU "${rows[row]!.item.sku}".`
  return { changes, rejected: unknown.map((row) => ({ row, reason: noProduct(row) })) }
}
