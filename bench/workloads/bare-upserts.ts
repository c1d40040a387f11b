import type { Statement } from '../bare-database.ts'
import type { Bench } from '../workload.ts'

const BATCH = 100
/** The rows are those of the main workspace, under another one's id. */
const ELSEWHERE = '00000000-0000-4000-8000-000000000000'

/**
 * The leanest statement that could store such rows: one upsert for 100 of them, into a table with the columns, indexes
 * and rows of the products. It looks nothing up, keeps nothing, checks no foreign key and records nothing.
 */
export async function bareUpserts(
  { bare, filled }: Pick<Bench, 'bare'> & { filled: Pick<Bench['filled'], 'workspaceId'> },
  rows: number,
) {
  const run = (text: string, values: unknown[] = []) => bare.rows<any>({ text, values })
  const columns: string[] = (
    await run(`select column_name from information_schema.columns
      where table_name = 'product' and is_generated = 'NEVER' order by ordinal_position`)
  ).map(({ column_name }) => column_name)
  const list = columns.join(', ')
  await run('drop table if exists bare_product')
  await run('create table bare_product (like product including all)')
  await run(`insert into bare_product (${list}) select ${list} from product`)

  /** Batches of rows as JSON, in key order, each with what differs from the row that is there. */
  const batches = async (change: string): Promise<Statement[]> => {
    const found = await run(
      `select json_agg(to_jsonb(p) - 'batch' || ${change} order by p.sku_key)::text as rows from (
        select p.*, (row_number() over (order by md5(p.sku)) - 1) / $2 as batch
        from product p where p.workspace_id = $1) p
      where batch < $3 group by batch`,
      [filled.workspaceId, BATCH, rows / BATCH],
    )
    return found.map((row) => ({
      text: `insert into bare_product (${list}) select ${list} from json_populate_recordset(null::bare_product, $1::text::json)
        on conflict (workspace_id, sku_key) do update set
        ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
      values: [row.rows],
    }))
  }
  const moved = `jsonb_build_object('workspace_id', '${ELSEWHERE}')`
  const revised = `jsonb_build_object('workspace_id', '${ELSEWHERE}', 'description', p.description || ' Revision 1.',
    'search', (p.search || '''revision'':99C ''1'':100C'::tsvector)::text)`

  return {
    created: await batches(moved),
    changed: await batches(revised),
    /** Runs the statements from so many clients; resolves with the seconds that took. */
    run: async (statements: Statement[], clients: number): Promise<number> => {
      const left = [...statements]
      const started = performance.now()
      const client = async () => {
        for (let next = left.pop(); next; next = left.pop()) await bare.run(next)
      }
      await Promise.all(Array.from({ length: clients }, client))
      return (performance.now() - started) / 1000
    },
  }
}
