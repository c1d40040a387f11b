/** A cell that somebody has set. Prices in minor units; null for no line. */
export type CellEdit = { productId: string; sku: string; from: number | null; to: number | null }

/** The price of a cell once it is rounded: of a line that is shown, or of a product by its SKU. */
export type RoundedCell = CellEdit | { sku: string; to: number }

/** A cell that was not taken, and why, for people. `rounded` is set if rounding its price is all that it needs. */
export type NotTaken = { id: number; what: string; value: string; why: string; rounded?: RoundedCell | undefined }
export type NewNotTaken = Omit<NotTaken, 'id'>

/** The cells that were not taken, until somebody closes the list. */
export class NotTakenCells {
  #cells: readonly NotTaken[] = []
  #lastId = 0

  get all(): readonly NotTaken[] {
    return this.#cells
  }

  add(cells: readonly NewNotTaken[]): void {
    this.#cells = [...this.#cells, ...cells.map((cell) => ({ id: ++this.#lastId, ...cell }))]
  }

  clear(): void {
    this.#cells = []
  }

  /** Takes off those that need only rounding, and returns them, rounded. */
  takeRounded(): RoundedCell[] {
    const rounded = this.#cells.flatMap((cell) => cell.rounded ?? [])
    this.#cells = this.#cells.filter((cell) => cell.rounded === undefined)
    return rounded
  }
}
