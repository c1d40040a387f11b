import type { ImportCheck, FieldChange } from './import-check.ts'
import type { Compared } from './import-kind.ts'

/** How many examples are kept, and how many fields are counted: a file may have many details. */
export const EXAMPLES = 50
const MAX_FIELDS = 200
/** Characters that are kept of a text in an example: more than pages show. */
const MAX_TEXT = 200

type Example = ImportCheck['examples'][number]

/** What a file would change, as it adds up over its parts. */
export class CheckSummary {
  readonly #sum: Compared = {
    created: 0,
    changed: 0,
    unchanged: 0,
    fields: {},
    cleared: {},
    examples: [],
    newOnes: [],
    prices: { up: 0, down: 0, moves: [] },
    priceMoves: null,
    damaged: [],
    warnings: [],
    unknownCustomers: [],
  }

  created(one: ImportCheck['newOnes'][number]): void {
    this.#sum.created++
    const { newOnes } = this.#sum
    if (newOnes.length < EXAMPLES) newOnes.push({ ...one, changes: shortened(one.changes) })
  }

  changed(one: Omit<Example, 'changes'>, changes: Record<string, FieldChange>): void {
    this.#sum.changed++
    const { fields, cleared, examples } = this.#sum
    for (const [field, { to }] of Object.entries(changes)) {
      countField(fields, field)
      if (to === null) countField(cleared, field)
    }
    if (examples.length < EXAMPLES) examples.push({ ...one, changes: shortened(changes) })
  }

  unchanged(count: number): void {
    this.#sum.unchanged += count
  }

  result(): Compared {
    return this.#sum
  }
}

function countField(fields: Record<string, number>, field: string): void {
  if (field in fields || Object.keys(fields).length < MAX_FIELDS) fields[field] = (fields[field] ?? 0) + 1
}

function shortened(changes: Record<string, FieldChange>): Record<string, FieldChange> {
  return Object.fromEntries(
    Object.entries(changes).map(([field, { from, to }]) => [field, { from: cut(from), to: cut(to) }]),
  )
}

/** JSON of the database takes no half of a surrogate pair. */
function cut(value: unknown): unknown {
  return typeof value === 'string' ? value.slice(0, MAX_TEXT).toWellFormed() : value
}
