import { parentPort, Worker } from 'node:worker_threads'
import type { ZodType } from 'zod'
import { InvalidInput } from '../../errors.ts'
import type { Issue } from '../../errors.ts'
import { CheckedBody, validate } from '../validate.ts'
import { InvalidJson, parseJson } from './parse-json.ts'

/** A body: its bytes in chunks, and the id of the operation that it is for. */
type Task = { operation: string | undefined; chunks: Uint8Array[] }
type Answer = { value: unknown; isChecked: boolean } | { issues: Issue[] } | { invalidJson: string }

/**
 * Memory of the thread, for its objects: the largest call takes less than half of it. More for young ones is not given
 * back.
 */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 }
/** The thread ends after so long without a body, in milliseconds: its memory is free then. */
const IDLE_MS = 5_000

/**
 * Parses bodies in the thread, in the order in which they come. `schemas`: by operation, of bodies to check as well.
 */
export function parseBodies(schemas: Record<string, ZodType>): void {
  const port = parentPort!
  port.on('message', (task: Task) => port.postMessage(answer(task, schemas[task.operation ?? ''])))
}

function answer({ chunks }: Task, schema: ZodType | undefined): Answer {
  try {
    const value = parseJson(chunks)
    if (!schema) return { value, isChecked: false }
    const checked = validate(schema, value ?? undefined)
    return 'error' in checked ? { issues: checked.error.issues } : { ...checked, isChecked: true }
  } catch (error) {
    if (error instanceof InvalidJson) return { invalidJson: error.message }
    throw error
  }
}

/** Parses large bodies in its own thread, so that the event loop serves others meanwhile. */
export class ParsingThread {
  readonly #module: URL
  #worker: Worker | undefined
  #waiting: PromiseWithResolvers<Answer>[] = []
  #idle: NodeJS.Timeout | undefined

  /** `module`: calls `parseBodies` in the thread. */
  constructor(module: URL) {
    this.#module = module
  }

  /** Starts the thread ahead of `parse`, such as while a body arrives. */
  start(): void {
    this.#worker ??= this.#newWorker()
    this.#idle ??= setTimeout(() => (this.#waiting.length > 0 ? this.#idle?.refresh() : this.close()), IDLE_MS).unref()
    this.#idle.refresh()
  }

  /**
   * Returns the body, as a CheckedBody where its schema is known. Throws InvalidJson and InvalidInput. Takes the chunks
   * away.
   */
  async parse(task: Task): Promise<unknown> {
    const parsed = Promise.withResolvers<Answer>()
    this.#waiting.push(parsed)
    this.start()
    // Memory that a chunk shares with others is copied instead.
    const own = task.chunks
      .map(({ buffer }) => buffer)
      .filter((buffer, i) => buffer.byteLength === task.chunks[i]!.length)
    this.#worker!.postMessage(task, own as ArrayBuffer[])
    const result = await parsed.promise
    if ('issues' in result) throw new InvalidInput(result.issues)
    if ('invalidJson' in result) throw new InvalidJson(result.invalidJson)
    return result.isChecked ? new CheckedBody(result.value) : result.value
  }

  close(): void {
    clearTimeout(this.#idle)
    this.#idle = undefined
    void this.#worker?.terminate()
    this.#worker = undefined
  }

  #newWorker(): Worker {
    const worker = new Worker(this.#module, { resourceLimits: MEMORY })
    worker.unref()
    worker.on('message', (result: Answer) => this.#waiting.shift()!.resolve(result))
    worker.once('error', (error) => {
      this.#worker = undefined
      for (const { reject } of this.#waiting.splice(0)) reject(error)
    })
    return worker
  }
}
