import { matchingKey } from '../matching-key.ts'
import type { DraftFile } from './draft-file.ts'
import { Interrupted } from './interruption.ts'
import type { Progress } from './progress.ts'
import type { CsvFile } from '../spreadsheets/read-csv.ts'
import type { ReadRow } from '../spreadsheets/read-row.ts'
import { BATCH_SIZE, sendProducts } from './send-products.ts'
import type { Outgoing, Recipient } from './send-products.ts'
import type { Survey } from '../spreadsheets/survey-rows.ts'
import { draftLines } from './messages.ts'

export type Sending = Recipient & {
  file: CsvFile
  read: (cells: readonly string[]) => ReadRow
  survey: Survey
  draftFile: DraftFile
  progress: Progress
  signal: AbortSignal | undefined
}

/**
 * Reads the file again, sends the chosen rows, and rejects bad ones. Returns false if it was interrupted, which happens
 * only between two calls.
 */
export async function sendChosen(sending: Sending): Promise<boolean> {
  const { file, read, survey, reject, progress, signal } = sending
  let batch: Outgoing[] = []
  progress.start(survey.chosen.size)
  try {
    for await (const record of file.records()) {
      signal?.throwIfAborted()
      const { sku, product, reasons } = read(record.cells)
      if (product === undefined) await reject(record, reasons.join('; '))
      else if (survey.chosen.get(matchingKey(sku)) === record.line) batch.push({ record, product })
      if (batch.length < BATCH_SIZE) continue
      await sendBatch(sending, batch)
      batch = []
    }
    if (batch.length > 0) {
      signal?.throwIfAborted()
      await sendBatch(sending, batch)
    }
    return true
  } catch (error) {
    if (error instanceof Interrupted) return false
    throw error
  }
}

async function sendBatch(sending: Sending, batch: readonly Outgoing[]): Promise<void> {
  const { totals, draftFile, progress } = sending
  const draft = totals.priceChangeId
  await sendProducts(sending, batch)
  // Saved at once, so it remains if the run is killed.
  await draftFile.save(totals.priceChangeId)
  draftLines(draft, totals.priceChangeId).forEach(progress.say)
  progress.at(totals.sent)
}
