import postgres from 'postgres'
import { startServer } from '../engines/postgres.ts'
import type { StartedServer } from '../engines/postgres.ts'
import { until } from '../given/until.ts'
import { allProcesses } from './process-table.ts'

const SETTINGS = ['fsync=off', 'wal_keep_size=64MB']
const DATABASE = 'service'

/** A primary and its synchronous standby: what the primary acknowledges, the standby has. */
export class PostgresPair {
  readonly #programs: string
  #primary: StartedServer
  #standby: StartedServer
  readonly #ports: readonly number[]

  private constructor(programs: string, primary: StartedServer, standby: StartedServer) {
    this.#programs = programs
    this.#primary = primary
    this.#standby = standby
    this.#ports = [primary, standby].map(({ url }) => Number(new URL(url).port))
  }

  static async start(programs: string): Promise<PostgresPair> {
    const primary = await startServer(programs, SETTINGS)
    await onServer(primary, (server) => server.unsafe(`create database ${DATABASE}`))
    const standby = await startServer(programs, SETTINGS, { standbyOf: primary.url })
    const pair = new PostgresPair(programs, primary, standby)
    await pair.#untilSynchronous()
    return pair
  }

  /** With both servers, always in the same order. */
  get url(): string {
    const servers = this.#ports.map((port) => `127.0.0.1:${port}`).join(',')
    return `postgres://postgres@${servers}/${DATABASE}?target_session_attrs=read-write`
  }

  /** Kills the primary, and makes the standby the primary. Resolves as soon as it takes writes. */
  async failOver(): Promise<void> {
    this.#primary.kill()
    await this.#promote()
  }

  /** Ends the primary as one does before a planned switch, and makes the standby the primary. */
  async switchOver(): Promise<void> {
    this.#primary.halt()
    await this.#promote()
  }

  /** Stops all processes of the primary, as a machine that hangs, and makes the standby the primary. */
  async silence(): Promise<void> {
    for (const pid of allProcesses(this.#primary.pid())) process.kill(pid, 'SIGSTOP')
    await this.#promote()
  }

  async #promote(): Promise<void> {
    const [old, promoted] = [this.#primary, this.#standby]
    await onServer(promoted, async (server) => {
      await server`select pg_promote(false)`
      const isStandby = async () => (await server`select pg_is_in_recovery() as yes`)[0]!['yes'] as boolean
      await until(async () => !(await isStandby()), { everyMs: 5 })
    })
    this.#primary = promoted
    this.#standby = old
  }

  /** Makes a new standby in the place of the old primary. */
  async repair(): Promise<void> {
    this.#standby.kill()
    this.#standby.stop()
    const port = Number(new URL(this.#standby.url).port)
    this.#standby = await startServer(this.#programs, SETTINGS, { standbyOf: this.#primary.url, port })
    await this.#untilSynchronous()
  }

  async #untilSynchronous(): Promise<void> {
    await onServer(this.#primary, async (server) => {
      await server.unsafe(`alter system set synchronous_standby_names = '*'`)
      await server`select pg_reload_conf()`
      const standbys = () => server`select from pg_stat_replication where sync_state = 'sync'`
      await until(async () => (await standbys()).length === 1, { everyMs: 10 })
    })
  }

  stop(): void {
    this.#primary.stop()
    this.#standby.stop()
  }
}

async function onServer<T>({ url }: StartedServer, work: (server: postgres.Sql) => Promise<T>): Promise<T> {
  const server = postgres(url, { max: 1, onnotice: () => {} })
  try {
    return await work(server)
  } finally {
    await server.end({ timeout: 1 })
  }
}
