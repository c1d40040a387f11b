import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { rowset } from '../../database/rowset.ts'
import type { Grouping } from './grouping.ts'
import { searchDocument } from '../search/search-words.ts'

/** Products in one statement: they are read into memory. */
const BATCH = 250

/** Rebuilds the search documents of the products of a brand or category. Nothing else of the products changes. */
export async function reindexGroup(
  { db, workspaceId }: WorkspaceContext,
  grouping: Grouping,
  groupId: string,
): Promise<void> {
  const column = grouping === 'brand' ? ('p.brand_id' as const) : ('p.category_id' as const)
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const products = await db
      .selectFrom('product as p')
      .leftJoin('brand as b', (join) => join.on('b.workspace_id', '=', workspaceId).onRef('b.id', '=', 'p.brand_id'))
      .leftJoin('category as c', (join) =>
        join.on('c.workspace_id', '=', workspaceId).onRef('c.id', '=', 'p.category_id'),
      )
      .select(['p.id', 'p.name', 'p.description', 'b.name as brand', 'c.name as category'])
      .where('p.workspace_id', '=', workspaceId)
      .where(column, '=', groupId)
      .where('p.id', '>', after)
      .orderBy('p.id')
      .limit(BATCH)
      // Waits for concurrent calls that rename a product; later ones wait for this statement.
      .forNoKeyUpdate('p')
      .execute()
    const rows = products.map((product) => ({ id: product.id, search: searchDocument(workspaceId, product) }))
    await sql`
      update product p set search = row.search
      from ${rowset(rows, 'id uuid, search tsvector')}
      where p.workspace_id = ${workspaceId} and p.id = row.id`.execute(db)
    if (products.length < BATCH) return
    after = products.at(-1)!.id
  }
}
