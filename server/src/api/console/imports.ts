import { after } from '../common-schemas.ts'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { IMPORT_KINDS, IMPORT_STATUSES, ON_DUPLICATE } from '../../database/column-values.ts'
import { envelope, page, pageOf, pageParameters } from '../../http/envelope.ts'
import { optionalWord } from '../../http/input.ts'
import { operationsBeyondOwn } from './operation.ts'
import type { RoutePlugin } from './operation.ts'
import { FILE_TYPES, sendParts } from '../../http/send-file.ts'
import { forecastUndoImport } from '../../files/import/undo-import.ts'
import { findImport } from '../../files/import/import-row.ts'
import { removeImport, startCheck, startImport, startUndo, stopImport } from '../../files/import/import-status.ts'
import { importsByDay, listChanges, listImports, readImport } from '../../files/import/read-import.ts'
import { setReading } from '../../files/import/reading.ts'
import { listRejects, rejectsCsv } from '../../files/import/rejects.ts'
import { uploadFile } from '../../files/import/upload-file.ts'
import { TEXT_ENCODINGS } from '../../shared/text-encodings.ts'
import { text } from '../../lib/text-input.ts'
import { UndoForecast } from './undo-schema.ts'
import { PRODUCT_FIELDS } from '../../shared/product-fields.ts'
import { PriceImpact } from './price-change-schema.ts'

/** SKUs that stand for those of a file. */
const MAX_SKUS = 1_000

const STATUSES = IMPORT_STATUSES.filter((status) => status !== 'reading')

const FieldChanges = z
  .record(z.string(), z.object({ from: z.unknown(), to: z.unknown() }))
  .meta({ description: 'By the name of the field; `listPrice` in minor units.' })

const RejectedRow = z
  .object({ line: z.int(), label: z.string().nullable(), reason: z.string().meta({ description: 'In words.' }) })
  .meta({ id: 'RejectedRow' })

const ImportSummary = z
  .object({
    id: z.uuid(),
    fileName: z.string(),
    kind: z.enum(IMPORT_KINDS).meta({ description: 'What the file holds.' }),
    status: z.enum(STATUSES).meta({
      description:
        '`ready`: the file is read. `checking`, `importing` and `undoing` are being worked on: ask again. `stopped` and ' +
        '`failed` can be started again.',
    }),
    problem: z.string().nullable().meta({ description: 'Why it failed, in words.' }),
    rows: z.int().nullable().meta({ description: 'Rows below the header. Null until it is checked.' }),
    progress: z
      .object({ done: z.int(), total: z.int() })
      .nullable()
      .meta({ description: 'Null while nothing goes on.' }),
    uploadedBy: z.string(),
    uploadedAt: z.iso.datetime(),
    startedBy: z.string().nullable(),
    startedAt: z.iso.datetime().nullable(),
    finishedAt: z.iso.datetime().nullable(),
    counts: z
      .object({ created: z.int(), updated: z.int(), unchanged: z.int(), priceChanges: z.int(), rejected: z.int() })
      .nullable()
      .meta({ description: 'What the import has done so far. Null until it has begun.' }),
    priceChangeId: z.uuid().nullable().meta({ description: 'The draft with the new prices.' }),
    undone: z
      .object({ restored: z.int(), removed: z.int(), left: z.int() })
      .nullable()
      .meta({ description: '`left`: what somebody else has changed since.' }),
  })
  .meta({ id: 'ImportSummary' })

const ImportCheck = z
  .object({
    rows: z.int(),
    created: z.int().meta({ description: 'New records: products, customers, agreed prices.' }),
    changed: z.int().meta({ description: 'Records with another field than the list price.' }),
    unchanged: z.int().meta({ description: 'Records of which no other field changes; the list price may.' }),
    rejected: z.int(),
    duplicates: z.int().meta({ description: 'Good rows that are left out, as another row is about the same.' }),
    repeatedKeys: z.int(),
    repeated: z.array(z.object({ label: z.string(), lines: z.array(z.int()) })),
    fields: z.record(z.string(), z.int()).meta({ description: 'How many records change in which field.' }),
    cleared: z.record(z.string(), z.int()).meta({ description: 'How many records lose the value of which field.' }),
    examples: z
      .array(z.object({ line: z.int(), label: z.string(), name: z.string(), changes: FieldChanges }))
      .meta({ description: 'Some of the records that change. `label`: a SKU or an account code.' }),
    newOnes: z
      .array(z.object({ line: z.int(), label: z.string(), name: z.string(), changes: FieldChanges }))
      .meta({ description: 'Some of the new records, with what they get.' }),
    prices: z.object({
      up: z.int(),
      down: z.int(),
      moves: z
        .array(
          z.object({
            sku: z.string(),
            name: z.string(),
            from: z.int().nullable(),
            to: z.int(),
            changeBp: z.int().nullable().meta({ description: 'Basis points.' }),
          }),
        )
        .meta({ description: 'The largest, in minor units.' }),
    }),
    reasons: z
      .array(z.object({ reason: z.string(), rows: z.int(), first: z.array(RejectedRow) }))
      .meta({ description: 'Why rows are rejected, the most frequent first; `first`: some of these rows.' }),
    priceMoves: PriceImpact,
    rejects: z.array(RejectedRow).meta({ description: 'The first ones.' }),
    damaged: z
      .array(
        z.object({
          line: z.int(),
          sku: z.string(),
          probably: z.array(z.object({ sku: z.string(), name: z.string() })),
        }),
      )
      .meta({ description: 'SKUs that a spreadsheet seems to have damaged, and the products that they may mean.' }),
    warnings: z.array(z.string()),
    readAs: z.array(z.string()).meta({ description: 'What the columns tell of how they are written, in words.' }),
    toRound: z.int().meta({ description: 'Amounts with more decimals than the currency has.' }),
    unknownCustomers: z.array(z.string()),
  })
  .meta({ id: 'ImportCheck' })

const ImportDetail = ImportSummary.extend({
  file: z.object({
    format: z.enum(['csv', 'xlsx']),
    encoding: z.string().nullable(),
    isEncodingGuessed: z
      .boolean()
      .meta({ description: 'Nothing in the file says its encoding: say that it is guessed.' }),
    delimiter: z.string().nullable(),
    sheets: z.array(z.object({ name: z.string(), rows: z.int() })),
  }),
  reading: z.object({
    sheet: z.int().meta({ description: 'Its position in `sheets`, from 0.' }),
    headerLine: z.int(),
    columns: z.array(
      z.object({
        name: z.string(),
        use: z.string(),
        clears: z.boolean().meta({ description: 'Whether blank cells empty the field. Else they change nothing.' }),
        whyPrivate: z
          .string()
          .nullable()
          .meta({ description: 'Why it should not be a detail, which buyers see, in words. Null where it may be.' }),
      }),
    ),
    constants: z.record(z.string(), z.string()).meta({ description: 'Values for every row, by field.' }),
    skus: z.record(z.string(), z.string()).meta({ description: 'SKUs that stand for those of the file, by line.' }),
    onDuplicate: z.enum(ON_DUPLICATE),
    newUnit: z.string().meta({ description: 'The unit of new products where no column has one; empty for none.' }),
    roundsPrices: z.boolean().meta({ description: 'Amounts with more decimals than the currency has are rounded.' }),
    isRemembered: z.boolean().meta({ description: 'True if a file with this header was read like this before.' }),
  }),
  top: z
    .array(z.object({ line: z.int(), cells: z.array(z.string()) }))
    .meta({ description: 'The first rows of the sheet, to choose the header from.' }),
  preview: z
    .array(z.object({ line: z.int(), cells: z.array(z.string()) }))
    .meta({ description: 'The first rows below the header.' }),
  fields: z.array(
    z.object({
      field: z.string(),
      label: z.string(),
      isRequired: z.boolean(),
      mayBeConstant: z.boolean(),
      isClearable: z.boolean().meta({ description: 'Whether blank cells can be chosen to empty it.' }),
    }),
  ),
  hasDetails: z.boolean().meta({ description: 'Whether a column of another name can be kept as a detail.' }),
  problems: z.array(z.string()).meta({ description: 'Why it cannot be checked in this way, in words.' }),
  check: ImportCheck.nullable().meta({ description: 'Null until it is checked, and after any change of the reading.' }),
}).meta({ id: 'ImportDetail' })

const ImportReading = z
  .object(
    {
      kind: z.enum(IMPORT_KINDS).optional(),
      sheet: z.int().min(0).max(1_000).optional(),
      headerLine: z.int().min(1).max(10_000_000).optional(),
      uses: z
        .array(z.string().max(40))
        .max(500)
        .optional()
        .describe('One for each column: the name of a field, `details` or `ignore`.'),
      constants: z.record(z.string().max(40), z.string().max(2_000)).optional(),
      onDuplicate: z.enum(ON_DUPLICATE).optional().describe('Which of several rows about the same counts.'),
      newUnit: z.string().trim().max(PRODUCT_FIELDS.unitLabel.max).optional().describe('The unit of new products.'),
      clearing: z
        .array(z.int().min(0).max(499))
        .max(500)
        .optional()
        .describe(
          'Positions of the columns whose blank cells empty their field, from 0: a detail, or what may be empty.',
        ),
      skus: z
        .record(z.string().regex(/^\d{1,8}$/), text(PRODUCT_FIELDS.sku.max), {
          error: ({ code }) => (code === 'invalid_key' ? 'Must be a line of the file.' : 'Must be an object of SKUs.'),
        })
        .refine((skus) => Object.keys(skus).length <= MAX_SKUS, `At most ${MAX_SKUS} SKUs: correct the file instead.`)
        .optional()
        .describe('SKUs that stand for damaged ones of the file, by line.'),
      roundsPrices: z.boolean().optional().describe('Round amounts with more decimals than the currency has, half up.'),
    },
    { error: 'Must be an object.' },
  )
  .meta({
    id: 'ImportReading',
    description: 'What is left out stays. The rest of a new kind, sheet or header line is guessed anew.',
  })

const ImportedChange = z
  .object({
    recordId: z.uuid().meta({ description: 'A product, a customer or an agreed price.' }),
    shownOn: z.uuid().meta({ description: 'The product or customer whose page shows it.' }),
    label: z.string(),
    line: z.int(),
    kind: z.enum(['created', 'updated', 'price']).meta({ description: '`price`: only a new price, in the draft.' }),
    changes: FieldChanges,
    outcome: z
      .enum(['restored', 'removed', 'kept'])
      .nullable()
      .meta({ description: 'What an undo made of it. `kept`: somebody else has changed it since.' }),
  })
  .meta({ id: 'ImportedChange' })

const DayOfImports = z
  .object({
    day: z.iso.date(),
    files: z.int(),
    written: z.int().meta({ description: 'Rows; those of undone imports do not count.' }),
    rejected: z.int(),
  })
  .meta({ id: 'DayOfImports', description: 'What was imported on a day of the workspace, of the files that are kept.' })

const MAX_PAGE = 50

const operation = operationsBeyondOwn('Imports')
const params = z.object({ id: z.string() })
const answer = envelope(ImportDetail)
// How far an import has come is no part of what tags are made from.
const config = { uncached: true }

const MOVES = [
  ['check', 'checkImport', 'Check a file: nothing is written to the catalogue', startCheck],
  ['start', 'startImport', 'Import a file that is checked, or go on with one', startImport],
  ['stop', 'stopImport', 'Stop a check or an import', stopImport],
  ['undo', 'undoImport', 'Undo an import, but for what others have changed since', startUndo],
] as const

export const importRoutes: RoutePlugin = async (app) => {
  app.get(
    '/imports',
    operation('listImports', 'Files that were uploaded, newest first', {
      right: 'read',
      config,
      querystring: z.object(pageParameters(MAX_PAGE)),
      answer: pageOf(ImportSummary),
    }),
    async ({ workspace, query }) => page(await listImports(workspace, query), query),
  )

  app.get(
    '/imports/by-day',
    operation('readImportsByDay', 'What was imported on each day of the last month', {
      right: 'read',
      config,
      answer: envelope(z.array(DayOfImports)),
    }),
    async ({ workspace }) => ({ data: await importsByDay(workspace) }),
  )

  app.get(
    '/imports/:id([^/]+)',
    operation('readImport', 'An import: file, reading, check, progress', { right: 'read', config, params, answer }),
    async ({ workspace, params }) => ({ data: await readImport(workspace, params) }),
  )

  app.put(
    '/imports/:id([^/]+)/reading',
    operation('setImportReading', 'Change how a file is read', {
      right: 'imports',
      params,
      body: ImportReading,
      answer,
    }),
    async ({ workspace, params, body }) =>
      after(setReading(workspace, params.id, body), () => readImport(workspace, params)),
  )

  app.delete(
    '/imports/:id([^/]+)',
    operation('removeImport', 'Remove an import: it can no longer be undone', {
      right: 'imports',
      params,
      answer: envelope(z.object({ id: z.string() })),
    }),
    async ({ workspace, params: { id } }) => {
      await removeImport(workspace, id)
      return { data: { id } }
    },
  )

  app.get(
    '/imports/:id([^/]+)/undo',
    operation('forecastUndoImport', 'What undoing an import would do', {
      right: 'imports',
      config: { ...config, kind: 'heavy' },
      params,
      answer: envelope(UndoForecast),
    }),
    async ({ workspace, params }) => ({ data: await forecastUndoImport(workspace, params.id) }),
  )

  for (const [path, operationId, summary, verb] of MOVES) {
    app.post(
      `/imports/:id([^/]+)/${path}`,
      operation(operationId, summary, { right: 'imports', params, answer }),
      async ({ workspace, params }) => after(verb(workspace, params.id), () => readImport(workspace, params)),
    )
  }

  app.get(
    '/imports/:id([^/]+)/rejects',
    operation('listRejectedRows', 'Rejected rows with the reasons', {
      right: 'read',
      config,
      params,
      querystring: z.object(pageParameters(MAX_PAGE)),
      answer: pageOf(RejectedRow),
    }),
    async ({ workspace, params, query }) => page(await listRejects(workspace, { ...params, ...query }), query),
  )

  app.get(
    '/imports/:id([^/]+)/changes',
    operation('listImportedChanges', 'What an import changed, field by field', {
      right: 'read',
      config,
      params,
      querystring: z.object({
        outcome: optionalWord(['kept']).describe('Only what an undo has left.'),
        ...pageParameters(MAX_PAGE),
      }),
      answer: pageOf(ImportedChange),
    }),
    async ({ workspace, params, query }) => page(await listChanges(workspace, { ...params, ...query }), query),
  )

  app.get(
    '/imports/:id([^/]+)/rejects.csv',
    operation('rejectedRowsCsv', 'Rejected rows as a file, to mend and import', {
      right: 'read',
      config: { ...config, kind: 'download' },
      params,
      answer: z.any().meta({ description: 'The file.' }),
    }),
    async ({ workspace, params }, reply) => {
      const row = await findImport(workspace, params.id)
      const name = `${row.file_name.replace(/\.\w+$/, '')}.rejects.csv`
      return sendParts(
        reply,
        () => rejectsCsv(workspace, row),
        () => ({
          'content-type': FILE_TYPES.csv,
          'content-disposition': `attachment; filename="rejects.csv"; filename*=UTF-8''${encodeURIComponent(name)}`,
        }),
      )
    },
  )
}

/** In its own scope: the body is the file itself. */
export const importUploadRoutes: RoutePlugin = async (app) => {
  app.post(
    '/imports',
    operation('uploadImport', 'Upload a file to import: the body is the file, CSV or .xlsx', {
      right: 'imports',
      querystring: z.object({
        name: text(200).describe('The name of the file.'),
        kind: optionalWord(IMPORT_KINDS).describe('What it holds. If left out, its columns tell it.'),
        encoding: optionalWord(TEXT_ENCODINGS).describe('How a CSV file is encoded. If left out, the file tells it.'),
      }),
      answer,
    }),
    async ({ workspace, query, body, gone }) => {
      const id = await uploadFile(workspace, { ...query, body: body as Readable, gone })
      return { data: await readImport(workspace, { id }) }
    },
  )
}
