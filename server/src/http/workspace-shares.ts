/** How much there is for all workspaces together, and for one. */
export type Share = { total: number; perWorkspace: number }

/** Shares something between workspaces, so that none of them takes all of it. */
export class WorkspaceShares {
  readonly #limits: Share
  readonly #taken = new Map<string, number>()
  #total = 0

  constructor(limits: Share) {
    this.#limits = limits
  }

  /** Takes so much for a workspace; false, with nothing taken, where that is more than there is for it. */
  take(workspaceId: string, amount: number): boolean {
    const taken = (this.#taken.get(workspaceId) ?? 0) + amount
    if (taken > this.#limits.perWorkspace || this.#total + amount > this.#limits.total) return false
    this.#taken.set(workspaceId, taken)
    this.#total += amount
    return true
  }

  giveBack(workspaceId: string, amount: number): void {
    const left = (this.#taken.get(workspaceId) ?? 0) - amount
    if (left > 0) this.#taken.set(workspaceId, left)
    else this.#taken.delete(workspaceId)
    this.#total -= amount
  }
}
