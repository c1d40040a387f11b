import { sql } from 'kysely'
import type { Context } from '../context.ts'

/**
 * Puts the words of products that were written since into their places in the index of words. Postgres collects them in a
 * list first, some thousand products long, and goes through all of it for each search, of any workspace; it empties the
 * list by itself only when that is full, or by a vacuum. Returns how many pages of the list there were.
 */
export async function sortNewWords({ db }: Pick<Context, 'db'>): Promise<number> {
  const { rows } = await sql<{ pages: number }>`
    select gin_clean_pending_list('product_search'::regclass) as pages`.execute(db)
  return rows[0]!.pages
}
