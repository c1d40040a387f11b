import { LEFT_TOLD } from '../activity/ways-to-undo.ts'
import type { UndoForecast } from '../activity/ways-to-undo.ts'
import type { WorkspaceContext } from '../context.ts'
import type { ImportKind, UndoneChange, UndoneMoves } from './import-kind.ts'

/** Adds up what undoing changes of one kind would do. */
export class UndoForecastSum {
  readonly #context: WorkspaceContext
  readonly #kind: ImportKind
  readonly #moves: UndoneMoves | undefined
  #undoes = 0
  #leaves = 0
  readonly #examples: string[] = []

  constructor(context: WorkspaceContext, kind: ImportKind) {
    this.#context = context
    this.#kind = kind
    this.#moves = kind.undoneMoves?.(context)
  }

  async add(changes: readonly UndoneChange[]): Promise<void> {
    const ids = new Set(await this.#kind.intact(this.#context, changes))
    const [intact, left] = [
      changes.filter(({ recordId }) => ids.has(recordId)),
      changes.filter(({ recordId }) => !ids.has(recordId)),
    ]
    this.#undoes += intact.length
    this.#leaves += left.length
    this.#examples.push(...left.slice(0, LEFT_TOLD - this.#examples.length).map(({ label }) => label))
    await this.#moves?.add(intact)
  }

  async result(): Promise<UndoForecast> {
    const moves = (await this.#moves?.result()) ?? null
    return { undoes: this.#undoes, leaves: this.#leaves, examples: this.#examples, moves }
  }
}
