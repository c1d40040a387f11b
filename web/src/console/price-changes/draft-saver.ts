import type { components } from '../../shared/app-api.d.ts'
import { MAX_CELLS } from '../../../../server/src/shared/limits.ts'
import { NotTakenCells } from './cells.ts'
import type { CellEdit, NewNotTaken, NotTaken, RoundedCell } from './cells.ts'

type Saved = components['schemas']['CellsEdited']
type Act = { id: string | null; version: string | null; left?: number }
type Step = { cells: CellEdit[] } | { edit: string }

type SaveState = {
  phase: 'saved' | 'saving' | 'waiting'
  /** Why it is not saved yet, or could not be saved. */
  problem: string | null
  /** New prices that are not saved yet, by product. */
  pending: ReadonlyMap<string, number | null>
  notTaken: readonly NotTaken[]
  canUndo: boolean
  canRedo: boolean
}

export type Calls = {
  save: (cells: CellEdit[]) => Promise<Saved>
  undo: (edit: string) => Promise<Act>
  /** Runs after each success, with what is known to be saved. */
  onSaved: (saved: { cells: CellEdit[]; version: string | null; reload: boolean }) => void
  /** Says why a cell was refused. */
  why: (refused: Saved['refused'][number]) => string
  /** What went wrong, for people, and whether another try may succeed. */
  failure: (error: unknown) => { text: string; mayPass: boolean }
  /** A price as people write it. */
  amount: (price: number | null) => string
}

/** How long edits rest before they are sent, in milliseconds. */
const REST_MS = 300
/** The longest pause before it is tried again, in milliseconds. */
const MAX_RETRY_MS = 15_000

/**
 * Saves the edits of a draft in their order, a few at a time, and keeps what is not saved yet: after a lost connection
 * it is sent again. A call may be repeated, since each cell says what was there before.
 */
export class DraftSaver {
  readonly #calls: Calls
  readonly #listeners = new Set<() => void>()
  #waiting = new Map<string, CellEdit>()
  #sending = new Map<string, CellEdit>()
  #undo: Step[] = []
  #redo: Step[] = []
  readonly #notTaken = new NotTakenCells()
  #problem: string | null = null
  #isBusy = false
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #settled: (() => void)[] = []
  #acting: Promise<unknown> | undefined
  #state: SaveState

  constructor(calls: Calls) {
    this.#calls = calls
    this.#state = this.#describe()
  }

  state = (): SaveState => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Sets cells; they show at once, and are saved soon. */
  edit(cells: CellEdit[]): void {
    const changed = cells.filter(({ from, to }) => from !== to)
    if (changed.length === 0) return
    this.#undo.push({ cells: changed })
    this.#redo = []
    this.#queue(changed)
  }

  /** Runs an act of the service, after everything before it is saved. It is undone by its id. */
  act<T extends Act>(run: () => Promise<T>): Promise<T> {
    return (this.#acting = this.#act(run))
  }

  async #act<T extends Act>(run: () => Promise<T>): Promise<T> {
    await this.settle()
    const done = await run()
    if (done.id !== null) {
      this.#undo.push({ edit: done.id })
      this.#redo = []
      this.#calls.onSaved({ cells: [], version: done.version, reload: true })
    }
    this.#changed()
    return done
  }

  /** Takes the last edit back, also one that the service is still at work on. */
  async undo(): Promise<string | null> {
    await this.#acting?.catch(() => {})
    return this.#step(this.#undo, this.#redo)
  }

  async redo(): Promise<string | null> {
    return this.#step(this.#redo, this.#undo)
  }

  tell(notTaken: NewNotTaken[]): void {
    if (notTaken.length === 0) return
    this.#notTaken.add(notTaken)
    this.#changed()
  }

  dismiss(): void {
    this.#notTaken.clear()
    this.#problem = null
    this.#changed()
  }

  /** Takes the cells off the list that need only rounding, and returns them, rounded. */
  takeRounded(): RoundedCell[] {
    const rounded = this.#notTaken.takeRounded()
    this.#changed()
    return rounded
  }

  /** Tries again at once. */
  retry = (): void => {
    clearTimeout(this.#timer)
    void this.#send()
  }

  /** Resolves once everything is saved or refused. */
  async settle(): Promise<void> {
    if (this.#waiting.size + this.#sending.size === 0) return
    if (this.#failures === 0) this.retry()
    await new Promise<void>((resolve) => this.#settled.push(resolve))
  }

  /** Takes the last step of one list back, and puts the way back on the other. Returns what to tell. */
  async #step(from: Step[], to: Step[]): Promise<string | null> {
    const step = from.pop()
    if (!step) return null
    if ('cells' in step) {
      const inverse = step.cells.map((cell) => ({ ...cell, from: cell.to, to: cell.from }))
      to.push({ cells: inverse })
      this.#queue(inverse)
      return null
    }
    this.#changed()
    await this.settle()
    const { id, version, left = 0 } = await this.#calls.undo(step.edit)
    if (id !== null) to.push({ edit: id })
    this.#calls.onSaved({ cells: [], version, reload: true })
    this.#changed()
    return left > 0 ? `${left.toLocaleString('en')} lines were changed since, and are left as they are.` : null
  }

  #queue(cells: CellEdit[]): void {
    for (const cell of cells) {
      const earlier = this.#waiting.get(cell.productId)
      // Set again: so that the order of the map is that of the edits.
      this.#waiting.delete(cell.productId)
      this.#waiting.set(cell.productId, earlier ? { ...cell, from: earlier.from } : cell)
    }
    this.#problem = this.#failures > 0 ? this.#problem : null
    if (!this.#isBusy && this.#failures === 0) this.#sendAfter(REST_MS)
    this.#changed()
  }

  #sendAfter(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#send(), ms)
  }

  /** Sends what was not answered before, or else what waits. The same cells are sent again as they were. */
  async #send(): Promise<void> {
    if (this.#isBusy) return
    if (this.#sending.size === 0) {
      this.#sending = new Map([...this.#waiting].slice(0, MAX_CELLS))
      for (const productId of this.#sending.keys()) this.#waiting.delete(productId)
    }
    if (this.#sending.size === 0) return
    this.#isBusy = true
    this.#changed()
    const cells = [...this.#sending.values()]
    try {
      this.#saved(cells, await this.#calls.save(cells))
    } catch (error) {
      this.#failed(error)
    } finally {
      this.#isBusy = false
    }
    this.#changed()
    if (this.#failures > 0) return
    if (this.#waiting.size > 0) return void this.#send()
    for (const resolve of this.#settled.splice(0)) resolve()
  }

  #saved(cells: CellEdit[], { refused, version, added, removed }: Saved): void {
    this.#sending = new Map()
    this.#failures = 0
    this.#problem = null
    const lost = new Set(refused.map(({ index }) => index))
    this.#notTaken.add(
      refused.map((refusal) => ({
        what: cells[refusal.index]!.sku,
        value: this.#calls.amount(cells[refusal.index]!.to),
        why: this.#calls.why(refusal),
      })),
    )
    const kept = cells.filter((_, index) => !lost.has(index))
    this.#calls.onSaved({ cells: kept, version, reload: added + removed + refused.length > 0 })
  }

  /** What may pass is kept and tried again; anything else is told, and given up. */
  #failed(error: unknown): void {
    const { text, mayPass } = this.#calls.failure(error)
    if (mayPass) {
      this.#failures += 1
      this.#problem = text
      this.#sendAfter(Math.min(1_000 * 2 ** (this.#failures - 1), MAX_RETRY_MS))
      return
    }
    const given = [...this.#sending.values(), ...this.#waiting.values()]
    this.#sending = new Map()
    this.#waiting = new Map()
    this.#failures = 0
    this.#problem = text
    this.#notTaken.add(given.map(({ sku, to }) => ({ what: sku, value: this.#calls.amount(to), why: text })))
    this.#calls.onSaved({ cells: [], version: null, reload: true })
  }

  #describe(): SaveState {
    const pending = new Map([...this.#sending, ...this.#waiting].map(([productId, { to }]) => [productId, to]))
    return {
      phase: this.#failures > 0 ? 'waiting' : pending.size > 0 ? 'saving' : 'saved',
      problem: this.#problem,
      pending,
      notTaken: this.#notTaken.all,
      canUndo: this.#undo.length > 0,
      canRedo: this.#redo.length > 0,
    }
  }

  #changed(): void {
    this.#state = this.#describe()
    for (const listener of this.#listeners) listener()
  }
}
