import type { Retry } from '@trade-catalogue/client'
import type { ProductItem } from '@trade-catalogue/client'
import type { ColumnMapping } from '../spreadsheets/map-columns.ts'
import type { ImportResult } from './import-result.ts'
import { count } from './progress.ts'
import type { Survey } from '../spreadsheets/survey-rows.ts'

/** The mapping of the columns, for people. */
export function mappingLines({ header, columns, constants, details, ignored }: ColumnMapping): string[] {
  const fields = [...columns].map(([field, column]) => [field, `from the column "${header[column]}"`])
  const set = [...constants].map(([field, value]) => [field, `always "${value}"`])
  const names = (positions: readonly number[]) =>
    positions.map((at) => `"${header[at] || `number ${at + 1}`}"`).join(', ')
  return [
    'Fields:',
    ...[...fields, ...set].map(([field, source]) => `  ${field!.padEnd(15)} ${source}`),
    ...(details.length > 0 ? [`Other columns, kept in details: ${names(details)}.`] : []),
    ...(ignored.length > 0 ? [`Ignored columns: ${names(ignored)}.`] : []),
  ]
}

/** The result of a dry run, for people. */
export function surveyLines({ rejected, rejects, preview }: Survey<ProductItem>): string[] {
  return [
    ...(preview.length > 0 ? ['First products, as they are read:'] : []),
    ...preview.map((product) => `  ${JSON.stringify(product)}`),
    ...(rejects.length > 0 ? ['Rows that would be rejected:'] : []),
    ...rejects.map(({ line, reasons }) => `  line ${line}: ${reasons.join('; ')}`),
    ...(rejected > rejects.length ? [`  and ${count(rejected - rejects.length)} more`] : []),
  ]
}

/** The error for a file whose SKUs are not unique. */
export function repeatedSkusLine({ repeated, repeatedKeys }: Survey): string {
  const examples = repeated.map(({ label, lines: [first, second] }) => `"${label}" (lines ${first} and ${second})`)
  const more = repeatedKeys > repeated.length ? ` and ${count(repeatedKeys - repeated.length)} more` : ''
  return `SKUs are on more than one row: ${examples.join(', ')}${more}. Choose the row to import: --on-duplicate first or last.`
}

export function retryLine({ seconds, ...failed }: Retry): string {
  return `${failure(failed)}: trying again in ${seconds} s.`
}

function failure({ status, timedOutAfter }: Pick<Retry, 'status' | 'timedOutAfter'>): string {
  if (timedOutAfter !== undefined) return `The service has not answered for ${timedOutAfter} s`
  if (status === 0) return 'The service does not answer'
  if (status === 429) return 'The rate limit of the key is used up'
  if (status === 503) return 'The service is overloaded or has no database'
  return `The service answered ${status}`
}

/** The `Retry-After` of the service, if it is longer than an import waits. */
export function askedWaitLine(seconds: number): string {
  return `The service asks to wait ${count(seconds)} s.`
}

/** Tells that a call has started a draft, or that its draft is no longer a draft. */
export function draftLines(before: string | null, after: string | null): string[] {
  if (before === after) return []
  return [
    ...(before === null ? [] : [`The price change ${before} is no longer a draft, so it accepts no more prices.`]),
    ...(after === null ? [] : [`New prices go into the draft price change ${after}.`]),
  ]
}

export function resumedLine(draft: string, path: string): string {
  return `Resuming an interrupted import of this file: new prices go into its draft price change ${draft}, saved in ${path}.`
}

/** The progress of an unfinished import, and how to resume it. `named` is a draft that the command must name. */
export function resumeLine(what: string, sent: number, named: string | null): string {
  const draft = named === null ? '' : ` with --price-change ${named}`
  return `${what} after ${many(sent, 'product')}; import the file again${draft} to resume.`
}

/** The result of an import, for people. */
export function resultLines(result: ImportResult): string[] {
  const { dryRun, interrupted, products, created, updated, duplicates, rejected, rejectsFile } = result
  const soFar = interrupted ? ' so far' : ''
  return [
    dryRun
      ? `Nothing was sent. An import would send ${many(products, 'product')} from ${many(result.rows, 'row')}.`
      : `${many(created, 'product')} created and ${count(updated)} updated${soFar}, from ${many(result.rows, 'row')}.`,
    ...(result.priceChanges > 0 ? [draftLine(result)] : []),
    ...(duplicates > 0 ? [`${many(duplicates, 'row')} skipped, because another row has the same SKU.`] : []),
    ...(result.unknownCustomers.length > 0
      ? [`onlyFor names unknown customers: ${result.unknownCustomers.join(', ')}.`]
      : []),
    ...(rejected > 0
      ? [`${many(rejected, 'row')} ${dryRun ? 'would be rejected.' : `rejected${soFar}: see ${rejectsFile}.`}`]
      : [dryRun ? 'Every row can be read.' : `No row was rejected${soFar}.`]),
  ]
}

function draftLine({ interrupted, priceChanges, priceChangeId }: ImportResult): string {
  const then = interrupted ? ' so far.' : ': publish it to apply them.'
  return `The draft price change ${priceChangeId} has ${many(priceChanges, 'new price')}${then}`
}

function many(number: number, what: string): string {
  return `${count(number)} ${what}${number === 1 ? '' : 's'}`
}
