/** An amount for all workspaces together, and for one of them. */
export type Quota = { total: number; perWorkspace: number }

/** Quotas of one resource: no workspace can use all of it. */
export class WorkspaceQuotas {
  readonly #limits: Quota
  readonly #used = new Map<string, number>()
  #total = 0

  constructor(limits: Quota) {
    this.#limits = limits
  }

  /** Takes an amount for a workspace. Returns false, and takes nothing, where that would exceed a quota. */
  acquire(workspaceId: string, amount: number): boolean {
    const used = (this.#used.get(workspaceId) ?? 0) + amount
    if (used > this.#limits.perWorkspace || this.#total + amount > this.#limits.total) return false
    this.#used.set(workspaceId, used)
    this.#total += amount
    return true
  }

  release(workspaceId: string, amount: number): void {
    const left = (this.#used.get(workspaceId) ?? 0) - amount
    if (left > 0) this.#used.set(workspaceId, left)
    else this.#used.delete(workspaceId)
    this.#total -= amount
  }
}
