import { sql } from 'kysely'
import type { Context } from '../context.ts'

/**
 * Flushes the GIN pending list of the search index. Postgres adds the words of new products to this list first, up to
 * some thousand products, and every search scans all of it. Postgres flushes the list only when it is full, or by a
 * vacuum. Returns the pages that the list had.
 */
export async function flushPendingWords({ db }: Pick<Context, 'db'>): Promise<number> {
  const { rows } = await sql<{ pages: number }>`
    select gin_clean_pending_list('product_search'::regclass) as pages`.execute(db)
  return rows[0]!.pages
}
