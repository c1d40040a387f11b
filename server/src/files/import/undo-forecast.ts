import { LEFT_TOLD } from '../../workspaces/activity/ways-to-undo.ts'
import type { UndoForecast } from '../../workspaces/activity/ways-to-undo.ts'
import type { WorkspaceContext } from '../../context.ts'
import type { UndoKind, UndoneChange, UndoneMoves } from './import-kind.ts'

/** Adds up what undoing changes of one kind would do. */
export class UndoForecastSum {
  readonly #context: WorkspaceContext
  readonly #kind: UndoKind
  readonly #moves: UndoneMoves | undefined
  #undoes = 0
  #leaves = 0
  readonly #examples: string[] = []

  constructor(context: WorkspaceContext, kind: UndoKind) {
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
    this.#examples.push(...(await this.#named(left.slice(0, LEFT_TOLD - this.#examples.length))))
    await this.#moves?.add(intact)
  }

  /** With what new ones are used for. */
  async #named(left: readonly UndoneChange[]): Promise<string[]> {
    const created = left.filter(({ kind }) => kind === 'created').map(({ recordId }) => recordId)
    const uses = await this.#kind.usesOf?.(this.#context, created)
    return left.map(({ label, recordId }) => (uses?.has(recordId) ? `${label} (${uses.get(recordId)})` : label))
  }

  async result(): Promise<UndoForecast> {
    const moves = (await this.#moves?.result()) ?? null
    return { undoes: this.#undoes, leaves: this.#leaves, examples: this.#examples, moves }
  }
}
