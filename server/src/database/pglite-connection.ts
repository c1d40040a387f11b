import { parse, protocol } from '@electric-sql/pglite'
import type { messages, PGlite } from '@electric-sql/pglite'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { LRUCache } from 'lru-cache'
import { Unavailable } from '../errors.ts'
import type { MortalPglite } from './mortal-pglite.ts'
import type { OutageLog } from './outage-log.ts'
import { orUnavailable, unavailable } from './unavailability.ts'

/** Statements that are kept prepared; the plan of a search takes half a megabyte. */
const MAX_PREPARED = 100

type Prepared = {
  name: string
  parameterTypes: number[]
  /** What precedes the rows when it is not prepared: their columns, if it has any. */
  description: messages.BackendMessage[]
}

/** The embedded database's one connection, which keeps its statements prepared. */
export class PreparingConnection implements DatabaseConnection {
  readonly #pglite: PGlite
  readonly #causeOfDeath: () => unknown
  readonly #outages: OutageLog
  readonly #prepared: LRUCache<string, Prepared>
  /** Of statements that were dropped from the cache, to be forgotten by the database with the next one. */
  #unused: string[] = []
  #count = 0

  constructor({ pglite, causeOfDeath }: MortalPglite, outages: OutageLog) {
    this.#pglite = pglite
    this.#causeOfDeath = causeOfDeath
    this.#outages = outages
    this.#prepared = new LRUCache({ max: MAX_PREPARED, dispose: ({ name }) => this.#unused.push(name) })
  }

  get alive(): boolean {
    return this.#causeOfDeath() === undefined
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
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

  /** The answer holds the rows, and the description what their columns are. */
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

  /** Sends the messages as one, and what ends them; throws what the database found wrong. */
  async #send(...parts: Uint8Array[]): Promise<messages.BackendMessage[]> {
    if (!this.alive) throw unavailable(this.#causeOfDeath())
    try {
      const answer = await this.#pglite.execProtocol(Buffer.concat([...parts, protocol.serialize.sync()]))
      this.#outages.answered()
      return answer.messages
    } catch (error) {
      const told = this.alive ? orUnavailable(error) : unavailable(this.#causeOfDeath())
      if (told instanceof Unavailable) this.#outages.failed(told)
      throw told
    }
  }

  #serialize(value: unknown, type: number): string | null {
    if (value === null || value === undefined) return null
    const serializer = this.#pglite.serializers[type]
    return serializer ? serializer(value) : String(value)
  }
}
