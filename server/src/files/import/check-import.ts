import type { WorkspaceContext } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { CsvRecord } from '../spreadsheets/read-csv.ts'
import { claimedImport, updateClaimed } from './claim-import.ts'
import type { Claim } from './claim-import.ts'
import type { FieldChange, ImportCheck, PriceMove } from './import-check.ts'
import type { ChosenRow, ImportTools, RecordChange } from './import-kind.ts'
import { KINDS } from './import-kinds.ts'
import { partsOfImport } from './import-row.ts'
import type { ImportRow } from './import-row.ts'
import { startOnceChecked } from './move-import.ts'
import { chosenOf, readerOf, surveyRows, withoutRefused } from './read-rows.ts'
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
export async function checkImport(
  context: WorkspaceContext,
  claim: Claim,
  tools: ImportTools,
  signal?: AbortSignal,
): Promise<void> {
  const row = await claimedImport(context, claim)
  const { read, forms } = await readerOf(context, row, tools, signal)
  const rejects: RejectedRow[] = []
  const watch = surveyRows(row.reading.onDuplicate)
  const readWatched: ReadCells = (cells, line) => {
    const found = read(cells, line)
    watch.see(found, line)
    if (found.reasons) rejects.push({ line, label: found.label ?? null, reason: found.reasons.join('; ') })
    return found
  }
  const compare = (choose: Choose) => compareRows(context, claim, row, { choose, tools, signal })
  const first = await compare(async (records) => {
    const good = await chosenOf(records, readWatched)
    return watch.hasDuplicates() ? [] : good
  })
  const { chosen, warnings, ...survey } = watch.found()
  const { refused, ...compared } =
    survey.duplicates === 0 ? first : await compare((records) => chosenOf(records, read, chosen))
  const inOrder = [...rejects, ...refused].toSorted((a, b) => a.line - b.line)
  const found: ImportCheck = {
    ...survey,
    rejected: inOrder.length,
    reasons: groupByReason(inOrder),
    rejects: inOrder.slice(0, SHOWN_REJECTS),
    readAs: forms.readAs,
    toRound: forms.toRound,
    ...compared,
    warnings: [...warnings, ...compared.warnings],
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

type Choose = (records: readonly CsvRecord[]) => Promise<ChosenRow[]>

/**
 * Compares the rows that are chosen of each part. Others get their turns between two parts. `refused`: those that would
 * be rejected as they are written.
 */
async function compareRows(
  context: WorkspaceContext,
  claim: Claim,
  row: ImportRow,
  { choose, tools, signal }: { choose: Choose; tools: ImportTools; signal: AbortSignal | undefined },
) {
  const { fields, planner } = KINDS[row.kind]
  const { plan, findings } = planner(context)
  const sum = new Sum()
  const refused: RejectedRow[] = []
  let [done, toldAt] = [0, -Infinity]
  for await (const records of partsOfImport(context, row)) {
    signal?.throwIfAborted()
    await tools.runQueued(context, async () =>
      withoutRefused(fields, await choose(records), async (rows, refusedRows) => {
        const { changes, rejected } = await plan(rows)
        sum.add(changes, rows.length - rejected.length)
        refused.push(...rejectsAmong(rows, refusedRows, rejected))
      }),
    )
    done += records.length
    if (performance.now() - toldAt < TELL_EVERY_MS) continue
    toldAt = performance.now()
    await updateClaimed(context, claim, { done })
  }
  const others = { priceMoves: null, damaged: [], warnings: [], unknownCustomers: [] }
  return { refused, ...sum.found, ...others, ...(await findings?.()) }
}

/** What a file would change, as it adds up over its parts. */
class Sum {
  readonly found = {
    created: 0,
    changed: 0,
    unchanged: 0,
    fields: {} as Record<string, number>,
    cleared: {} as Record<string, number>,
    examples: [] as ImportCheck['examples'],
    newOnes: [] as ImportCheck['newOnes'],
    prices: { up: 0, down: 0, moves: [] as PriceMove[] },
  }

  /** `rows`: how many rows these are the changes of. */
  add(changes: readonly RecordChange[], rows: number): void {
    const { found } = this
    this.#addPrices(changes)
    found.unchanged += rows
    for (const change of changes) {
      if (change.isBeside || change.kind === 'price') continue
      const { line, label, name, changes, shown } = change
      const example = () => ({ line, label, name, changes: cutTexts({ ...changes, ...shown }) })
      found.unchanged--
      if (change.kind === 'created') {
        found.created++
        if (found.newOnes.length < EXAMPLES) found.newOnes.push(example())
        continue
      }
      found.changed++
      if (found.examples.length < EXAMPLES) found.examples.push(example())
      for (const [field, { to }] of Object.entries(changes)) {
        countField(found.fields, field)
        if (to === null) countField(found.cleared, field)
      }
    }
  }

  #addPrices(changes: readonly RecordChange[]): void {
    const moves = changes.flatMap(({ label: sku, price }): PriceMove[] => {
      if (!price) return []
      const { name, from, to } = price
      return [{ sku, name, from, to, changeBp: from ? Math.round(((to - from) / from) * 10_000) : null }]
    })
    if (moves.length === 0) return
    const { prices } = this.found
    prices.up += moves.filter(({ from, to }) => to > (from ?? 0)).length
    prices.down += moves.filter(({ from, to }) => to < (from ?? 0)).length
    prices.moves = [...prices.moves, ...moves].toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, MOVES)
  }
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
