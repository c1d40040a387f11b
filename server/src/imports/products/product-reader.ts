import { sql } from 'kysely'
import type { ProductItem } from '../../catalogue/plan-upsert.ts'
import type { WorkspaceContext } from '../../context.ts'
import type { FileField, SentField } from '../../rules/product-fields.ts'
import { readQuantity } from '../../rules/read-quantity.ts'
import type { ColumnForms } from '../../spreadsheets/column-forms.ts'
import type { ColumnMapping } from '../../spreadsheets/map-columns.ts'
import { keyedBySku, readRow } from '../../spreadsheets/read-row.ts'
import { parserOf, readFlag } from '../../spreadsheets/read-word.ts'
import { valuesOf } from '../../spreadsheets/row-values.ts'
import { matchingKey } from '../../matching-key.ts'
import { readWorkspace } from '../../workspaces/workspaces.ts'
import type { ReadCells } from '../import-kind.ts'
import type { ImportTools } from '../tools.ts'

/**
 * Reads rows as products, in the currency of the workspace, and judges them as the API does. Only a product that has no
 * list price may be without one.
 */
export async function productReader(
  context: WorkspaceContext,
  forms: ColumnForms,
  mapping: ColumnMapping<string>,
  { validate }: Pick<ImportTools, 'validate'>,
): Promise<ReadCells<ProductItem>> {
  const { currency, currencyDecimals } = await readWorkspace(context, context.workspaceId)
  const money = { currency, currencyDecimals, ...forms.numberOf('listPrice') }
  const unpriced = await unpricedSkus(context)
  // A row without a price is read as a free product, then its price is left out.
  const free = { ...mapping, constants: new Map(mapping.constants).set('listPrice', '0') }
  return (cells) => {
    const { value } = valuesOf<FileField>(cells, mapping)
    const isUnpriced = value('listPrice') === undefined && unpriced.has(matchingKey(value('sku') ?? ''))
    const read = keyedBySku(readRow(cells, isUnpriced ? free : mapping, money))
    const staff = readStaffFields(cells, mapping, forms)
    if (!read.item) return { ...read, reasons: [...read.reasons, ...staff.reasons] }
    const validated = validate.product(read.item)
    const { label, sku, key } = read
    const reasons = [...(validated.reasons ?? []), ...staff.reasons]
    return validated.item && reasons.length === 0
      ? { label, sku, key, item: { ...validated.item, ...(isUnpriced && { listPrice: null }), ...staff.fields } }
      : { label, sku, key, reasons }
  }
}

/** The keys of products without a list price: an exported file has none for them, either. */
async function unpricedSkus({ db, workspaceId }: WorkspaceContext): Promise<Set<string>> {
  const rows = await db
    .selectFrom('product')
    .select('sku_key')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`unpriced`)
    .execute()
  return new Set(rows.map((row) => row.sku_key))
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
