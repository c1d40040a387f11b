import type { Readable } from 'node:stream'
import { z } from 'zod'
import { envelope } from '../../http/envelope.ts'
import { optionalInteger } from '../../http/input.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/operation.ts'
import { checkLines } from '../../portal/buyers-line.ts'
import { readFileLines, readPastedLines } from '../../orders/order-lines/read-lines.ts'
import type { ReadLines as Read } from '../../orders/order-lines/read-lines.ts'
import { MAX_COLUMNS } from '../../files/spreadsheets/files/file-limits.ts'
import { CheckedLine, Lines } from './basket.ts'

/** A thousand lines with the names of their products, and more. */
const MAX_TEXT = 200_000

const operation = operationsOf('Quick order')
const config = { scope: 'read', kind: 'heavy' } as const

const column = z.int().min(0).max(MAX_COLUMNS).describe('A column, from 0.')

/** The columns that a person has chosen. */
export const readColumns = z.object({ code: column, qty: column }).optional()

export const ReadLines = z
  .object({
    lines: z.array(
      z
        .object({
          row: z.int().meta({ description: 'Where it stood, from 1.' }),
          sku: z.string(),
          qty: z.int().nullable(),
          problem: z.object({ field: z.enum(['sku', 'qty']), message: z.string() }).nullable(),
          choices: z
            .array(z.object({ sku: z.string(), qty: z.int().nullable() }))
            .meta({ description: 'What the line may mean.' }),
        })
        .meta({ id: 'ReadLine' }),
    ),
    leftOut: z
      .array(z.object({ row: z.int(), text: z.string() }))
      .meta({ description: 'Rows that are no lines of an order.' }),
    withoutQuantity: z.int().meta({ description: 'Rows with nothing, 0 or a dash as their quantity.' }),
    otherSheets: z
      .array(z.string())
      .meta({ description: 'Sheets of a workbook that have rows and were not read: the first such sheet is.' }),
    options: z
      .array(
        z.object({
          code: z.int(),
          qty: z.int(),
          name: z.string().meta({ description: 'Of the column that would be the quantity: “Column 3, Pack”.' }),
          rows: z.array(z.object({ sku: z.string(), quantity: z.string() })).meta({ description: 'The first three.' }),
        }),
      )
      .meta({ description: 'Columns to choose from, where several may be the quantity. Nothing is read then.' }),
  } satisfies Record<keyof Read, z.ZodType>)
  .meta({ id: 'ReadLines' })

/** Lines of an order before they are in the basket. */
export const orderLineRoutes: RoutePlugin = async (app) => {
  app.post(
    '/lines/read',
    operation('readLines', 'Read lines that were pasted. Nothing is ordered', {
      config,
      body: z.object({
        text: z
          .string('Must be text.')
          .min(1, 'Paste lines first: a SKU and a quantity each.')
          .max(MAX_TEXT, `Paste at most ${MAX_TEXT.toLocaleString('en')} characters at once, or choose a file.`),
        columns: readColumns,
      }),
      answer: envelope(ReadLines),
    }),
    async ({ buyer, body }) => ({ data: await readPastedLines(buyer, body.text, body.columns) }),
  )

  app.post(
    '/lines/check',
    operation('checkLines', 'Check lines that were typed or pasted', {
      config,
      body: Lines,
      answer: envelope(z.array(CheckedLine)),
    }),
    async ({ buyer, body }) => ({ data: await checkLines(buyer, body.lines) }),
  )
}

/** In its own scope: the body is the file itself. */
export const orderLineFileRoutes: RoutePlugin = async (app) => {
  app.post(
    '/lines/file',
    operation('readLinesFile', 'Read lines from a file: the body is the file, text, CSV or .xlsx', {
      config: { scope: 'read' },
      params: z.object({ slug: z.string() }),
      querystring: z.object({ code: optionalInteger(0, MAX_COLUMNS), qty: optionalInteger(0, MAX_COLUMNS) }),
      answer: envelope(ReadLines),
    }),
    async ({ buyer, query: { code, qty }, body, gone }) => {
      const columns = code === undefined || qty === undefined ? undefined : { code, qty }
      return { data: await readFileLines(buyer, { body: body as Readable, gone, columns }) }
    },
  )
}
