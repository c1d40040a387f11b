import type { ProductItem } from '../catalogue/plan-upsert.ts'
import type { WorkspaceContext } from '../context.ts'
import { readRow } from '../import/read-row.ts'
import { reasonInWords } from './field-labels.ts'
import type { ImportRow } from './import-row.ts'
import { mappingOf } from './reading.ts'
import type { ImportTools } from './tools.ts'
import { readWorkspace } from '../workspaces/workspaces.ts'

/** A row as a product, or the reasons in words. */
export type ReadProduct =
  | { sku: string; product: ProductItem; reasons?: never }
  | { sku: string | undefined; product?: never; reasons: string[] }

/** Reads rows as this import says, in the currency of the workspace, and judges them as the API does. */
export async function productReader(
  context: WorkspaceContext,
  { reading }: ImportRow,
  { judge }: Pick<ImportTools, 'judge'>,
): Promise<(cells: readonly string[]) => ReadProduct> {
  const money = await readWorkspace(context, context.workspaceId)
  const { mapping } = mappingOf(reading)
  return (cells) => {
    const { sku, product, reasons } = readRow(cells, mapping, money)
    if (!product) return { sku, reasons: reasons.map(reasonInWords) }
    const judged = judge(product)
    return judged.product
      ? { sku: judged.product.sku, product: judged.product }
      : { sku, reasons: judged.reasons.map(reasonInWords) }
  }
}
