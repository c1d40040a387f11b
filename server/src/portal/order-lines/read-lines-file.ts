import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { InvalidInput, OperatorError } from '../../errors.ts'
import { withIncomingFile } from '../../catalogue/images/incoming-file.ts'
import { cutFileRow } from './cut-text.ts'
import type { CutRow } from './cut-text.ts'
import type { FileRead } from '../../files/spreadsheets/files/file-thread.ts'
import { readQueued } from '../../files/spreadsheets/files/read-queued.ts'
import { readGuarded } from '../../files/spreadsheets/cells.ts'
import { writeBody } from '../../lib/write-body.ts'
import type { CustomerContext } from '../buyer-context.ts'
import { findHeader, isNotOrdered, namedQuantity } from './decide-columns.ts'
import type { Columns, Header } from './decide-columns.ts'
import { MAX_READ_ROWS, readLines } from './read-lines.ts'
import type { FoundRows, ReadLines } from './read-lines.ts'

/** A price list of 100,000 products has 10 MB as CSV. */
const MAX_BYTES = 20 * 1_048_576

type OrderFile = { body: Readable; gone: AbortSignal; columns?: Columns | undefined }

/**
 * Reads the lines of a file: text, CSV or an Excel workbook. Nothing of it is kept. `gone` aborts once the client has
 * left. Throws InvalidInput with a sentence for a file that cannot be taken, and Unavailable.
 */
export async function readFileLines(context: CustomerContext, { body, gone, columns }: OrderFile): Promise<ReadLines> {
  const incoming = context.images?.incoming ?? join(tmpdir(), 'trade-catalogue-incoming')
  const found = await withIncomingFile({ incoming }, (path) =>
    withIncomingFile({ incoming }, async (parts) => {
      try {
        await writeBody(body, path, { maxBytes: MAX_BYTES, tooLarge })
        return await rowsOf(await readQueued(context.workspaceId, { path, parts, gone }), parts, columns)
      } catch (error) {
        if (error instanceof OperatorError) throw new InvalidInput([{ path: 'file', message: error.message }])
        throw error
      }
    }),
  )
  return readLines(context, found, columns)
}

function tooLarge(): OperatorError {
  return new OperatorError(`The file is larger than ${MAX_BYTES / 1_048_576} MB. Keep only the lines to order.`)
}

/**
 * The rows of the first sheet that has any. Of a long price list only the header, and the rows with a quantity: all
 * others are never in memory together.
 */
async function rowsOf({ file, parts }: FileRead, path: string, columns: Columns | undefined): Promise<FoundRows> {
  const sheet = file.sheets.findIndex(({ rows }) => rows > 0)
  const isLong = file.sheets[sheet]!.rows > MAX_READ_ROWS
  await using opened = await open(path)
  const kept: CutRow[] = []
  let header: Header | undefined
  let qty: number | undefined
  let [rows, withoutQuantity] = [0, 0]
  for (const part of parts.filter((one) => one.sheet === sheet)) {
    const { buffer } = await opened.read({ buffer: Buffer.alloc(part.bytes), position: part.at })
    const cut = (JSON.parse(buffer.toString()) as [number, string[]][]).map(([line, cells]) =>
      cutFileRow(line, cells.map(readGuarded), file.delimiter ?? '\t'),
    )
    if (rows === 0 && isLong) {
      header = findHeader(cut)
      qty = namedQuantity(header, columns) ?? refuse(file.sheets[sheet]!.rows)
    }
    rows += cut.length
    const chosen = qty === undefined ? cut : cut.filter((row) => !isNotOrdered(row, qty!, header))
    withoutQuantity += cut.length - chosen.length
    if (kept.length <= MAX_READ_ROWS) kept.push(...chosen)
  }
  const others = file.sheets.filter((one, i) => i !== sheet && one.rows > 0)
  return { rows: kept, withoutQuantity, otherSheets: others.map(({ name }) => name) }
}

function refuse(rows: number): never {
  throw new OperatorError(
    `The file has ${rows.toLocaleString('en')} rows. Keep only the rows to order, or write the quantities in a column ` +
      'with the header “Quantity”.',
  )
}
