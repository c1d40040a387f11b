import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { OperatorError } from '../errors.ts'
import type { CsvFormat, CsvRecord } from './read-csv.ts'

/** Columns that the rejects file adds. An import ignores them, so you can correct a rejects file and import it. */
export const REJECT_COLUMNS = ['Rejected line', 'Rejected because']

/** Its methods throw an OperatorError if the file cannot be written. */
export type RejectsFile = {
  add: (record: CsvRecord, reason: string) => Promise<void>
  close: () => Promise<void>
  /** The number of rows in it. */
  count: () => number
}

/**
 * Writes rejected rows as they were in the input, with their line and the reason. Creates the file with the first row.
 */
export function openRejectsFile(path: string, { header, delimiter, byteOrderMark }: CsvFormat): RejectsFile {
  let file: FileHandle | undefined
  let count = 0
  const line = (cells: readonly string[]) => `${cells.map((cell) => quote(cell, delimiter)).join(delimiter)}\r\n`
  // The input may be a rejects file. Its own reject columns are dropped.
  const kept = header.flatMap((name, column) => (REJECT_COLUMNS.includes(name) ? [] : [column]))
  const headerLine = () =>
    (byteOrderMark ? '\uFEFF' : '') + line([...kept.map((column) => header[column]!), ...REJECT_COLUMNS])
  const failed = (error: Error): never => {
    throw new OperatorError(`Cannot write the rejects file ${path}: ${error.message}.`)
  }

  async function start(): Promise<FileHandle> {
    file = await open(path, 'w')
    await file.appendFile(headerLine())
    return file
  }

  async function write(row: string): Promise<void> {
    await (file ?? (await start())).appendFile(row)
  }

  return {
    add: async ({ cells, line: number }, reason) => {
      const surplus = cells.slice(header.length)
      const row = [...kept.map((column) => cells[column] ?? ''), String(number), reason, ...surplus]
      await write(line(row)).catch(failed)
      count++
    },
    close: async () => {
      await file?.close().catch(failed)
      file = undefined
    },
    count: () => count,
  }
}

function quote(cell: string, delimiter: string): string {
  return /["\r\n]|^\s|\s$/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell
}
