import { messages, parse, protocol } from '@electric-sql/pglite'
import type { PGlite } from '@electric-sql/pglite'
import { PGliteAdapter, PGliteDialect } from 'kysely'
import type { DatabaseConnection, Driver, QueryResult } from 'kysely'
import { LRUCache } from 'lru-cache'
import { Unavailable } from '../errors.ts'
import type { EmbeddedDatabase } from './embedded-database.ts'
import type { MortalPglite } from './mortal-pglite.ts'
import type { OutageLog } from './outage-log.ts'
import type { BytesRow, Query } from './read-bytes.ts'
import { orUnavailable, unavailable } from './unavailability.ts'

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
  readonly #database: EmbeddedDatabase
  readonly #outages: OutageLog

  constructor(database: EmbeddedDatabase, outages: OutageLog) {
    super({ pglite: async () => (await database.alive()).pglite })
    this.#database = database
    this.#outages = outages
  }

  override createAdapter(): PGliteAdapter {
    return new LendingAdapter()
  }

  override createDriver(): Driver {
    return new ExclusiveDriver(this.#database, this.#outages)
  }
}

/** Where Kysely lends the one connection itself, it lends it no more once the database could not be opened. */
class LendingAdapter extends PGliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class ExclusiveDriver implements Driver {
  readonly #database: EmbeddedDatabase
  readonly #outages: OutageLog
  #connection: PreparingConnection | undefined
  #lent: Promise<void> = Promise.resolve()
  #giveBack: () => void = () => {}
  /** When the process last looked what had come in. */
  #listened = 0

  constructor(database: EmbeddedDatabase, outages: OutageLog) {
    this.#database = database
    this.#outages = outages
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PreparingConnection> {
    const before = this.#lent
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#lent = promise
    await before
    this.#giveBack = resolve
    if (this.#connection?.alive) return this.#connection
    try {
      this.#connection = new PreparingConnection(await this.#database.alive(), this.#outages)
      return this.#connection
    } catch (error) {
      resolve()
      this.#outages.failed(error as Unavailable)
      throw error
    }
  }

  async releaseConnection(): Promise<void> {
    if (performance.now() - this.#listened < LONGEST_DEAF_MS) return this.#giveBack()
    setImmediate(() => {
      this.#listened = performance.now()
      this.#giveBack()
    })
  }

  /** Of whatever isolation: nobody else is there. */
  async beginTransaction(connection: PreparingConnection): Promise<void> {
    await connection.run('begin')
  }

  async commitTransaction(connection: PreparingConnection): Promise<void> {
    await connection.run('commit')
  }

  /** In a database that has died, there is nothing left to roll back. */
  async rollbackTransaction(connection: PreparingConnection): Promise<void> {
    if (connection.alive) await connection.run('rollback')
  }

  async destroy(): Promise<void> {
    await this.#database.close()
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

  async executeQuery<Row>({ sql, parameters, inBytes }: Query): Promise<QueryResult<Row>> {
    if (inBytes) return { rows: (await this.#execute(sql, parameters)).answer.flatMap(inBytesIfRow) as Row[] }
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

function inBytesIfRow(message: messages.BackendMessage): BytesRow[] {
  if (!(message instanceof messages.DataRowMessage)) return []
  return [message.fields.map((field) => (field === null ? null : Buffer.from(field)))]
}
