import { resolve } from 'node:path'
import { ApiError, createClient } from '@trade-catalogue/client'
import type { Client, ClientOptions } from '@trade-catalogue/client'
import { OperatorError } from '../errors.ts'
import { matchingKey } from '../matching-key.ts'
import { namedMapping } from './import-result.ts'
import type { ImportResult } from './import-result.ts'
import { mapColumns } from './map-columns.ts'
import type { MappingOptions } from './map-columns.ts'
import type { Progress } from './progress.ts'
import { openCsv } from './read-csv.ts'
import type { CsvFile } from './read-csv.ts'
import { readRow } from './read-row.ts'
import type { ReadRow } from './read-row.ts'
import { openRejectsFile } from './rejects-file.ts'
import { BATCH_SIZE, sendProducts } from './send-products.ts'
import type { Outgoing, Totals } from './send-products.ts'
import { surveyRows } from './survey-rows.ts'
import type { OnDuplicate, Survey } from './survey-rows.ts'
import { mappingLines, repeatedSkusLine, retryLine, surveyLines } from './words.ts'

export type ImportOptions = MappingOptions & {
  file: string
  /** Where rejected rows go. */
  rejects: string
  onDuplicate: OnDuplicate
  dryRun: boolean
  /** A draft to go on with, from an import that was interrupted. */
  priceChange?: string | undefined
}

/**
 * Imports a CSV file through the public API. The file is read twice: to see what is in it, then to send it, so that
 * nothing is sent of a file that cannot be imported, and its size does not matter. Throws an OperatorError with what stopped it.
 */
export async function importCatalogue(
  options: ImportOptions,
  api: Omit<ClientOptions, 'onRetry'>,
  progress: Progress,
): Promise<ImportResult> {
  if (resolve(options.rejects) === resolve(options.file)) throw new OperatorError('--rejects is the file to import.')
  const file = await openCsv(options.file)
  const mapping = mapColumns(file.header, options)
  const client = createClient({ ...api, onRetry: (retry) => progress.say(retryLine(retry)) })
  const { data: workspace } = await client.get('/api/v1/workspace').catch(stopped)
  const read = (cells: readonly string[]) => readRow(cells, mapping, workspace)

  progress.say(`Importing into ${workspace.name}, prices in ${workspace.currency}.`)
  mappingLines(mapping).forEach(progress.say)
  const survey = await surveyRows(file, read, options.onDuplicate)
  survey.warnings.forEach((warning) => progress.say(`Warning: ${warning}`))
  if (options.dryRun) surveyLines(survey).forEach(progress.say)
  if (options.onDuplicate === 'error' && survey.repeatedSkus > 0) throw new OperatorError(repeatedSkusLine(survey))

  const totals: Totals = {
    created: 0,
    updated: 0,
    priceChanges: 0,
    priceChangeId: options.priceChange ?? null,
    unknownCustomers: new Set(),
  }
  const rejects = openRejectsFile(options.rejects, file)
  if (!options.dryRun) {
    try {
      await sendChosen({ client, file, read, survey, totals, reject: rejects.add, progress })
    } finally {
      progress.stop()
      await rejects.close()
    }
  }
  return {
    dryRun: options.dryRun,
    rows: survey.rows,
    products: survey.chosen.size,
    duplicates: survey.duplicates,
    ...totals,
    unknownCustomers: [...totals.unknownCustomers],
    rejected: options.dryRun ? survey.rejected : rejects.count(),
    rejectsFile: rejects.count() > 0 ? options.rejects : null,
    warnings: survey.warnings,
    mapping: namedMapping(mapping),
  }
}

type Sending = {
  client: Client
  file: CsvFile
  read: (cells: readonly string[]) => ReadRow
  survey: Survey
  totals: Totals
  reject: Parameters<typeof sendProducts>[3]
  progress: Progress
}

/** Reads the file again, sending the rows that count and setting the bad ones aside. */
async function sendChosen({ client, file, read, survey, totals, reject, progress }: Sending): Promise<void> {
  let batch: Outgoing[] = []
  let done = 0
  const send = async () => {
    const draft = totals.priceChangeId
    await sendProducts(client, batch, totals, reject).catch((error: unknown) => stopped(error, done, totals))
    // Told at once: whoever interrupts the import can go on with it.
    if (totals.priceChangeId !== draft)
      progress.say(`New prices go into the draft price change ${totals.priceChangeId}.`)
    done += batch.length
    progress.at(done)
    batch = []
  }
  progress.start(survey.chosen.size)
  for await (const record of file.records()) {
    const { sku, product, reasons } = read(record.cells)
    if (product === undefined) await reject(record, reasons.join('; '))
    else if (survey.chosen.get(matchingKey(sku)) === record.line) batch.push({ record, product })
    if (batch.length === BATCH_SIZE) await send()
  }
  if (batch.length > 0) await send()
}

/** What the API refused, as one line for the operator: with how far the import got, and how to go on. */
function stopped(error: unknown, done = 0, totals?: Totals): never {
  if (!(error instanceof ApiError)) throw error
  const draft = totals?.priceChangeId && totals.priceChanges > 0 ? ` --price-change ${totals.priceChangeId}` : ''
  const goOn =
    done > 0 ? ` Stopped after ${done} products; import the file again${draft && ` with${draft}`} to go on.` : ''
  throw new OperatorError(`${error.message}${goOn}`)
}
