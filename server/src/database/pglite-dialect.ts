import { PGliteDialect, PGliteDriver } from 'kysely'
import type { DatabaseConnection, PGliteDialectConfig } from 'kysely'

/**
 * Kysely's PGlite dialect, with its one connection lent to one borrower at a time.
 *
 * The stock driver lends it to all at once, so that a query of one request would run inside the transaction that
 * another has open, and two transactions at once would hang.
 */
export class ExclusivePGliteDialect extends PGliteDialect {
  readonly #config: PGliteDialectConfig

  constructor(config: PGliteDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): PGliteDriver {
    return new ExclusivePGliteDriver(this.#config)
  }
}

class ExclusivePGliteDriver extends PGliteDriver {
  #lent: Promise<void> = Promise.resolve()
  #giveBack: () => void = () => {}

  override async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#lent
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#lent = promise
    await before
    this.#giveBack = resolve
    return super.acquireConnection()
  }

  override async releaseConnection(): Promise<void> {
    this.#giveBack()
  }
}
