import { inTransaction } from '../../database/transaction.ts'
import type { CsvRecord } from '../spreadsheets/read-csv.ts'
import { partsOfJob, updateClaimed } from './import-row.ts'
import type { ImportJob } from './import-row.ts'
import type { ChosenRow, FieldChange, ImportCheck, PriceMove, RecordChange } from './import-kind.ts'
import { KINDS } from './import-kinds.ts'
import { startOnceChecked } from './import-status.ts'
import { chosenOf, readerOf, Survey, withoutRefused } from './read-rows.ts'
import type { ReadCells } from './read-rows.ts'
import { groupByReason, rejectsAmong, replaceRejects } from './rejects.ts'
import type { RejectedRow } from './rejects.ts'

/** Rejected rows in what the check found. All of them are in a table. */
const SHOWN_REJECTS = 50
/** How often it is written how far a check is, in milliseconds: each time is a commit. */
const TELL_EVERY_MS = 500
/** How many examples and price moves are kept, and how many fields are counted: a file may have many details. */
const [EXAMPLES, MOVES, MAX_FIELDS] = [50, 100, 200]
/** Characters that are kept of a text in an example: more than pages show. */
const MAX_TEXT = 200

/**
 * Checks a file: reads all rows, and compares them with what is there, of which nothing is written. Where several are
 * about the same, only a second pass compares those that count. It begins anew where it was interrupted. Throws
 * ClaimLost.
 */
export async function checkImport(job: ImportJob): Promise<void> {
  const { context, claim, row } = job
  const { read, forms } = await readerOf(job)
  const rejects: RejectedRow[] = []
  const survey = new Survey(row.reading.onDuplicate)
  const readSeen: ReadCells = (cells, line) => {
    const found = read(cells, line)
    survey.see(found, line)
    for (const reason of found.reasons) rejects.push({ line, label: found.label ?? null, reason })
    return found
  }
  const first = await compareRows(job, async (records) => {
    const good = await chosenOf(records, readSeen)
    return survey.duplicates > 0 ? [] : good
  })
  const { rows, duplicates, repeatedKeys, repeated } = survey
  const { refused, ...compared } =
    duplicates === 0 ? first : await compareRows(job, (records) => chosenOf(records, read, survey))
  const inOrder = [...rejects, ...refused].toSorted((a, b) => a.line - b.line)
  const found: ImportCheck = {
    rows,
    duplicates,
    repeatedKeys,
    repeated,
    rejected: inOrder.length,
    reasons: groupByReason(inOrder),
    rejects: inOrder.slice(0, SHOWN_REJECTS),
    readAs: forms.readAs,
    toRound: forms.toRound,
    ...compared,
    warnings: [...survey.warnings(), ...compared.warnings],
  }
  await inTransaction(context, async (trx) => {
    await updateClaimed(trx, claim, {
      status: 'checked',
      found: JSON.stringify(found),
      lease: null,
      leased_until: null,
    })
    await replaceRejects(trx, claim.id, inOrder)
    await startOnceChecked(trx, claim.id, row.found)
  })
}

/**
 * Compares the rows that are chosen of each part. Others get their turns between two parts. `refused`: those that would
 * be rejected as they are written.
 */
async function compareRows(job: ImportJob, choose: (records: readonly CsvRecord[]) => Promise<ChosenRow[]>) {
  const { context, claim, row, tools } = job
  const { columns, planner } = KINDS[row.kind]
  const { plan, findings } = planner(context)
  const prices = { up: 0, down: 0, moves: [] }
  const sum: Sum = { created: 0, changed: 0, unchanged: 0, fields: {}, cleared: {}, examples: [], newOnes: [], prices }
  const refused: RejectedRow[] = []
  let [done, toldAt] = [0, -Infinity]
  for await (const records of partsOfJob(job)) {
    await tools.runQueued(context, async () =>
      withoutRefused(columns, await choose(records), async (rows, refusedRows) => {
        const { changes, rejected } = await plan(rows)
        addChanges(sum, changes)
        sum.unchanged += rows.length - rejected.length
        refused.push(...rejectsAmong(rows, refusedRows, rejected))
      }),
    )
    done += records.length
    if (performance.now() - toldAt < TELL_EVERY_MS) continue
    toldAt = performance.now()
    await updateClaimed(context, claim, { done })
  }
  const others = { priceMoves: null, damaged: [], warnings: [], unknownCustomers: [] }
  return { refused, ...sum, ...others, ...(await findings?.()) }
}

type Sum = Pick<
  ImportCheck,
  'created' | 'changed' | 'unchanged' | 'fields' | 'cleared' | 'examples' | 'newOnes' | 'prices'
>

/** Adds what some rows would change. Those of `unchanged` count there already. */
function addChanges(sum: Sum, changes: readonly RecordChange[]): void {
  addPrices(sum.prices, changes)
  for (const { kind, isBeside, line, label, name, changes: fields, shown } of changes) {
    if (isBeside || kind === 'price') continue
    const [count, examples] =
      kind === 'created' ? (['created', sum.newOnes] as const) : (['changed', sum.examples] as const)
    sum[count]++
    sum.unchanged--
    if (examples.length < EXAMPLES) examples.push({ line, label, name, changes: cutTexts({ ...fields, ...shown }) })
    for (const [field, { to }] of kind === 'created' ? [] : Object.entries(fields)) {
      countField(sum.fields, field)
      if (to === null) countField(sum.cleared, field)
    }
  }
}

function addPrices(prices: Sum['prices'], changes: readonly RecordChange[]): void {
  const moves = changes.flatMap(({ label: sku, price }): PriceMove[] => {
    if (!price) return []
    const { name, from, to } = price
    return [{ sku, name, from, to, changeBp: from ? Math.round(((to - from) / from) * 10_000) : null }]
  })
  if (moves.length === 0) return
  prices.up += moves.filter(({ from, to }) => to > (from ?? 0)).length
  prices.down += moves.filter(({ from, to }) => to < (from ?? 0)).length
  prices.moves = [...prices.moves, ...moves].toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, MOVES)
}

function sizeOf({ changeBp }: PriceMove): number {
  return changeBp === null ? Infinity : Math.abs(changeBp)
}

function countField(fields: Record<string, number>, field: string): void {
  if (field in fields || Object.keys(fields).length < MAX_FIELDS) fields[field] = (fields[field] ?? 0) + 1
}

function cutTexts(changes: Record<string, FieldChange>): Record<string, FieldChange> {
  return Object.fromEntries(
    Object.entries(changes).map(([field, { from, to }]) => [field, { from: cut(from), to: cut(to) }]),
  )
}

/** JSON of the database takes no half of a surrogate pair. */
function cut(value: unknown): unknown {
  return typeof value === 'string' ? value.slice(0, MAX_TEXT).toWellFormed() : value
}
