import { recordActivity } from '../activity/record-activity.ts'
import type { WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { NotFound } from '../errors.ts'
import { isUuid } from '../uuid.ts'

/** Deletes an agreed price. It ends at once. Throws NotFound. */
export async function removeAgreedPrice(context: WorkspaceContext, { id }: { id: string }): Promise<void> {
  await inTransaction(context, async (trx) => {
    const agreed = isUuid(id) ? await lockAgreedPrice(trx, id) : undefined
    if (!agreed) throw new NotFound(`There is no agreed price with the id "${id}".`)
    await trx.db
      .deleteFrom('agreed_price')
      .where('workspace_id', '=', trx.workspaceId)
      .where('id', '=', agreed.id)
      .execute()
    const { unit, minQty, startsAt, endsAt } = agreed
    await recordActivity(trx, {
      action: 'agreed_price.remove',
      subject: { type: 'agreed_price', id: agreed.id, label: `${agreed.sku} for ${agreed.customer}` },
      changes: { unit, minQty, startsAt, endsAt },
    })
  })
}

async function lockAgreedPrice({ db, workspaceId }: WorkspaceContext, id: string) {
  return db
    .selectFrom('agreed_price as a')
    .innerJoin('customer as u', (join) =>
      join.on('u.workspace_id', '=', workspaceId).onRef('u.id', '=', 'a.customer_id'),
    )
    .innerJoin('product as p', (join) => join.on('p.workspace_id', '=', workspaceId).onRef('p.id', '=', 'a.product_id'))
    .select(['a.id', 'p.sku', 'u.name as customer', 'a.unit', 'a.min_qty as minQty'])
    .select(['a.starts_at as startsAt', 'a.ends_at as endsAt'])
    .where('a.workspace_id', '=', workspaceId)
    .where('a.id', '=', id)
    .forUpdate('a')
    .executeTakeFirst()
}
