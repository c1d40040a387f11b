import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import type { ProductEditField } from '../../database/column-values.ts'
import { withCustomPlans, withManyNewRows } from '../../database/custom-plans.ts'
import { rowset } from '../../database/rowset.ts'
import { FIELDS } from './bulk-edit-fields.ts'
import { searchDocument } from '../search/search-words.ts'

/** Products in one statement, where their search documents are made anew. It bounds the memory. */
const BATCH = 1_000

/** From so many lines on, all products are scanned rather than each looked up. */
const MANY = 1_000

/** The new value of a line `l`, as JSON, and the change time of the products. */
type NewValues = { value: RawBuilder<unknown>; at: string }
/** The number of lines beside these. */
type NewLines = NewValues & { lines: number }

/** Gives the products of all lines of an edit a new value; `lines` is their number. They must be locked. */
export async function writeEditLines(
  trx: WorkspaceContext,
  edit: { id: string; field: ProductEditField },
  { value, at, lines }: NewLines,
): Promise<void> {
  const { field } = edit
  if (field === 'brand' || field === 'category') await writeGroups(trx, edit.id, field, { value, at })
  else if (field === 'visibility') await writeVisibility(trx, edit.id, { value, at, lines })
  else {
    const { column, type } = FIELDS[field]
    await writeColumn(trx, edit.id, { column, value: sql`(${value} #>> '{}')::${type}`, at, lines })
  }
  await noteChanges(trx, edit.id, at)
}

async function writeColumn(
  { db, workspaceId }: WorkspaceContext,
  editId: string,
  { column, value, at, lines }: NewLines & { column: RawBuilder<unknown> },
): Promise<void> {
  const write = () =>
    sql`
      update product p set ${column} = ${value}, updated_at = ${at}::text::timestamptz from product_edit_line l
      where p.workspace_id = ${workspaceId} and p.id = l.product_id
        and l.workspace_id = ${workspaceId} and l.edit_id = ${editId}`.execute(db)
  await withCustomPlans(db, () => (lines < MANY ? write() : withManyNewRows(db, write)))
}

/** A customer that is deleted since does not come back to the list of a product. */
async function writeVisibility(trx: WorkspaceContext, editId: string, { value, at, lines }: NewLines): Promise<void> {
  const { db, workspaceId } = trx
  const visibility = sql`case when ${value} = 'null' then 'all' else 'selected' end`
  await writeColumn(trx, editId, { column: FIELDS.visibility.column, value: visibility, at, lines })
  await sql`
    delete from product_access where workspace_id = ${workspaceId} and product_id in (
      select product_id from product_edit_line where workspace_id = ${workspaceId} and edit_id = ${editId})`.execute(db)
  await sql`
    insert into product_access (workspace_id, product_id, customer_id)
    select ${workspaceId}, l.product_id, r.id from product_edit_line l
    cross join lateral jsonb_array_elements_text(case when ${value} = 'null' then '[]' else ${value} end) wanted(id)
    join customer r on r.workspace_id = ${workspaceId} and r.id = wanted.id::uuid
    where l.workspace_id = ${workspaceId} and l.edit_id = ${editId}`.execute(db)
}

/** Brand and category are part of the search document, which is made here and not in the database. */
async function writeGroups(
  { db, workspaceId }: WorkspaceContext,
  editId: string,
  grouping: 'brand' | 'category',
  { value, at }: NewValues,
): Promise<void> {
  const column = sql.ref(`${grouping}_id`)
  const other = grouping === 'brand' ? 'category' : 'brand'
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const read = sql<Record<'id' | 'name' | 'group', string> & Record<'description' | 'own' | 'other', string | null>>`
      select p.id, p.name, p.description, (${value} #>> '{}')::uuid as group,
        (select name from ${sql.table(grouping)} where workspace_id = ${workspaceId} and id = (${value} #>> '{}')::uuid) as own,
        (select name from ${sql.table(other)} where workspace_id = ${workspaceId} and id = ${sql.ref(`p.${other}_id`)}) as other
      from product_edit_line l join product p on p.workspace_id = ${workspaceId} and p.id = l.product_id
      where l.workspace_id = ${workspaceId} and l.edit_id = ${editId} and l.product_id > ${after}
      order by l.product_id limit ${sql.lit(BATCH)}`
    const { rows } = await withCustomPlans(db, () => read.execute(db))
    const written = rows.map(({ id, name, description, group, own, other }) => ({
      id,
      group,
      search: searchDocument(workspaceId, { name, description, brand: own, category: other }),
    }))
    await sql`
      update product p set ${column} = row.group, search = row.search, updated_at = ${at}::text::timestamptz
      from ${rowset(written, 'id uuid, "group" uuid, search tsvector')}
      where p.workspace_id = ${workspaceId} and p.id = row.id`.execute(db)
    if (rows.length < BATCH) return
    after = rows.at(-1)!.id
  }
}

async function noteChanges({ db, workspaceId }: WorkspaceContext, editId: string, at: string): Promise<void> {
  await sql`
    insert into product_change (workspace_id, product_id, changed_at)
    select ${workspaceId}, product_id, ${at}::text::timestamptz from product_edit_line
    where workspace_id = ${workspaceId} and edit_id = ${editId}
    on conflict (workspace_id, product_id) do update set changed_at = excluded.changed_at`.execute(db)
}
