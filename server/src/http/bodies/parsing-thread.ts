import type { ZodType } from 'zod'
import { answerTasks, AnsweringThread } from '../../answering-thread.ts'
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
/**
 * Parses bodies in the thread, in the order in which they come. `schemas`: by operation, of bodies to check as well.
 */
export function parseBodies(schemas: Record<string, ZodType>): void {
  answerTasks((task: Task) => answer(task, schemas[task.operation ?? '']))
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
  readonly #thread: AnsweringThread<Task, Answer>

  /** `module`: calls `parseBodies` in the thread. */
  constructor(module: URL) {
    this.#thread = new AnsweringThread(module, MEMORY)
  }

  /** Starts the thread ahead of `parse`, such as while a body arrives. */
  start(): void {
    this.#thread.start()
  }

  /**
   * Returns the body, as a CheckedBody where its schema is known. Throws InvalidJson and InvalidInput. Takes the chunks
   * away.
   */
  async parse(task: Task): Promise<unknown> {
    // Memory that a chunk shares with others is copied instead; all empty ones share theirs.
    const own = task.chunks
      .map(({ buffer }) => buffer)
      .filter((buffer, i) => buffer.byteLength > 0 && buffer.byteLength === task.chunks[i]!.length)
    const result = await this.#thread.ask(task, own as ArrayBuffer[])
    if ('issues' in result) throw new InvalidInput(result.issues)
    if ('invalidJson' in result) throw new InvalidJson(result.invalidJson)
    return result.isChecked ? new CheckedBody(result.value) : result.value
  }

  close(): void {
    this.#thread.close()
  }
}
