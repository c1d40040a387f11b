import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { OperatorError } from '../errors.ts'
import type { CsvFormat, CsvRecord } from './read-csv.ts'

/** What is added to the columns of the input. An import passes over them, so that a mended rejects file can go in as it is. */
export const REJECT_COLUMNS = ['Rejected line', 'Rejected because']

/** Throws an OperatorError when the file cannot be written. */
export type RejectsFile = {
  add: (record: CsvRecord, reason: string) => Promise<void>
  close: () => Promise<void>
  /** How many rows are in it. */
  count: () => number
}

/**
 * The rows that did not go in, as they were in the input, with their line and the reason. The file comes into being with the first of them.
 */
export function openRejectsFile(path: string, { header, delimiter, byteOrderMark }: CsvFormat): RejectsFile {
  let file: FileHandle | undefined
  let count = 0
  const line = (cells: readonly string[]) => `${cells.map((cell) => quote(cell, delimiter)).join(delimiter)}\r\n`
  // A rejects file can itself be imported; what it said last time is not carried along.
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
