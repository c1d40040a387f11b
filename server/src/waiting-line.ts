/** Who of one owner waits, by caller. Callers are served in round-robin, each in the order of asking. */
export class WaitingLine<Waiter extends { caller: string }> {
  readonly #byCaller = new Map<string, Waiter[]>()
  #length = 0

  get length(): number {
    return this.#length
  }

  lengthOf(caller: string): number {
    return this.#byCaller.get(caller)?.length ?? 0
  }

  /** Whether anybody but this caller waits. */
  hasOthers(caller: string): boolean {
    return this.#byCaller.size > (this.#byCaller.has(caller) ? 1 : 0)
  }

  add(waiter: Waiter): void {
    this.#byCaller.getOrInsertComputed(waiter.caller, () => []).push(waiter)
    this.#length++
  }

  /** The first waiter whose caller is accepted, in round-robin order. */
  find(isAccepted: (caller: string) => boolean): Waiter | undefined {
    for (const [caller, [first]] of this.#byCaller) if (isAccepted(caller)) return first
    return undefined
  }

  /** Its caller goes to the end. */
  remove(waiter: Waiter): void {
    const { caller } = waiter
    const waiters = this.#byCaller.get(caller)!
    waiters.splice(waiters.indexOf(waiter), 1)
    this.#length--
    this.#byCaller.delete(caller)
    if (waiters.length > 0) this.#byCaller.set(caller, waiters)
  }

  /** The newest waiter of the caller who has most. The line must not be empty. */
  get last(): Waiter {
    let most: Waiter[] = []
    for (const waiters of this.#byCaller.values()) if (waiters.length > most.length) most = waiters
    return most.at(-1)!
  }
}
