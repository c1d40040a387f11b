import { isDeepStrictEqual } from 'node:util'
import type { WorkspaceContext } from '../../context.ts'
import { Conflict } from '../../errors.ts'
import { lastTermsChange } from '../kinds-of-term.ts'
import { StateCache } from '../../database/paging/index.ts'
import { movesNowInWords } from '../../shared/price-moves.ts'
import type { PriceMoves } from '../../shared/price-moves.ts'

/** What the editor of an act has seen of it; undefined: the editor did not look. */
export type SeenMoves = { seenMoves?: PriceMoves | null | undefined }

/** What acts of one kind do to prices: shown before the act, and held to within it. `Input` describes an act as JSON. */
export class PreviewedMoves<Input> {
  readonly #read: (context: WorkspaceContext, input: Input) => Promise<PriceMoves | null>
  /** Of all workspaces together. Null is wrapped, as a cache cannot hold it. */
  readonly #effects = new StateCache<{ moves: PriceMoves | null }>({ max: 1_000 })

  /** `read` gives null where nothing changes for any customer. */
  constructor(read: (context: WorkspaceContext, input: Input) => Promise<PriceMoves | null>) {
    this.#read = read
  }

  /** What the act would do to the prices of customers now, for one unit. */
  async preview(context: WorkspaceContext, input: Input): Promise<PriceMoves | null> {
    const { runQueued = (work) => work() } = context
    return runQueued(() => this.#cached(context, input))
  }

  /**
   * Throws Conflict if the act does something else to prices than its editor saw. Call it in the transaction of the
   * act: it finds what the preview has read, unless the workspace was written since.
   */
  async requireSeen(trx: WorkspaceContext, input: Input, seen: SeenMoves['seenMoves']): Promise<void> {
    if (seen === undefined) return
    const moves = await this.#cached(trx, input)
    if (isDeepStrictEqual(moves, seen)) return
    const now = movesNowInWords(moves)
    const message = `What this does to prices has changed since you looked, and nothing is saved: ${now}`
    throw new Conflict(message, [{ path: 'seenMoves', message: now }])
  }

  async #cached(context: WorkspaceContext, input: Input): Promise<PriceMoves | null> {
    const name = JSON.stringify([input, await lastTermsChange(context, context.clock())])
    return (await this.#effects.read(context, name, async () => ({ moves: await this.#read(context, input) }))).moves
  }
}
