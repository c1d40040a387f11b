import { z } from 'zod'

/**
 * A backup is a text of lines, compressed with Zstandard: first the header, then for each table a line that names it and
 * a line for each of its rows, and last how many rows there were and the checksum of all that comes before. Rows are JSON
 * objects; every other line is a JSON array that begins with what it is.
 */
const FORMAT = 'trade-catalogue backup'
const FORMAT_VERSION = 1

export type BackupHeader = z.infer<typeof Header>

const Header = z.object({
  version: z.literal(FORMAT_VERSION),
  /** The number of the schema that the rows are of. */
  schema: z.int().min(1),
  /** The version of the service that made it. */
  service: z.string(),
  engine: z.enum(['embedded', 'postgres']),
  takenAt: z.iso.datetime(),
})

/** The lines that are no rows. */
export const Mark = z.union([
  z.tuple([z.literal('table'), z.object({ name: z.string(), columns: z.array(z.string()) })]),
  z.tuple([z.literal('end'), z.object({ rows: z.int(), sha256: z.string() })]),
])
export type Mark = z.infer<typeof Mark>

export function headerLine(header: Omit<BackupHeader, 'version'>): string {
  return JSON.stringify([FORMAT, { version: FORMAT_VERSION, ...header }])
}

/** What the first line of a file says; undefined where that is no header, 'newer' for one of a later format. */
export function readHeader(line: string): BackupHeader | 'newer' | undefined {
  const [format, header] = parseLine(line)
  if (format !== FORMAT) return undefined
  if ((header as { version?: number } | undefined)?.version !== FORMAT_VERSION) return 'newer'
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
