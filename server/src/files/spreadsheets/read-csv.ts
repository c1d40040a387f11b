import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { OperatorError } from '../../errors.ts'
import { decodeText } from './encodings.ts'
import { hasOpenQuote, TABLE_OPTIONS } from '../../shared/read-table.ts'
import type { Delimiter, RawRecord } from '../../shared/read-table.ts'

/** A row: its cells, unchanged, and the line on which it starts. */
export type CsvRecord = { cells: readonly string[]; line: number }

/** How a CSV file is read; `name` is for messages. `charge` is told each row, blank ones too, and may throw. */
type CsvSource = {
  path: string
  name: string
  encoding: string
  /** Takes bytes that are no characters of the encoding, as U+FFFD. */
  isGuessed?: boolean
  delimiter: Delimiter
  charge?: (cells: readonly string[]) => void
}

/** The first bytes of the file, to detect the delimiter. Enough for any header. */
const START_BYTES = 65_536
/** Characters that are read without a row coming out: then probably a quote is not closed. */
const MAX_AHEAD = 5_000_000

/** The first bytes of a file: enough to tell its delimiter. Throws an OperatorError if it cannot be read. */
export async function readStart(path: string): Promise<Buffer> {
  try {
    await using file = await open(path)
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(START_BYTES), length: START_BYTES })
    return buffer.subarray(0, bytesRead)
  } catch (error) {
    throw new OperatorError(`Cannot read ${path}: ${(error as Error).message}.`)
  }
}

/** All rows that are not blank, the header too. Throws an OperatorError where the file cannot be read any further. */
export async function* readRecords(source: CsvSource): AsyncGenerator<CsvRecord> {
  const { path, name, encoding, isGuessed = false, delimiter, charge } = source
  const decoded = decodeText(encoding, { fatal: encoding === 'utf-8' && !isGuessed })
  let [line, ahead] = [1, 0]
  const unclosed = () => new OperatorError(`${name} cannot be read as CSV from line ${line} on: a quote is not closed.`)
  async function* texts() {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      const text = decoded(chunk)
      if ((ahead += text.length) > MAX_AHEAD) throw unclosed()
      yield text
    }
    yield decoded()
  }
  try {
    const parser = Readable.from(texts()).compose(parse({ ...TABLE_OPTIONS, delimiter }))
    for await (const row of parser as AsyncIterable<RawRecord>) {
      ahead = 0
      const cells = row.record
      charge?.(cells)
      if (hasOpenQuote(row, delimiter)) throw unclosed()
      // Empty lines come as rows too, so that lines can be counted; the parser's own count is off after a CRLF in
      // quotes.
      if (cells.some((cell) => cell.trim() !== '')) yield { cells, line }
      line += 1 + cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0)
    }
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw new OperatorError(`${name} is not UTF-8. Save it as "CSV UTF-8" and import it again.`)
    throw code.startsWith('CSV_') ? unclosed() : error
  }
}
