type Waiting<Item, Result> = {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * Answers calls that come at the same time by one statement. Calls that come while it runs wait for the next one: so
 * each is answered by a statement that starts after the call, and its result is never older than the call.
 */
export class QueryBatcher<Item, Result> {
  readonly #run: (items: Item[], group: string | undefined) => Promise<Result[]>
  /** By group, while a statement of it runs or is about to. */
  readonly #waiting = new Map<string | undefined, Waiting<Item, Result>[]>()

  /** `run` returns a result for each item, in the same order. */
  constructor(run: (items: Item[], group: string | undefined) => Promise<Result[]>) {
    this.#run = run
  }

  /**
   * The result for one item. Rejects with the error of the statement, as do all calls that share it. Calls of different
   * groups never share one.
   */
  load(item: Item, group?: string): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const waiting = this.#waiting.get(group)
    if (waiting) {
      waiting.push({ item, resolve, reject })
    } else {
      this.#waiting.set(group, [{ item, resolve, reject }])
      // First reads the requests that have arrived, so they join.
      setImmediate(() => void this.#runAll(group))
    }
    return promise
  }

  async #runAll(group: string | undefined): Promise<void> {
    for (let calls = this.#waiting.get(group)!; calls.length > 0; calls = this.#waiting.get(group)!) {
      this.#waiting.set(group, [])
      try {
        const results = await this.#run(
          calls.map(({ item }) => item),
          group,
        )
        for (const [i, { resolve }] of calls.entries()) resolve(results[i]!)
      } catch (error) {
        for (const { reject } of calls) reject(error)
      }
    }
    this.#waiting.delete(group)
  }
}
