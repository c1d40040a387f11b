import { planMinimumQuantities, setMinimumQuantities } from '../../../catalogue/set-minimum-quantities.ts'
import type { MinimumQuantity, MinimumsPlan } from '../../../catalogue/set-minimum-quantities.ts'
import { matchingKey } from '../../../lib/matching-key.ts'
import { PRODUCT_FIELDS } from '../../../shared/product-fields.ts'
import { guessColumns } from '../../spreadsheets/columns.ts'
import { itemsOf } from '../import-kind.ts'
import type { ChosenRow, ImportKind, Outcome, RecordChange } from '../import-kind.ts'
import { PRODUCT_COLUMNS } from './products.ts'

const { minOrderQty } = PRODUCT_COLUMNS

const COLUMNS = {
  sku: { ...PRODUCT_FIELDS.sku, isRequired: true, identifies: true },
  minOrderQty: { ...minOrderQty!, headers: `${minOrderQty!.headers} minimum`, isRequired: true },
} as const

/** The smallest quantities that can be ordered, of products that exist. */
export const minimumQuantityKind: ImportKind<MinimumQuantity> = {
  columns: COLUMNS,
  otherColumns: 'ignore',
  fitOf: (header) => {
    const isComplete = guessColumns(COLUMNS, header).size === 2
    return isComplete && !guessColumns(PRODUCT_COLUMNS, header).has('listPrice') ? 2 : 0
  },
  reader:
    () =>
    ({ values: { sku, minOrderQty }, reasons }) => ({
      label: sku,
      key: sku && matchingKey(sku),
      item: { sku, minOrderQty },
      reasons,
    }),
  planner: (context) => ({
    plan: async (rows) => outcomeOf(rows, await planMinimumQuantities(context, itemsOf(rows))),
  }),
  write: async (trx, { rows }) => outcomeOf(rows, await setMinimumQuantities(trx, itemsOf(rows))),
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
