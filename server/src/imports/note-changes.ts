import { sql } from 'kysely'
import { versionsOf } from '../activity/record-versions.ts'
import type { Versioned } from '../activity/record-versions.ts'
import type { WorkspaceContext } from '../context.ts'
import { rowset } from '../database/rowset.ts'
import type { FieldChange } from './import-check.ts'

/** What an import changed of one record. */
export type NotedChange = {
  line: number
  /** A product, a customer, an agreed price. */
  recordId: string
  /** The product or customer whose page shows it. */
  shownOn: string
  label: string
  /** `price`: only a new price, which is in the draft. */
  kind: 'created' | 'updated' | 'price'
  changes: Record<string, FieldChange>
  /** What it was, to undo that. Null for what was created. */
  before: object | null
}

const COLUMNS =
  'line integer, record_id uuid, shown_on uuid, label text, kind text, changes jsonb, before jsonb, version text'

/**
 * Notes what a batch changed, and the versions that it left; the table has them. Of a record that was changed before, it
 * keeps the line and what it was at first. A `price` has no version of its own.
 */
export async function noteChanges(
  trx: WorkspaceContext,
  importId: string,
  { table, changes }: { table: Versioned; changes: readonly NotedChange[] },
): Promise<void> {
  if (changes.length === 0) return
  const { db, workspaceId } = trx
  const written = changes.flatMap(({ kind, recordId }) => (kind === 'price' ? [] : [recordId]))
  const versions = await versionsOf(trx, table, written)
  const rows = changes.map(({ recordId, shownOn: shown_on, ...rest }) => {
    return { record_id: recordId, shown_on, version: versions.get(recordId) ?? null, ...rest }
  })
  await sql`
    insert into data_import_change as c (workspace_id, import_id, line, record_id, shown_on, label, kind, changes, before, version)
    select ${workspaceId}, ${importId}, line, record_id, shown_on, label, kind, changes, before, version
    from ${rowset(rows, COLUMNS)}
    on conflict (workspace_id, import_id, record_id)
      do update set changes = c.changes || excluded.changes, version = coalesce(excluded.version, c.version)`.execute(
    db,
  )
}
