import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import type { WriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { OperatorError } from '../errors.ts'
import type { CsvFormat, CsvRecord } from './read-csv.ts'

/** What is added to the columns of the input. An import passes over them, so that a mended rejects file can go in as it is. */
export const REJECT_COLUMNS = ['Rejected line', 'Rejected because']

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
  let stream: WriteStream | undefined
  let count = 0
  const line = (cells: readonly string[]) => `${cells.map((cell) => quote(cell, delimiter)).join(delimiter)}\r\n`
  // A rejects file can itself be imported; what it said last time is not carried along.
  const kept = header.flatMap((name, column) => (REJECT_COLUMNS.includes(name) ? [] : [column]))

  async function start(): Promise<WriteStream> {
    const opened = createWriteStream(path)
    await once(opened, 'open').catch((error: Error) => {
      throw new OperatorError(`Cannot write the rejects file ${path}: ${error.message}.`)
    })
    opened.write((byteOrderMark ? '\uFEFF' : '') + line([...kept.map((column) => header[column]!), ...REJECT_COLUMNS]))
    return opened
  }

  return {
    add: async ({ cells, line: number }, reason) => {
      stream ??= await start()
      const surplus = cells.slice(header.length)
      const row = [...kept.map((column) => cells[column] ?? ''), String(number), reason, ...surplus]
      if (!stream.write(line(row))) await once(stream, 'drain')
      count++
    },
    close: async () => {
      if (!stream) return
      stream.end()
      await finished(stream)
    },
    count: () => count,
  }
}

function quote(cell: string, delimiter: string): string {
  return /["\r\n]|^\s|\s$/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell
}
