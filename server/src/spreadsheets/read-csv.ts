import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { OperatorError } from '../errors.ts'
import { decodeText } from './decode-text.ts'
import type { Delimiter } from '../rules/detect-delimiter.ts'
import { hasOpenQuote, TABLE_OPTIONS } from '../rules/read-table.ts'
import type { RawRecord } from '../rules/read-table.ts'

/** A row: its cells, unchanged, and the line on which it starts. */
export type CsvRecord = { cells: readonly string[]; line: number }

/**
 * How a CSV file is read; `name` is what messages call it. `charge` is told each row, blank ones too, and may throw.
 */
export type CsvSource = {
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
/** A larger row cannot be valid: probably a quote is not closed. */
const MAX_RECORD_BYTES = 4_000_000
/**
 * Characters that are read without a row coming out: of the largest row, delimiters included, and of what waits to be
 * read.
 */
const MAX_AHEAD = 5_000_000

/** The first bytes of a file: enough to tell its delimiter. Throws an OperatorError if it cannot be read. */
export async function readStart(path: string): Promise<Buffer> {
  const file = await open(path).catch((error: Error) => {
    throw new OperatorError(`Cannot read ${path}: ${error.message}.`)
  })
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(START_BYTES), length: START_BYTES })
    return buffer.subarray(0, bytesRead)
  } catch (error) {
    throw new OperatorError(`Cannot read ${path}: ${(error as Error).message}.`)
  } finally {
    await file.close()
  }
}

/** All rows that are not blank, the header too. Throws an OperatorError where the file cannot be read any further. */
export async function* readRecords({ delimiter, charge, ...source }: CsvSource): AsyncGenerator<CsvRecord> {
  const unclosed = () =>
    new OperatorError(`${source.name} cannot be read as CSV from line ${line} on: a quote is not closed.`)
  let ahead = 0
  async function* fed() {
    for await (const text of decode(source)) {
      if ((ahead += text.length) > MAX_AHEAD) throw unclosed()
      yield text
    }
  }
  let line = 1
  const parser = Readable.from(fed()).compose(parse({ ...TABLE_OPTIONS, delimiter, max_record_size: MAX_RECORD_BYTES }))
  try {
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
    if (error instanceof OperatorError || !(error as { code?: string }).code?.startsWith('CSV_')) throw error
    throw unclosed()
  }
}

/** The text of the file, without the byte-order mark. */
async function* decode({ path, name, encoding, isGuessed = false }: Omit<CsvSource, 'delimiter' | 'charge'>) {
  const decoded = decodeText(encoding, { fatal: encoding === 'utf-8' && !isGuessed })
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) yield decoded(chunk)
    yield decoded()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new OperatorError(`${name} is not UTF-8. Save it as "CSV UTF-8" and import it again.`)
  }
}
