import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import type { ProductEditField } from '../../database/column-values.ts'
import { rowset } from '../../database/rowset.ts'
import { keepPastGroups } from '../../pricing/priced-at.ts'
import { searchDocument } from '../search/search-words.ts'
import { FIELDS } from './bulk-edit-fields.ts'

/** SQL: the new value of a line `l`, as JSON, and the change time of the products. */
type NewValues = { value: RawBuilder<unknown>; at: string }
/** Lines of an edit, as a relation. */
type Lines = RawBuilder<unknown>

/** Gives the products of lines of an edit a new value. They must be locked. */
export async function writeField(
  trx: WorkspaceContext,
  field: ProductEditField,
  lines: Lines,
  values: NewValues,
): Promise<void> {
  if (field === 'brand' || field === 'category') await writeGroups(trx, lines, field, values)
  else if (field === 'visibility') await writeVisibility(trx, lines, values)
  else {
    const { column, type } = FIELDS[field]
    await writeColumn(trx, lines, { column, value: sql`(${values.value} #>> '{}')::${type}`, at: values.at })
  }
  await noteChanges(trx, lines, values.at)
}

async function writeColumn(
  { db, workspaceId }: WorkspaceContext,
  lines: Lines,
  { column, value, at }: NewValues & { column: RawBuilder<unknown> },
): Promise<void> {
  await sql`
    update product p set ${column} = ${value}, updated_at = ${at}::text::timestamptz from ${lines} l
    where p.workspace_id = ${workspaceId} and p.id = l.record_id`.execute(db)
}

/** A customer that is deleted since does not come back to the list of a product. */
async function writeVisibility(trx: WorkspaceContext, lines: Lines, { value, at }: NewValues): Promise<void> {
  const { db, workspaceId } = trx
  const visibility = sql`case when ${value} = 'null' then 'all' else 'selected' end`
  await writeColumn(trx, lines, { column: FIELDS.visibility.column, value: visibility, at })
  await sql`
    delete from product_access where workspace_id = ${workspaceId}
      and product_id in (select record_id from ${lines} l)`.execute(db)
  await sql`
    insert into product_access (workspace_id, product_id, customer_id)
    select ${workspaceId}, l.record_id, r.id from ${lines} l
    cross join lateral jsonb_array_elements_text(case when ${value} = 'null' then '[]' else ${value} end) wanted(id)
    join customer r on r.workspace_id = ${workspaceId} and r.id = wanted.id::uuid`.execute(db)
}

/** Brand and category are part of the search document, which is made here and not in the database. */
async function writeGroups(
  trx: WorkspaceContext,
  lines: Lines,
  grouping: 'brand' | 'category',
  { value, at }: NewValues,
): Promise<void> {
  const { db, workspaceId } = trx
  await keepPastGroups(trx, sql`(select record_id as id from ${lines} l) product`)
  const other = grouping === 'brand' ? 'category' : 'brand'
  const nameOf = (table: typeof grouping, id: RawBuilder<unknown>) =>
    sql`(select name from ${sql.table(table)} where workspace_id = ${workspaceId} and id = ${id})`
  const group = sql`(${value} #>> '{}')::uuid`
  const { rows } = await sql<
    Record<'id' | 'name' | 'group', string> & Record<'description' | 'own' | 'other', string | null>
  >`
    select p.id, p.name, p.description, ${group} as group, ${nameOf(grouping, group)} as own,
      ${nameOf(other, sql.ref(`p.${other}_id`))} as other
    from ${lines} l join product p on p.workspace_id = ${workspaceId} and p.id = l.record_id`.execute(db)
  const written = rows.map(({ id, name, description, group, own, other }) => ({
    id,
    group,
    search: searchDocument(workspaceId, { name, description, brand: own, category: other }),
  }))
  await sql`
    update product p set ${sql.ref(`${grouping}_id`)} = row.group, search = row.search,
      updated_at = ${at}::text::timestamptz
    from ${rowset(written, 'id uuid, "group" uuid, search tsvector')}
    where p.workspace_id = ${workspaceId} and p.id = row.id`.execute(db)
}

async function noteChanges({ db, workspaceId }: WorkspaceContext, lines: Lines, at: string): Promise<void> {
  await sql`
    insert into product_change (workspace_id, product_id, changed_at)
    select ${workspaceId}, record_id, ${at}::text::timestamptz from ${lines} l
    on conflict (workspace_id, product_id)
      do update set changed_at = excluded.changed_at, version = product_change.version + 1`.execute(db)
}
