import { setImmediate } from 'node:timers/promises'
import { parse, protocol } from '@electric-sql/pglite'
import type { messages, PGlite } from '@electric-sql/pglite'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { LRUCache } from 'lru-cache'
import { Unavailable } from '../errors.ts'
import type { CrashablePglite } from './crashable-pglite.ts'
import type { OutageLog } from './outage-log.ts'
import { orUnavailable, unavailable } from './unavailability.ts'

/**
 * How often to yield to the event loop, in milliseconds. The embedded database runs in this process and never yields by
 * itself.
 */
export const YIELD_EVERY_MS = 5

/** Prepared statements in the cache; the plan of a search takes half a megabyte. */
const MAX_PREPARED = 100

type Prepared = {
  name: string
  parameterTypes: number[]
  /** The description of the columns, which precedes the rows of an unprepared statement. */
  description: messages.BackendMessage[]
}

/** The single connection to the embedded database, with a cache of prepared statements. */
export class PreparingConnection implements DatabaseConnection {
  readonly #pglite: PGlite
  readonly #panicCause: () => unknown
  readonly #outages: OutageLog
  readonly #prepared: LRUCache<string, Prepared>
  /** Statements evicted from the cache. The next `prepare` closes them in the database. */
  #unused: string[] = []
  #count = 0
  /** When its present user got it, or last yielded to the event loop. */
  #workingSince = 0

  constructor({ pglite, panicCause }: CrashablePglite, outages: OutageLog) {
    this.#pglite = pglite
    this.#panicCause = panicCause
    this.#outages = outages
    this.#prepared = new LRUCache({ max: MAX_PREPARED, dispose: ({ name }) => this.#unused.push(name) })
  }

  /** Whether the database has not crashed. */
  get isOpen(): boolean {
    return this.#panicCause() === undefined
  }

  /** Call it when somebody gets the connection. */
  lend(): this {
    this.#workingSince = performance.now()
    return this
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    // A long transaction has the database for itself, and not the process.
    if (performance.now() - this.#workingSince >= YIELD_EVERY_MS) {
      await setImmediate()
      this.#workingSince = performance.now()
    }
    const { rows, affectedRows } = await this.run<Row>(sql, parameters)
    return { rows, numAffectedRows: BigInt(affectedRows ?? 0) }
  }

  streamQuery(): never {
    throw new Error('The embedded database does not stream.')
  }

  async run<Row>(sql: string, parameters: readonly unknown[] = []) {
    const { description, answer } = await this.#execute(sql, parameters)
    const [result] = parse.parseResults([...description, ...answer], this.#pglite.parsers, { rowMode: 'object' })
    return { rows: result!.rows as Row[], affectedRows: result!.affectedRows }
  }

  /** The answer holds the rows, the description their columns. */
  async #execute(sql: string, parameters: readonly unknown[]) {
    const { name, parameterTypes, description } = this.#prepared.get(sql) ?? (await this.#prepare(sql))
    const values = parameters.map((value, i) => this.#serialize(value, parameterTypes[i]!))
    const { serialize } = protocol
    const answer = await this.#send(serialize.bind({ statement: name, values }), serialize.execute())
    return { description, answer }
  }

  async #prepare(sql: string): Promise<Prepared> {
    const { serialize } = protocol
    const name = `s${++this.#count}`
    const closing = this.#unused.map((unused) => serialize.close({ type: 'S', name: unused }))
    this.#unused = []
    const answer = await this.#send(
      ...closing,
      serialize.parse({ name, text: sql }),
      serialize.describe({ type: 'S', name }),
    )
    const prepared = {
      name,
      parameterTypes: parse.parseDescribeStatementResults(answer),
      description: answer.filter((message) => message.name === 'rowDescription'),
    }
    this.#prepared.set(sql, prepared)
    return prepared
  }

  /** Sends the messages in one batch, with a sync message at the end. Throws the database's error. */
  async #send(...parts: Uint8Array[]): Promise<messages.BackendMessage[]> {
    if (!this.isOpen) throw unavailable(this.#panicCause())
    try {
      const answer = await this.#pglite.execProtocol(Buffer.concat([...parts, protocol.serialize.sync()]))
      this.#outages.answered()
      return answer.messages
    } catch (error) {
      const reported = this.isOpen ? orUnavailable(error) : unavailable(this.#panicCause())
      if (reported instanceof Unavailable) this.#outages.failed(reported)
      throw reported
    }
  }

  #serialize(value: unknown, type: number): string | null {
    if (value === null || value === undefined) return null
    const serializer = this.#pglite.serializers[type]
    return serializer ? serializer(value) : String(value)
  }
}
