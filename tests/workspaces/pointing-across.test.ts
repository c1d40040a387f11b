import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { recordPastTerms, recordPastGroups } from '../../server/src/pricing/priced-at.ts'
import { START } from '../isolation/start.ts'
import { Trader } from '../isolation/trader.ts'
import { givenMember } from '../given/member.ts'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'

const service = useService()

/** A key or foreign key, with its columns in its own order. */
type Constraint = { name: string; table: string; columns: string[]; to: string | null; toColumns: string[] | null }

/** People belong to several workspaces, and an address is what finds a workspace. */
const OF_ALL_WORKSPACES = sql.join(['person', 'workspace_address'])

/** Those of the tables that hold what is a workspace's. */
async function constraints(type: 'p' | 'u' | 'f'): Promise<Constraint[]> {
  const { rows } = await sql<Constraint>`
    select c.conname as name, t.relname as table, o.relname as to,
      (select json_agg(a.attname order by k.place) from unnest(c.conkey) with ordinality k(number, place)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number) as columns,
      (select json_agg(a.attname order by k.place) from unnest(c.confkey) with ordinality k(number, place)
        join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.number) as "toColumns"
    from pg_constraint c join pg_class t on t.oid = c.conrelid left join pg_class o on o.oid = c.confrelid
    where c.contype = ${type} and exists (
      select from pg_attribute a where a.attrelid = t.oid and a.attname = 'workspace_id')
      and t.relname not in (${OF_ALL_WORKSPACES}) and coalesce(o.relname, '') not in (${OF_ALL_WORKSPACES})
    order by t.relname, c.conname`.execute(service.context.db)
  return rows
}

/** As if the image of a product had been copied. */
async function givenKeptImage({ id, context }: TestWorkspace): Promise<void> {
  const digest = id.replaceAll('-', '')
  const workspace = { workspace_id: id, digest }
  const image = { ...workspace, width: 1, height: 1, bytes: 1, created_at: new Date(), unused_since: null }
  const source = { ...workspace, url_digest: 'a', checked_at: new Date() }
  await context.db.insertInto('image').values(image).execute()
  await context.db.insertInto('image_source').values(source).execute()
  await sql`insert into product_picture (workspace_id, product_id, place, digest)
    select workspace_id, product_id, 0, ${digest} from product_image where workspace_id = ${id}`.execute(context.db)
}

/** As if staff had worked on a draft and an order, and a buyer on a basket and a saved list. */
async function givenTraces({ workspace, ids }: Trader): Promise<void> {
  const { db } = workspace.context
  const inWorkspace = { workspace_id: workspace.id }
  const [id, now] = [randomUUIDv7(), new Date()]
  const [product_id, buyer_id, customer_id] = [ids.product[0]!, ids.buyer[0]!, ids.customer[0]!]
  const line = { ...inWorkspace, product_id, sku: 'DEN-1', name: 'Plate', qty: 1, position: 1 }
  const basket = { ...inWorkspace, id, buyer_id, updated_at: now }
  const list = { ...inWorkspace, id, customer_id, name: 'Usual', name_key: 'usual', created_by: 'Bo', created_at: now }
  await sql`insert into record_edit (workspace_id, id, kind, price_change_id, created_at, line_count)
    values (${workspace.id}, ${id}, 'draft_lines', ${ids.change[0]!}, ${now}, 0)`.execute(db)
  await sql`insert into sales_order_note (workspace_id, order_id, id, at, actor, text)
    values (${workspace.id}, ${ids.order[0]!}, ${id}, ${now}, '{}', 'Rings at noon')`.execute(db)
  await db.insertInto('basket').values(basket).execute()
  await db
    .insertInto('basket_line')
    .values({ ...line, basket_id: id, shown_unit: 1, shown_label: 'List price' })
    .execute()
  await db
    .insertInto('saved_list')
    .values({ ...list, owner_id: buyer_id })
    .execute()
  await db
    .insertInto('saved_list_line')
    .values({ ...line, list_id: id })
    .execute()
  await sql`insert into customer_code (workspace_id, id, product_id, customer_id, code, code_key, version)
    values (${workspace.id}, gen_random_uuid(), ${product_id}, ${customer_id}, 'P-1', 'p-1', 1)`.execute(db)
  await sql`insert into failed_calls (workspace_id, api_key_id, calls)
    select workspace_id, id, '[]' from api_key where workspace_id = ${workspace.id} limit 1`.execute(db)
  await sql`insert into quote (workspace_id, id, number, status, customer_id, customer_name, currency, line_count, created_at, updated_at)
    values (${workspace.id}, ${id}, 999, 'asked', ${customer_id}, 'Quay', 'GBP', 1, ${now}, ${now})`.execute(db)
  await sql`insert into quote_line (workspace_id, quote_id, position, product_id, sku, name, unit_label, qty)
    values (${workspace.id}, ${id}, 0, ${product_id}, 'DEN-1', 'Plate', 'each', 1)`.execute(db)
  await sql`insert into quote_history (workspace_id, quote_id, step, status, at, actor)
    values (${workspace.id}, ${id}, 1, 'asked', ${now}, '{}')`.execute(db)
  await sql`insert into price_watch (workspace_id, customer_id) values (${workspace.id}, ${customer_id})`.execute(db)
  await sql`insert into notified_price (workspace_id, customer_id, product_id, unit)
    values (${workspace.id}, ${customer_id}, ${product_id}, 1)`.execute(db)
  await db
    .insertInto('price_group')
    .values({ ...inWorkspace, id, name: 'Gold', name_key: 'gold', created_at: now, updated_at: now })
    .execute()
  const term = { ...inWorkspace, id, group_id: id, created_at: now, updated_at: now }
  await db
    .insertInto('discount_rule')
    .values({ ...term, applies_to: 'all', discount_bp: 100 })
    .execute()
  await db
    .insertInto('agreed_price')
    .values({ ...term, product_id, unit: 1, min_qty: 1 })
    .execute()
  const { id: contact } = await givenMember(service, workspace, 'orders')
  await sql`update customer set group_id = ${id}, contact_id = ${contact}
    where workspace_id = ${workspace.id} and id = ${customer_id}`.execute(db)
  await sql`insert into past_customer_group (workspace_id, customer_id, until)
    values (${workspace.id}, ${customer_id}, ${now})`.execute(db)
  // What terms and products were before a change.
  for (const table of ['agreed_price', 'discount_rule'] as const) {
    await recordPastTerms(workspace.context, table, sql`workspace_id = ${workspace.id}`)
  }
  await recordPastGroups(workspace.context, sql`(select ${product_id}::uuid as id) product`)
  await sql`insert into portal_settings (workspace_id, logo, updated_at)
    values (${workspace.id}, ${workspace.id.replaceAll('-', '')}, ${now})
    on conflict (workspace_id) do update set logo = excluded.logo`.execute(db)
}

/** As if staff had imported a file. */
async function givenImport({ workspace, ids }: Trader): Promise<void> {
  const { db } = workspace.context
  const [id, product] = [randomUUIDv7(), ids.product[0]!]
  await sql`insert into data_import (workspace_id, id, kind, file_name, status, file, uploaded_by, created_at)
    values (${workspace.id}, ${id}, 'products', 'spring.csv', 'done', '{}', '{}', ${new Date()})`.execute(db)
  await sql`insert into data_import_part (workspace_id, import_id, sheet, position, last_line, lines)
    values (${workspace.id}, ${id}, 0, 0, 1, '[]')`.execute(db)
  await sql`insert into data_import_reject (workspace_id, import_id, line, reason)
    values (${workspace.id}, ${id}, 1, 'Unit is blank')`.execute(db)
  await sql`insert into record_edit_line (workspace_id, edit_id, record_id, shown_on, line, label, changes)
    values (${workspace.id}, ${id}, ${product}, ${product}, 1, 'DEN-1', '{}')`.execute(db)
}

describe('no row can point into another workspace:', () => {
  let mine: Trader
  let theirs: Trader

  beforeAll(async () => {
    mine = new Trader(service, await service.workspace(), { word: 'zqalfa', digit: 1 })
    theirs = new Trader(service, await service.workspace(), { word: 'zqbravo', digit: 2 })
    for (const trader of [mine, theirs]) {
      for (const call of START) await trader.do(call)
      await trader.learn()
      await givenKeptImage(trader.workspace)
      await givenTraces(trader)
      await givenImport(trader)
    }
  })

  test('every key and every foreign key begins with the workspace, on both sides', async () => {
    for (const { columns } of [...(await constraints('p')), ...(await constraints('u'))]) {
      expect(columns[0]).toBe('workspace_id')
    }
    const foreign = await constraints('f')
    expect(foreign.length).toBeGreaterThan(20)
    for (const { columns, to, toColumns } of foreign) {
      expect([columns[0], toColumns![0]]).toEqual(['workspace_id', to === 'workspace' ? 'id' : 'workspace_id'])
    }
  })

  test('a row of each table that is pointed at a row of another workspace is refused', async () => {
    const pointing = (await constraints('f')).filter(({ columns }) => columns.length > 1)
    const tried = []
    for (const { name, table, columns, to, toColumns } of pointing) {
      const [column, toColumn] = [sql.ref(columns[1]!), sql.ref(toColumns![1]!)]
      const across = await sql<{ id: string }>`
        select ${toColumn} as id from ${sql.table(to!)} where workspace_id = ${theirs.workspace.id} limit 1`.execute(
        service.context.db,
      )
      const point = sql`
        update ${sql.table(table)} set ${column} = ${across.rows[0]!.id}
        where workspace_id = ${mine.workspace.id} and ctid = (select ctid from ${sql.table(table)}
          where workspace_id = ${mine.workspace.id} and ${column} is not null limit 1)`
      const error = await point.execute(service.context.db).catch((error) => error)
      tried.push([name, error.code ?? `${error.numAffectedRows} rows were pointed`])
    }
    expect(tried).toEqual(pointing.map(({ name }) => [name, '23503']))
  })
})
