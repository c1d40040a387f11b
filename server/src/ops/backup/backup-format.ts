import { z } from 'zod'
import { IMAGE_SIZES } from '../../context.ts'

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
  /** The identity of the database. */
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
