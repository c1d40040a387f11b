import type { ProductItem } from '../../catalogue/plan-upsert.ts'
import type { WorkspaceContext } from '../../context.ts'
import { SENT_FIELDS } from '../../rules/product-fields.ts'
import type { ClearableField, FileField, SentField } from '../../rules/product-fields.ts'
import { readQuantity } from '../../rules/read-quantity.ts'
import type { ColumnForms } from '../../spreadsheets/column-forms.ts'
import type { ColumnMapping } from '../../spreadsheets/map-columns.ts'
import { keyedBySku, readRow } from '../../spreadsheets/read-row.ts'
import { parserOf, readFlag } from '../../spreadsheets/read-word.ts'
import { valuesOf } from '../../spreadsheets/row-values.ts'
import { readWorkspace } from '../../workspaces/workspaces.ts'
import type { ReadCells } from '../import-kind.ts'
import type { ImportTools } from '../tools.ts'

/** What a new product needs; it may have no price. */
const NEEDED = ['name', 'unitLabel'] as const

/** What the API wants of a product, for a row that does not name it. It is not written. */
const UNNAMED = { name: '?', unitLabel: '?', listPrice: 0 }

/**
 * Reads rows as what they name of products, in the currency of the workspace, and judges that as the API does. What a
 * row leaves blank stays, but for the columns whose blank cells empty their field.
 */
export async function productReader(
  context: WorkspaceContext,
  forms: ColumnForms,
  mapping: ColumnMapping<string>,
  { validate }: Pick<ImportTools, 'validate'>,
): Promise<ReadCells<ProductItem>> {
  const { currency, currencyDecimals } = await readWorkspace(context, context.workspaceId)
  const money = { currency, currencyDecimals, ...forms.numberOf('listPrice') }
  return (cells) => {
    const read = keyedBySku(readRow(cells, mapping, { money, multiple: forms.numberOf('orderMultiple') }))
    const staff = readStaffFields(cells, mapping, forms)
    if (!read.item) return { ...read, reasons: [...read.reasons, ...staff.reasons] }
    const { label, sku, key } = read
    const named = Object.fromEntries(Object.entries(read.item).filter(([, value]) => value !== undefined))
    const validated = validate.product({ ...UNNAMED, ...named })
    const reasons = [...(validated.reasons ?? []), ...staff.reasons]
    if (!validated.item || reasons.length > 0) return { label, sku, key, reasons }
    const { details, ...fields } = validated.item
    const item: ProductItem = {
      ...Object.fromEntries(SENT_FIELDS.flatMap((field) => (field in named ? [[field, fields[field]]] : []))),
      ...valuesOf<ClearableField>(cells, mapping).cleared(),
      ...staff.fields,
      sku: fields.sku,
      changedDetails: { ...clearedDetails(cells, mapping), ...details },
    }
    return { label, sku, key, item, isPartial: NEEDED.some((field) => item[field] === undefined) }
  }
}

function clearedDetails(cells: readonly string[], { header, details, clearing }: ColumnMapping<string>) {
  const blank = details.filter((column) => clearing?.has(column) && !cells[column]?.trim())
  return Object.fromEntries(blank.map((column) => [header[column]!, null]))
}

/** What the API does not take. */
function readStaffFields(cells: readonly string[], mapping: ColumnMapping<string>, forms: ColumnForms) {
  const { value } = valuesOf<FileField>(cells, mapping)
  const reasons: string[] = []
  const parsed = parserOf(value, reasons)
  const fields = {
    minOrderQty: parsed('minOrderQty', (text) => readQuantity(text, forms.numberOf('minOrderQty'))),
    active: parsed('active', readFlag),
  } satisfies Record<Exclude<FileField, SentField>, unknown>
  return { fields, reasons }
}
