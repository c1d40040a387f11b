type Waiting<Item, Result> = {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/** The queue of one batch key: items that wait, how many batches are running, and how many items each has at most. */
type Queue<Item, Result> = { waiting: Waiting<Item, Result>[]; running: number; batchSize: number }

/** Limits for each batch key: batches that run at a time, and items in a batch. */
type Limits = { concurrency: number; batchSize: number }

/**
 * Answers calls that come at the same time by one statement. The busier the service is, the less each call costs. Calls
 * that come while a batch runs wait for the next one. So each is answered by a statement that starts after the call,
 * and its result is never older than the call. Calls with different batch keys never share a statement.
 */
export class QueryBatcher<Shared, Item, Result> {
  readonly #run: (shared: Shared, items: Item[]) => Promise<Result[]>
  readonly #limits: Limits
  /** Only batch keys in use have a queue. */
  readonly #queues = new Map<string, Queue<Item, Result>>()

  /** `run` returns a result for each item, in the same order. */
  constructor(
    run: (shared: Shared, items: Item[]) => Promise<Result[]>,
    limits: Limits = { concurrency: 1, batchSize: Infinity },
  ) {
    this.#run = run
    this.#limits = limits
  }

  /**
   * The result for one item. `shared` is the same for all calls of a batch key. Rejects with the error of the
   * statement, as do all calls of its batch. `batchSize` follows from the batch key: less than usual for what is
   * expensive.
   */
  load(batchKey: string, shared: Shared, item: Item, batchSize = this.#limits.batchSize): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const queue = this.#queues.get(batchKey) ?? { waiting: [], running: 0, batchSize }
    this.#queues.set(batchKey, queue)
    queue.waiting.push({ item, resolve, reject })
    if (queue.running < this.#limits.concurrency) {
      queue.running++
      // First reads the requests that have arrived, so they join the batch.
      setImmediate(() => void this.#runAll(batchKey, queue, shared))
    }
    return promise
  }

  async #runAll(batchKey: string, queue: Queue<Item, Result>, shared: Shared): Promise<void> {
    while (queue.waiting.length > 0) {
      const batch = queue.waiting.splice(0, queue.batchSize)
      try {
        const results = await this.#run(
          shared,
          batch.map(({ item }) => item),
        )
        for (const [i, { resolve }] of batch.entries()) resolve(results[i]!)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    if (--queue.running === 0) this.#queues.delete(batchKey)
  }
}
