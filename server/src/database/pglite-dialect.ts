import { messages, parse, protocol } from '@electric-sql/pglite'
import type { PGlite } from '@electric-sql/pglite'
import { PGliteDialect } from 'kysely'
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import { LRUCache } from 'lru-cache'

/** Statements that are kept prepared. */
const MAX_PREPARED = 500
/**
 * How long statements may follow each other without the process looking what has come in, in milliseconds: the database
 * is in the process, and never lets go of it by itself.
 */
const LONGEST_DEAF_MS = 5

/**
 * Kysely's PGlite dialect with a driver of our own, which differs from its own in two ways.
 *
 * The database's one connection is lent to one borrower at a time. The stock driver lends it to all at once, so that a
 * query of one request would run inside the transaction that another has open, and two transactions at once would hang.
 *
 * And statements are prepared: PGlite's `query` has each one parsed, described and planned anew, which for a short read
 * takes most of the time, and crosses into WebAssembly six times.
 */
export class ExclusivePGliteDialect extends PGliteDialect {
  readonly #pglite: PGlite

  constructor(pglite: PGlite) {
    super({ pglite })
    this.#pglite = pglite
  }

  override createDriver(): Driver {
    return new ExclusiveDriver(this.#pglite)
  }
}

class ExclusiveDriver implements Driver {
  readonly #pglite: PGlite
  readonly #connection: PreparingConnection
  #lent: Promise<void> = Promise.resolve()
  #giveBack: () => void = () => {}
  /** When the process last looked what had come in. */
  #listened = 0

  constructor(pglite: PGlite) {
    this.#pglite = pglite
    this.#connection = new PreparingConnection(pglite)
  }

  async init(): Promise<void> {
    await this.#pglite.waitReady
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#lent
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#lent = promise
    await before
    this.#giveBack = resolve
    return this.#connection
  }

  async releaseConnection(): Promise<void> {
    if (performance.now() - this.#listened < LONGEST_DEAF_MS) return this.#giveBack()
    setImmediate(() => {
      this.#listened = performance.now()
      this.#giveBack()
    })
  }

  /** Of whatever isolation: nobody else is there. */
  async beginTransaction(): Promise<void> {
    await this.#connection.run('begin')
  }

  async commitTransaction(): Promise<void> {
    await this.#connection.run('commit')
  }

  async rollbackTransaction(): Promise<void> {
    await this.#connection.run('rollback')
  }

  async destroy(): Promise<void> {
    if (!this.#pglite.closed) await this.#pglite.close()
  }
}

type Prepared = {
  name: string
  parameterTypes: number[]
  /** What precedes the rows when it is not prepared: their columns, if it has any. */
  description: messages.BackendMessage[]
}

class PreparingConnection implements DatabaseConnection {
  readonly #pglite: PGlite
  readonly #prepared: LRUCache<string, Prepared>
  /** Of statements that were dropped from the cache, to be forgotten by the database with the next one. */
  #unused: string[] = []
  #count = 0

  constructor(pglite: PGlite) {
    this.#pglite = pglite
    this.#prepared = new LRUCache({ max: MAX_PREPARED, dispose: ({ name }) => this.#unused.push(name) })
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, affectedRows } = await this.run<Row>(sql, parameters)
    return { rows, numAffectedRows: BigInt(affectedRows ?? 0) }
  }

  streamQuery(): never {
    throw new Error('The embedded database does not stream.')
  }

  async run<Row>(sql: string, parameters: readonly unknown[] = []) {
    const { name, parameterTypes, description } = this.#prepared.get(sql) ?? (await this.#prepare(sql))
    const values = parameters.map((value, i) => this.#serialize(value, parameterTypes[i]!))
    const { serialize } = protocol
    const answer = await this.#send(serialize.bind({ statement: name, values }), serialize.execute())
    const [result] = parse.parseResults([...description, ...answer], this.#pglite.parsers, { rowMode: 'object' })
    return { rows: result!.rows as Row[], affectedRows: result!.affectedRows }
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
    const answer = await this.#pglite.execProtocol(Buffer.concat([...parts, protocol.serialize.sync()]))
    return answer.messages
  }

  #serialize(value: unknown, type: number): string | null {
    if (value === null || value === undefined) return null
    const serializer = this.#pglite.serializers[type]
    return serializer ? serializer(value) : String(value)
  }
}
