import type { Readable } from 'node:stream'
import { z } from 'zod'
import { IMPORT_KINDS, ON_DUPLICATE } from '../../database/column-values.ts'
import { InvalidInput } from '../../errors.ts'
import { envelope, page, pageOf, pageParameters } from '../../http/envelope.ts'
import { optionalFlag, optionalWord } from '../../http/input.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/operation.ts'
import { sendFile } from '../../http/send-file.ts'
import type { ImportRow } from '../../files/import/import-row.ts'
import { rejectsCsv } from '../../files/import/rejects.ts'
import {
  findSentImport,
  listSentImports,
  runSentImport,
  sendImport,
  SENT_KINDS,
  SENT_REJECT_COLUMNS,
  SENT_STATUSES,
  sentImport,
} from '../../files/import/sent-import.ts'
import { TEXT_ENCODINGS } from '../../shared/text-encodings.ts'
import { onceOr, optionalText, text } from '../../lib/text-input.ts'

const MAX_PAGE = 100

const operation = operationsOf('Imports')
// How far an import has come is no part of what tags are made from.
const config = { uncached: true }
const params = z.object({ id: z.string().meta({ format: 'uuid', description: 'An import id.' }) })

const id = z.uuid()
const status = z.enum(SENT_STATUSES).meta({
  description:
    '`reading`: its rows are read and compared with what is there; ask again. `checked`: a dry run has ended. ' +
    '`running`: its rows are written; ask again. `failed`: `message` says why.',
  examples: ['done'],
})

const count = (description: string, example: number) =>
  z
    .int()
    .nullable()
    .meta({ description, examples: [example] })

const leftOut = z.array(z.object({ column: z.string(), reason: z.string() })).meta({
  description:
    'Columns that fill no field and become no details, as they seem to be about costs, margins, suppliers or internal ' +
    'notes, or were not chosen; and why. Buyers see all details.',
  examples: [[{ column: 'Cost €', reason: 'Its name says “cost”.' }]],
})

const Import = z
  .object({
    id,
    name: z.string().meta({ description: 'The name of the file.', examples: ['prices.csv'] }),
    kind: z.enum(IMPORT_KINDS).meta({ examples: ['products'] }),
    status,
    rows: count('Rows below the header. This and the counts are null until the file is checked.', 1_200),
    created: count('New records; of a file that is not imported yet, those that it would make.', 25),
    updated: count('Records of which another field than the list price changes.', 150),
    unchanged: count('Records of which no other field changes.', 1_020),
    rejected: count('Rows that are not imported.', 5),
    priceChanges: count('New prices of existing products.', 310),
    priceChangeId: z.uuid().nullable().meta({ description: 'The draft price change with the new prices.' }),
    leftOut,
    message: z
      .string()
      .nullable()
      .meta({
        description:
          'Why it failed, or what the check found that moves prices at once or is doubtful, in words; and that the encoding ' +
          'of the file is a guess.',
        examples: [null],
      }),
  })
  .meta({ id: 'Import', description: 'A file of products or customers, and what became of it.' })

const SentImport = envelope(z.object({ id, status, leftOut })).meta({ id: 'SentImport' })

const names = z
  .preprocess((input) => (input === undefined ? input : [input].flat()), z.array(text(2_000)).optional())
  .optional()

const Query = z.looseObject({
  kind: z
    .enum(SENT_KINDS, { error: onceOr(`Must be one of: ${SENT_KINDS.join(', ')}.`) })
    .describe('What the file holds.'),
  name: optionalText(200).describe('The name of the file. Staff see it. Default: the kind.'),
  dryRun: optionalFlag().describe('Only check the file. Run it later, or send it again without this.'),
  ignore: names.describe('The name of a column to leave out. It may be given several times.'),
  details: names.describe(
    'The columns that become details of the products, which buyers see: names with commas between them, or `all`. ' +
      'Without it, all that fill no field but those that seem to be about costs, suppliers or internal notes.',
  ),
  encoding: optionalWord(TEXT_ENCODINGS).describe(
    'How a CSV file is encoded. Default: as its byte-order mark says, else UTF-8 if it is that, else a guess, which ' +
      '`message` of the import tells.',
  ),
  onDuplicate: optionalWord(ON_DUPLICATE).describe(
    'Which of several rows about the same counts: the `first` or the `last` one. Default: `error`, the import fails.',
  ),
})

export const importRoutes: RoutePlugin = async (app) => {
  app.get(
    '/imports',
    operation('listImports', 'Imports, newest first', {
      description: 'The imports that came by the API. Imports from the browser are in the application.',
      config,
      querystring: z.object(pageParameters(MAX_PAGE)),
      answer: pageOf(Import).meta({ id: 'ImportList' }),
    }),
    async ({ workspace, query }) => page(await listSentImports(workspace, query), query),
  )

  app.get(
    '/imports/:id([^/]+)',
    operation('readImport', 'One import: how far it is, and what it did', {
      description: 'Ask once a second until the status is none of `reading` and `running`.',
      config,
      params,
      answer: envelope(Import),
    }),
    async ({ workspace, params }) => ({ data: sentImport(await findSentImport(workspace, params.id)) }),
  )

  app.get(
    '/imports/:id([^/]+)/rejects',
    operation('listRejects', 'Rejected rows as CSV', {
      description:
        'The rejected rows as they are in the file. The columns `row` and `reason` follow: the line of the file, and what ' +
        'is wrong. Mend the rows and send them: these two columns are left out then.',
      config: { ...config, kind: 'download' },
      params,
      produces: ['text/csv'],
      answer: z
        .string()
        .meta({ examples: ['SKU,Name,Price,row,reason\r\nHOL-1044,,9.95,4,HOL-1044 is new: it needs a name\r\n'] }),
    }),
    async ({ workspace, params }, reply) => {
      const row = await findSentImport(workspace, params.id)
      return sendFile(reply, { name: 'rejects', type: 'csv' }, () => rejectsCsv(workspace, row, SENT_REJECT_COLUMNS))
    },
  )

  app.post(
    '/imports/:id([^/]+)/run',
    operation('runImport', 'Run an import after a dry run', {
      description:
        'Runs it now, or once it is checked. It also goes on with an import that failed. To repeat the call does no harm.',
      config: { scope: 'write' },
      params,
      accepted: true,
      answer: SentImport,
    }),
    async ({ workspace, params }, reply) => reply.code(202).send(sent(await runSentImport(workspace, params.id))),
  )
}

/** In its own scope: the body is the file itself. */
export const importUploadRoutes: RoutePlugin = async (app) => {
  app.post(
    '/imports',
    operation('sendImport', 'Import a file of products or customers', {
      description:
        'The body is the file: CSV or an Excel workbook (`.xlsx`), up to 50 MB and 100,000 rows. An import does what PUT ' +
        'does with the rows: new prices of existing products go into a draft price change. Columns with usual names are ' +
        'found. For others, add `map.FIELD=COLUMN`; for the same value in every row, `set.FIELD=VALUE`. The answer comes ' +
        'before the import has run: ask for it by its id. The same bytes with the same parameters are the same import ' +
        'for a day. So it is safe to repeat the call.',
      config: { scope: 'write', takesFile: true, openParameters: /^(?:map|set)\./ },
      querystring: Query,
      accepted: true,
      answer: SentImport,
    }),
    async ({ workspace, query, body, gone }, reply) => {
      const { kind, name = kind, dryRun = false, ignore = [], details = [], onDuplicate = 'error', encoding } = query
      const row = await sendImport(workspace, {
        kind,
        name,
        dryRun,
        map: fieldsOf(query, 'map.'),
        set: fieldsOf(query, 'set.'),
        ignore,
        details,
        onDuplicate,
        encoding,
        body: body as Readable,
        gone,
      })
      return reply.code(202).send(sent(row))
    },
  )
}

function sent(row: ImportRow) {
  const { id, status, leftOut } = sentImport(row)
  return { data: { id, status, leftOut } }
}

const FieldValue = optionalText(2_000)

/** The parameters that begin so, by the name of the field that follows. Throws InvalidInput. */
function fieldsOf(query: Record<string, unknown>, prefix: string): Record<string, string> {
  const given = Object.entries(query).filter(([name]) => name.startsWith(prefix))
  return Object.fromEntries(
    given.flatMap(([name, input]) => {
      const { data, error } = FieldValue.safeParse(input)
      if (error) throw new InvalidInput(error.issues.map(({ message }) => ({ path: name, message })))
      return data === undefined ? [] : [[name.slice(prefix.length), data]]
    }),
  )
}
