import { parentPort, Worker } from 'node:worker_threads'
import type { ResourceLimits, Transferable } from 'node:worker_threads'
import { extname } from 'node:path'

/** The thread ends after so long without work, in milliseconds: its memory is free then. */
const IDLE_MS = 5_000

type Asked<Task> = { id: number; task: Task }
type Answered<Answer> = { id: number; answer: Answer }

/** Answers the tasks that an `AnsweringThread` asks, several at a time. What it throws ends the thread. */
export function answerTasks<Task, Answer>(answer: (task: Task) => Answer | Promise<Answer>): void {
  const port = parentPort!
  port.on('message', async ({ id, task }: Asked<Task>) => {
    port.postMessage({ id, answer: await answer(task) } satisfies Answered<Answer>)
  })
}

/** A thread for work that would hold up the event loop. It starts when it is needed, and ends when it is not. */
export class AnsweringThread<Task, Answer> {
  readonly #module: URL
  readonly #memory: ResourceLimits
  readonly #waiting = new Map<number, PromiseWithResolvers<Answer>>()
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  #asked = 0
  readonly #isHeld: () => boolean

  /** `module`: calls `answerTasks` in the thread. `isHeld`: somebody will ask for what the thread holds. */
  constructor(module: URL, memory: ResourceLimits, isHeld = () => false) {
    this.#module = module
    this.#memory = memory
    this.#isHeld = isHeld
  }

  /** Starts the thread ahead of `ask`, such as while a task arrives. */
  start(): void {
    this.#worker ??= this.#newWorker()
    this.#idle ??= setTimeout(() => (this.#isNeeded() ? this.#idle?.refresh() : this.close()), IDLE_MS).unref()
    this.#idle.refresh()
  }

  /** Throws the error of a thread that ends meanwhile. The memory of `transferred` is given to the thread. */
  async ask(task: Task, transferred: Transferable[] = []): Promise<Answer> {
    this.start()
    const id = ++this.#asked
    const answered = Promise.withResolvers<Answer>()
    this.#waiting.set(id, answered)
    this.#worker!.postMessage({ id, task } satisfies Asked<Task>, transferred)
    return answered.promise
  }

  close(): void {
    clearTimeout(this.#idle)
    this.#idle = undefined
    void this.#worker?.terminate()
    this.#worker = undefined
  }

  #isNeeded(): boolean {
    return this.#waiting.size > 0 || this.#isHeld()
  }

  #newWorker(): Worker {
    const worker = new Worker(this.#module, { resourceLimits: this.#memory })
    worker.unref()
    worker.on('message', ({ id, answer }: Answered<Answer>) => {
      this.#waiting.get(id)!.resolve(answer)
      this.#waiting.delete(id)
    })
    worker.once('error', (error) => {
      this.#worker = undefined
      for (const { reject } of this.#waiting.values()) reject(error)
      this.#waiting.clear()
    })
    return worker
  }
}

/**
 * The URL of a module that a thread or another process runs. `path` is relative to the caller and has no extension: it
 * is TypeScript in the repository, and JavaScript in the package.
 */
export function moduleUrl(path: string, { url }: ImportMeta): URL {
  return new URL(path + extname(url), url)
}
