import type { WorkspaceContext } from '../context.ts'
import { NotFound } from '../errors.ts'
import { isUuid } from '../uuid.ts'

/** One agreed price with its customer and product, locked until the transaction ends if asked for. Throws NotFound. */
export async function findAgreedPrice(
  { db, workspaceId }: WorkspaceContext,
  id: string,
  purpose: 'read' | 'change' = 'read',
) {
  const query = db
    .selectFrom('agreed_price as a')
    .innerJoin('customer as u', (join) =>
      join.on('u.workspace_id', '=', workspaceId).onRef('u.id', '=', 'a.customer_id'),
    )
    .innerJoin('product as p', (join) => join.on('p.workspace_id', '=', workspaceId).onRef('p.id', '=', 'a.product_id'))
    .select(['a.id', 'a.product_id as productId', 'p.sku', 'a.customer_id as customerId', 'u.name as customer'])
    .select(['a.unit', 'a.min_qty as minQty', 'a.starts_at as startsAt', 'a.ends_at as endsAt'])
    .where('a.workspace_id', '=', workspaceId)
    .where('a.id', '=', id)
    .$if(purpose === 'change', (locked) => locked.forUpdate('a'))
  const agreed = isUuid(id) ? await query.executeTakeFirst() : undefined
  if (!agreed) throw new NotFound(`There is no agreed price with the id "${id}".`)
  return agreed
}
