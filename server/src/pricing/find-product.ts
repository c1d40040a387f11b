import type { WorkspaceContext } from '../context.ts'
import type { Row } from '../database/tables.ts'
import { NotFound, quoted } from '../errors.ts'
import { isUuid } from '../lib/uuid.ts'
import type { PricedProduct } from './kind-of-term.ts'

/** `listPrice` is in minor units. */
export type FoundProduct = PricedProduct & {
  listPrice: number | null
  active: boolean
  visibility: Row<'product'>['visibility']
  createdAt: Date
}

/** The product with this id. Throws NotFound. */
export async function findProduct({ db, workspaceId }: WorkspaceContext, id: string): Promise<FoundProduct> {
  const product = isUuid(id)
    ? await db
        .selectFrom('product')
        .select(['id', 'brand_id as brandId', 'category_id as categoryId', 'list_price as listPrice'])
        .select(['active', 'visibility', 'created_at as createdAt'])
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined
  if (!product) throw new NotFound(`There is no product with the id ${quoted(id)}.`)
  return product
}
