import type { WorkspaceContext } from '../context.ts'
import type { Row } from '../database/tables.ts'
import { NotFound } from '../errors.ts'
import { matchingKey } from '../matching-key.ts'

/** The product with this SKU, ignoring case. Its row stays locked until the transaction ends. Throws NotFound. */
export async function lockProduct({ db, workspaceId }: WorkspaceContext, sku: string): Promise<Row<'product'>> {
  const product = await db
    .selectFrom('product')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('sku_key', '=', matchingKey(sku))
    .forUpdate()
    .executeTakeFirst()
  if (!product) throw new NotFound(`There is no product with the SKU "${sku}".`)
  return product
}
