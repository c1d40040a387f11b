import type { WorkspaceContext } from '../context.ts'
import type { Row } from '../database/tables.ts'
import { NotFound, quoted } from '../errors.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { isUuid } from '../lib/uuid.ts'

type Named = { sku: string } | { id: string }

/**
 * The product with this SKU, ignoring case, or this id. In a transaction, it stays locked until that ends. Throws
 * NotFound.
 */
export async function lockProduct(context: WorkspaceContext, named: Named): Promise<Row<'product'>> {
  const product = await find(context, named)
  if (product) return product
  throw new NotFound(
    'sku' in named
      ? `There is no product with the SKU "${named.sku}".`
      : `There is no product with the id ${quoted(named.id)}.`,
  )
}

async function find({ db, workspaceId }: WorkspaceContext, named: Named): Promise<Row<'product'> | undefined> {
  if ('id' in named && !isUuid(named.id)) return undefined
  const products = db.selectFrom('product').selectAll().where('workspace_id', '=', workspaceId)
  const found =
    'id' in named ? products.where('id', '=', named.id) : products.where('sku_key', '=', matchingKey(named.sku))
  return found.$if(db.isTransaction, (query) => query.forUpdate()).executeTakeFirst()
}
