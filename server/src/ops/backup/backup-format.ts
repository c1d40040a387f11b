import { z } from 'zod'
import { IMAGE_SIZES } from '../../context.ts'
import { sql } from 'kysely'
import { textArray } from '../../database/rowset.ts'
import type { Database } from '../../database/tables.ts'

/**
 * A backup is a text of lines, compressed with Zstandard. The first line is the header. Each table has a line with its
 * name, and a line for each row. Then each file of an image has a line, if the backup carries them. The last line has the
 * number of rows and the checksum of all earlier lines. Rows are JSON objects. Every other line is a JSON array that
 * begins with its type.
 */
const FORMAT = 'trade-catalogue backup'
/** Those below are from before the first release. */
const FORMAT_VERSION = 3

export type BackupHeader = z.infer<typeof Header>

const Header = z.object({
  version: z.literal(FORMAT_VERSION),
  /** The number of the rows' schema. */
  schema: z.int().min(1),
  /** The version of the service that made it. */
  service: z.string(),
  engine: z.enum(['embedded', 'postgres']),
  takenAt: z.iso.datetime(),
  database: z.uuid(),
})

/** Lines that are neither header nor row. */
export const Mark = z.union([
  z.tuple([z.literal('table'), z.object({ name: z.string(), columns: z.array(z.string()) })]),
  z.tuple([z.literal('image'), z.object({ digest: z.string(), size: z.literal(IMAGE_SIZES), base64: z.base64() })]),
  z.tuple([z.literal('end'), z.object({ rows: z.int(), sha256: z.string() })]),
])
export type Mark = z.infer<typeof Mark>

export function headerLine(header: Omit<BackupHeader, 'version'>): string {
  return JSON.stringify([FORMAT, { version: FORMAT_VERSION, ...header }])
}

/** Parses the first line of a file: undefined where it is no header, and how its format compares where that is another. */
export function readHeader(line: string): BackupHeader | 'newer' | 'unreleased' | undefined {
  const [format, header] = parseLine(line)
  if (format !== FORMAT) return undefined
  const { version } = (header ?? {}) as { version?: number }
  if (version !== FORMAT_VERSION) return version! < FORMAT_VERSION ? 'unreleased' : 'newer'
  return Header.safeParse(header).data
}

export function readMark(line: string): Mark | undefined {
  return Mark.safeParse(parseLine(line)).data
}

function parseLine(line: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(line)
    return Array.isArray(parsed) ? parsed : []
  } catch {
    return []
  }
}

/** A table in backups, with its columns. Generated columns are left out. */
export type BackedUpTable = { name: string; columns: string[] }

/**
 * Tables without a column `workspace_id` that are backed up all the same. Sessions, links and mail are not: what was
 * ended, used or sent after the backup must not come back by a restore.
 */
const DEPLOYMENT_TABLES = ['workspace', 'person', 'password', 'passkey']

/**
 * The tables of the current schema that hold workspaces, their data, and people. Each comes after the tables that it
 * refers to. The counts of requests are temporary.
 */
export async function backedUpTables(db: Database): Promise<BackedUpTable[]> {
  const { rows } = await sql<BackedUpTable>`
    with recursive kept as (
      select c.oid, c.relname
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = current_schema()
      where c.relkind = 'r' and c.relname <> 'rate_limit_window' and (c.relname = any(${textArray(DEPLOYMENT_TABLES)}) or exists (
        select from pg_attribute a where a.attrelid = c.oid and a.attname = 'workspace_id' and not a.attisdropped))
    ), placed as (
      select oid, 0 as depth from kept
      union
      select f.conrelid, placed.depth + 1
      from placed
      join pg_constraint f on f.confrelid = placed.oid and f.contype = 'f' and f.conrelid <> f.confrelid
    )
    select kept.relname as name, (
        select json_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = kept.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      ) as columns
    from kept
    join placed on placed.oid = kept.oid
    group by kept.oid, kept.relname
    order by max(placed.depth), kept.relname`.execute(db)
  return rows
}

export function columnList({ columns }: BackedUpTable) {
  return sql.join(columns.map((column) => sql.ref(column)))
}
