import { ApiError, createClient } from '@trade-catalogue/client'
import type { ClientOptions } from '@trade-catalogue/client'
import { OperatorError } from '../errors.ts'
import { openDraftFile } from './draft-file.ts'
import { readGuarded } from '../spreadsheets/formula-guard.ts'
import type { DraftFile } from './draft-file.ts'
import { importResult } from './import-result.ts'
import type { ImportResult } from './import-result.ts'
import { Interrupted, interruptiblePause } from './interruption.ts'
import { mapColumns } from '../spreadsheets/map-columns.ts'
import type { MappingOptions } from '../spreadsheets/map-columns.ts'
import type { Progress } from './progress.ts'
import { openCsv } from '../spreadsheets/read-csv.ts'
import { keyedBySku, readRow } from '../spreadsheets/read-row.ts'
import { openRejectsFile } from '../spreadsheets/rejects-file.ts'
import type { RejectsFile } from '../spreadsheets/rejects-file.ts'
import { removeEarlierRejects, requireRejectsPath } from './rejects-path.ts'
import { sendChosen } from './send-chosen.ts'
import type { Sending } from './send-chosen.ts'
import type { Totals } from './send-products.ts'
import { surveyRows } from '../spreadsheets/survey-rows.ts'
import type { OnDuplicate } from '../spreadsheets/survey-rows.ts'
import {
  askedWaitLine,
  resumeLine,
  mappingLines,
  repeatedSkusLine,
  resultLines,
  resumedLine,
  retryLine,
  surveyLines,
} from './messages.ts'

export type ImportOptions = MappingOptions & {
  file: string
  /** The path of the rejects file. */
  rejects: string
  onDuplicate: OnDuplicate
  dryRun: boolean
  /** The draft for new prices. Without it: the draft of an interrupted run of this file, or a new one. */
  priceChange?: string | undefined
  /** Aborts the run between two calls. The reason must be an Interrupted. */
  signal?: AbortSignal | undefined
}

/**
 * Imports a CSV file through the public API. It reads the file twice: first to check it, then to send it. So nothing is
 * sent of a file that cannot be imported, and large files need little memory. Throws an OperatorError if it stops.
 */
export async function importCatalogue(
  options: ImportOptions,
  api: Omit<ClientOptions, 'onRetry'>,
  progress: Progress,
): Promise<ImportResult> {
  const { dryRun, signal } = options
  const file = await openCsv(options.file)
  await requireRejectsPath(options.rejects, options.file)
  const mapping = mapColumns(file.header.map(readGuarded), options)
  const client = createClient({
    ...api,
    sleep: api.sleep ?? interruptiblePause(signal),
    onRetry: (retry) => progress.say(retryLine(retry)),
  })
  const { data: workspace } = await client.get('/api/v1/workspace').catch(stopped)
  const read = (cells: readonly string[]) => readRow(cells.map(readGuarded), mapping, workspace)

  progress.say(`Importing into ${workspace.name}, prices in ${workspace.currency}.`)
  mappingLines(mapping).forEach(progress.say)
  const survey = await surveyRows(file, (cells) => keyedBySku(read(cells)), options.onDuplicate, signal)
  survey.warnings.forEach((warning) => progress.say(`Warning: ${warning}`))
  if (dryRun) surveyLines(survey).forEach(progress.say)
  if (options.onDuplicate === 'error' && survey.repeatedKeys > 0) throw new OperatorError(repeatedSkusLine(survey))

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

/** Resumes with the draft of an interrupted run, unless the options name another draft. */
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

/** Sends all chosen rows. Returns false if it was interrupted. Before it throws an error, it reports the progress. */
async function sendAll(sending: Sending, rejects: RejectsFile, summary: () => string[]): Promise<boolean> {
  const { totals, draftFile, progress } = sending
  const resume = (what: string) => {
    const { priceChangeId } = totals
    return resumeLine(what, totals.sent, draftFile.isSaved(priceChangeId) ? null : priceChangeId)
  }
  try {
    const finished = await sendChosen(sending).finally(rejects.close)
    if (finished) await draftFile.save(null)
    progress.stop()
    if (!finished) progress.say(resume('Interrupted'))
    return finished
  } catch (error) {
    progress.stop()
    if (totals.sent === 0) return stopped(error)
    summary().forEach(progress.say)
    return stopped(error, ` ${resume('Stopped')}`)
  }
}

/** Throws the error that stopped an import, as one line for the operator, with the progress and how to resume. */
function stopped(error: unknown, resume = ''): never {
  const isWorded = error instanceof ApiError || (error instanceof OperatorError && !(error instanceof Interrupted))
  const wait = error instanceof ApiError && error.retryAfter ? ` ${askedWaitLine(error.retryAfter)}` : ''
  throw isWorded ? new OperatorError(`${error.message}${wait}${resume}`) : error
}
