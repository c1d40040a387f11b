import type { ImportCheck, FieldChange } from './import-check.ts'
import type { Compared } from './import-kind.ts'

/** How many examples are kept, and how many fields are counted: a file may have many details. */
export const EXAMPLES = 50
const MAX_FIELDS = 200

function countField(fields: Record<string, number>, field: string): void {
  if (field in fields || Object.keys(fields).length < MAX_FIELDS) fields[field] = (fields[field] ?? 0) + 1
}

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
    unknownCustomers: [],
  }

  created(one: ImportCheck['newOnes'][number]): void {
    this.#sum.created++
    if (this.#sum.newOnes.length < EXAMPLES) this.#sum.newOnes.push(one)
  }

  changed(one: Omit<Example, 'changes'>, changes: Record<string, FieldChange>): void {
    this.#sum.changed++
    const { fields, cleared, examples } = this.#sum
    for (const [field, { to }] of Object.entries(changes)) {
      countField(fields, field)
      if (to === null) countField(cleared, field)
    }
    if (examples.length < EXAMPLES) examples.push({ ...one, changes })
  }

  unchanged(count: number): void {
    this.#sum.unchanged += count
  }

  result(): Compared {
    return this.#sum
  }
}
