/** Fetches from one host at a time. */
const PER_HOST = 2
/** How long a fetch waits for its turn before it is tried again, in milliseconds. */
const BUSY_MS = 2_000

/** Keeps the service gentle to each host: few fetches at a time, and none while the host has asked to wait. */
export class HostConcurrency {
  readonly #inUse = new Map<string, number>()
  readonly #pausedUntil = new Map<string, number>()

  /** Takes a turn, or says how many milliseconds to wait before asking again. A turn may be released more than once. */
  take(host: string): { release: () => void } | { waitMs: number } {
    const paused = (this.#pausedUntil.get(host) ?? 0) - performance.now()
    if (paused > 0) return { waitMs: paused }
    this.#pausedUntil.delete(host)
    const count = this.#inUse.get(host) ?? 0
    if (count >= PER_HOST) return { waitMs: BUSY_MS }
    this.#inUse.set(host, count + 1)
    let isReleased = false
    const release = () => {
      if (!isReleased) this.#release(host)
      isReleased = true
    }
    return { release }
  }

  pause(host: string, ms: number): void {
    this.#pausedUntil.set(host, performance.now() + ms)
  }

  #release(host: string): void {
    const left = this.#inUse.get(host)! - 1
    if (left > 0) this.#inUse.set(host, left)
    else this.#inUse.delete(host)
  }
}
