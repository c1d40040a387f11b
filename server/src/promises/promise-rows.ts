import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { indexHint } from '../database/index-hint.ts'
import { NotFound, quoted } from '../errors.ts'
import { isUuid } from '../uuid.ts'
import type { PricePromise } from './price-promise.ts'

type PromiseRow = Omit<PricePromise, 'until' | 'setAt'> & { until: string; setAt: string }

/**
 * Promises `p` of a relation, in its order, with their customers and lines. A SKU is the one that its product has now,
 * or the one that a deleted product had.
 */
export async function readPromises(
  { db, workspaceId }: WorkspaceContext,
  promises: RawBuilder<unknown>,
): Promise<PricePromise[]> {
  const { rows } = await sql<{ promise: PromiseRow }>`
    select json_build_object('id', p.id, 'reference', p.reference, 'total', p.total, 'until', p.until, 'note', p.note,
      'setBy', p.set_by, 'setAt', p.set_at,
      'customer', (
        select json_build_object('id', c.id, 'accountCode', c.account_code, 'name', c.name) from customer c
        where c.workspace_id = ${workspaceId} and ${indexHint({ 'c.id': sql`p.customer_id` })} limit 1),
      'lines', (
        select json_agg(json_build_object('productId', l.product_id, 'sku', coalesce((
          select product.sku from product
            where product.workspace_id = ${workspaceId} and ${indexHint({ 'product.id': sql`l.product_id` })} limit 1), l.sku), 'qty', l.qty, 'unit', l.unit)
          order by l.position)
        from promise_line l where l.workspace_id = ${workspaceId} and l.promise_id = p.id)) as promise
    from ${promises} p`.execute(db)
  return rows.map(({ promise: { until, setAt, ...promise } }) => ({
    ...promise,
    until: new Date(until),
    setAt: new Date(setAt),
  }))
}

/** The promise with this id. Throws NotFound. */
export async function readPromise(context: WorkspaceContext, id: string): Promise<PricePromise> {
  const { workspaceId } = context
  const [promise] = isUuid(id) ? await readPromises(context, promisesThat(workspaceId, sql`id = ${id}`)) : []
  if (!promise) throw new NotFound(`There is no promise with the id ${quoted(id)}.`)
  return promise
}

/** SQL: the promises that pass a condition on `promise`, those that end first before the others. */
export function promisesThat(workspaceId: string, condition: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`(
    select * from promise where workspace_id = ${workspaceId} and ${condition} order by until, id)`
}

/** SQL: true for a promise that is not over at that time. */
export function isInForce(at: Date): RawBuilder<boolean> {
  return sql`promise.until > ${at}`
}
