import { ApiError, createClient } from '@trade-catalogue/client'
import type { ClientOptions } from '@trade-catalogue/client'
import { OperatorError } from '../errors.ts'
import { openDraftFile } from './draft-file.ts'
import type { DraftFile } from './draft-file.ts'
import { importResult } from './import-result.ts'
import type { ImportResult } from './import-result.ts'
import { Interrupted, interruptiblePause } from './interruption.ts'
import { mapColumns } from './map-columns.ts'
import type { MappingOptions } from './map-columns.ts'
import type { Progress } from './progress.ts'
import { openCsv } from './read-csv.ts'
import { readRow } from './read-row.ts'
import { openRejectsFile } from './rejects-file.ts'
import type { RejectsFile } from './rejects-file.ts'
import { removeEarlierRejects, requireRejectsPath } from './rejects-path.ts'
import { sendChosen } from './send-chosen.ts'
import type { Sending } from './send-chosen.ts'
import type { Totals } from './send-products.ts'
import { surveyRows } from './survey-rows.ts'
import type { OnDuplicate } from './survey-rows.ts'
import {
  askedWaitLine,
  goOnLine,
  mappingLines,
  repeatedSkusLine,
  resultLines,
  resumedLine,
  retryLine,
  surveyLines,
} from './words.ts'

export type ImportOptions = MappingOptions & {
  file: string
  /** Where rejected rows go. */
  rejects: string
  onDuplicate: OnDuplicate
  dryRun: boolean
  /** A draft to put new prices into; else the one of a run of this file that was broken off, or a new one. */
  priceChange?: string | undefined
  /** Ends the run between two calls when it is aborted, with an Interrupted as the reason. */
  signal?: AbortSignal | undefined
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
  const { dryRun, signal } = options
  const file = await openCsv(options.file)
  await requireRejectsPath(options.rejects, options.file)
  const mapping = mapColumns(file.header, options)
  const client = createClient({
    ...api,
    sleep: api.sleep ?? interruptiblePause(signal),
    onRetry: (retry) => progress.say(retryLine(retry)),
  })
  const { data: workspace } = await client.get('/api/v1/workspace').catch(stopped)
  const read = (cells: readonly string[]) => readRow(cells, mapping, workspace)

  progress.say(`Importing into ${workspace.name}, prices in ${workspace.currency}.`)
  mappingLines(mapping).forEach(progress.say)
  const survey = await surveyRows(file, read, options.onDuplicate, signal)
  survey.warnings.forEach((warning) => progress.say(`Warning: ${warning}`))
  if (dryRun) surveyLines(survey).forEach(progress.say)
  if (options.onDuplicate === 'error' && survey.repeatedSkus > 0) throw new OperatorError(repeatedSkusLine(survey))

  const rejects = openRejectsFile(options.rejects, file)
  const totals = noTotals(options.priceChange)
  const result = (interrupted: boolean) =>
    importResult({ options, interrupted, survey, totals, rejected: rejects.count(), mapping })
  if (dryRun) return result(false)

  await removeEarlierRejects(options.rejects)
  const draftFile = await findDraft(options, workspace.id, totals, progress)
  const sending = { client, file, read, survey, totals, reject: rejects.add, draftFile, progress, signal }
  const finished = await sendAll({ ...sending, mayReplaceDraft: options.priceChange === undefined }, rejects, () =>
    resultLines(result(true)),
  )
  return result(!finished)
}

function noTotals(priceChangeId: string | null = null): Totals {
  return { sent: 0, created: 0, updated: 0, priceChanges: 0, priceChangeId, unknownCustomers: new Set() }
}

/** Goes on with the draft of a run that was broken off, unless another was asked for. */
async function findDraft(
  { file, priceChange }: ImportOptions,
  workspaceId: string,
  totals: Totals,
  progress: Progress,
): Promise<DraftFile> {
  const draftFile = await openDraftFile(file, workspaceId, (line) => progress.say(`Warning: ${line}`))
  if (priceChange === undefined && draftFile.unfinished !== null) {
    totals.priceChangeId = draftFile.unfinished
    progress.say(resumedLine(draftFile.unfinished, draftFile.path))
  }
  return draftFile
}

/** Sends what is to be sent. Returns whether it came to the end; what was done until an error is told before it is thrown. */
async function sendAll(sending: Sending, rejects: RejectsFile, summary: () => string[]): Promise<boolean> {
  const { totals, draftFile, progress } = sending
  const goOn = (what: string) => {
    const { priceChangeId } = totals
    return goOnLine(what, totals.sent, draftFile.keeps(priceChangeId) ? null : priceChangeId)
  }
  try {
    const finished = await sendChosen(sending).finally(rejects.close)
    if (finished) await draftFile.keep(null)
    progress.stop()
    if (!finished) progress.say(goOn('Interrupted'))
    return finished
  } catch (error) {
    progress.stop()
    if (totals.sent === 0) return stopped(error)
    summary().forEach(progress.say)
    return stopped(error, ` ${goOn('Stopped')}`)
  }
}

/** What stopped an import, as one line for the operator: with how far the import got, and how to go on. */
function stopped(error: unknown, goOn = ''): never {
  const isWorded = error instanceof ApiError || (error instanceof OperatorError && !(error instanceof Interrupted))
  const wait = error instanceof ApiError && error.retryAfter ? ` ${askedWaitLine(error.retryAfter)}` : ''
  throw isWorded ? new OperatorError(`${error.message}${wait}${goOn}`) : error
}
