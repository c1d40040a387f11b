import type { ColumnType, Generated } from 'kysely'
import type { Actor, ImportKindName, ImportStatus, InWorkspace, Json } from './column-values.ts'

type OfImport = { workspace_id: string; import_id: string }

/**
 * Files that staff import from the browser, or scripts by the API. What is JSON here is typed in `imports/`, which
 * alone reads and writes it.
 */
export type ImportTables = {
  data_import: InWorkspace & {
    kind: ImportKindName
    file_name: string
    status: ImportStatus
    problem: string | null
    file: Json<unknown>
    bytes: Generated<number>
    fingerprint: string | null
    reading: ColumnType<unknown, string | null, string | null>
    found: ColumnType<unknown, string | null | undefined, string | null>
    price_change_id: string | null
    total: Generated<number>
    done: Generated<number>
    last_line: Generated<number>
    created: Generated<number>
    updated: Generated<number>
    unchanged: Generated<number>
    prices: Generated<number>
    rejected: Generated<number>
    restored: Generated<number>
    removed: Generated<number>
    kept: Generated<number>
    uploaded_by: Json<Actor>
    started_by: ColumnType<Actor | null, string | null | undefined, string | null>
    created_at: Date
    started_at: Date | null
    finished_at: Date | null
    lease: string | null
    leased_until: Date | null
  }
  data_import_part: OfImport & { sheet: number; position: number; last_line: number; lines: string }
  data_import_reject: OfImport & { line: number; label: string | null; reason: string }
  import_mapping: { workspace_id: string; kind: string; shape: string; mapping: Json<unknown>; used_at: Date }
}
