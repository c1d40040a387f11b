import type { Readable } from 'node:stream'
import { z } from 'zod'
import { IMPORT_KINDS } from '../../database/column-values.ts'
import { envelope, page, pageOf, pageParameters } from '../../http/envelope.ts'
import { optionalWord } from '../../http/input.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { FILE_TYPES, sendParts } from '../../http/send-file.ts'
import { forecastUndoImport } from '../../files/import/undo-import.ts'
import { findImport } from '../../files/import/import-row.ts'
import { removeImport, startCheck, startImport, startUndo, stopImport } from '../../files/import/move-import.ts'
import { importsByDay, listChanges, listImports, readImport } from '../../files/import/read-import.ts'
import { setReading } from '../../files/import/reading.ts'
import { listRejects, rejectsCsv } from '../../files/import/rejects.ts'
import { uploadFile } from '../../files/import/upload-file.ts'
import { TEXT_ENCODINGS } from '../../shared/text-encodings.ts'
import { text } from '../../lib/text-input.ts'
import {
  DayOfImports,
  ImportDetail,
  ImportedChange,
  ImportReading,
  ImportSummary,
  RejectedRow,
} from './import-schema.ts'
import { UndoForecast } from './undo-schema.ts'

const MAX_PAGE = 50

const operation = operationsOf('Imports')
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
      config,
      querystring: z.object(pageParameters(MAX_PAGE)),
      answer: pageOf(ImportSummary),
    }),
    async ({ workspace, query }) => page(await listImports(workspace, query), query),
  )

  app.get(
    '/imports/by-day',
    operation('readImportsByDay', 'What was imported on each day of the last month', {
      config,
      answer: envelope(z.array(DayOfImports)),
    }),
    async ({ workspace }) => ({ data: await importsByDay(workspace) }),
  )

  app.get(
    '/imports/:id([^/]+)',
    operation('readImport', 'An import: file, reading, check, progress', { config, params, answer }),
    async ({ workspace, params }) => ({ data: await readImport(workspace, params) }),
  )

  app.put(
    '/imports/:id([^/]+)/reading',
    operation('setImportReading', 'Change how a file is read', { params, body: ImportReading, answer }),
    async ({ workspace, params, body }) => {
      await setReading(workspace, params.id, body)
      return { data: await readImport(workspace, params) }
    },
  )

  app.delete(
    '/imports/:id([^/]+)',
    operation('removeImport', 'Remove an import: it can no longer be undone', {
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
      config: { ...config, kind: 'heavy' },
      params,
      answer: envelope(UndoForecast),
    }),
    async ({ workspace, params }) => ({ data: await forecastUndoImport(workspace, params.id) }),
  )

  for (const [path, operationId, summary, verb] of MOVES) {
    app.post(
      `/imports/:id([^/]+)/${path}`,
      operation(operationId, summary, { params, answer }),
      async ({ workspace, params }) => {
        await verb(workspace, params.id)
        return { data: await readImport(workspace, params) }
      },
    )
  }

  app.get(
    '/imports/:id([^/]+)/rejects',
    operation('listRejectedRows', 'Rejected rows with the reasons', {
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
