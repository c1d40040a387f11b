import postgres from 'postgres'
import { describeServer, parseDatabaseUrl } from '../database-url.ts'
import type { ServerAddress } from '../database-url.ts'
import type { OutageLog } from './outage-log.ts'
import { PostgresSession } from './postgres-session.ts'

/** How long a connection may take to open, in milliseconds: of several servers one may be silent. */
const OPEN_LIMIT_MS = { alone: 5_000, oneOfSeveral: 1_000 }

/**
 * The servers of a database: one of them is its primary, and another one is after a failover. Once a session was opened
 * on a newer primary, no older one is used again: a tag of one with rows of the other would be wrong for ever.
 */
export class PostgresServers {
  readonly #url: ReturnType<typeof parseDatabaseUrl>
  readonly #servers: (ServerAddress | undefined)[]
  #sessions: PostgresSession[] = []
  /** The history of the database that is used. */
  history = ''

  /** `url`: as DATABASE_URL. */
  constructor(url: string) {
    this.#url = parseDatabaseUrl(url)
    this.#servers = this.#url.servers.length > 0 ? this.#url.servers : [undefined]
  }

  get areSeveral(): boolean {
    return this.#servers.length > 1
  }

  /** The sessions that are open, of all pools. */
  get sessions(): PostgresSession[] {
    return this.#sessions.filter((session) => !session.closed)
  }

  /** The servers, for people. */
  toString(): string {
    return this.#servers.map((server) => (server ? describeServer(server) : 'the default address')).join(', ')
  }

  /**
   * Opens a session on the first server that will do. Each call begins with the first server: the primary may be
   * anywhere. With `looksAtAll` it takes the newest primary: an old one may serve on, or may have come back. Throws the
   * problem of the server, or an error with those of all.
   */
  async open(outages: OutageLog, { looksAtAll = this.history === '' } = {}): Promise<PostgresSession> {
    let opened: PostgresSession | undefined
    const problems: Error[] = []
    for (const server of this.#servers) {
      const session = this.#newSession(server, outages)
      try {
        await session.open()
        this.#accept(session)
        opened?.discard()
        opened = session
        if (!looksAtAll) break
      } catch (error) {
        session.discard()
        problems.push(error as Error)
      }
    }
    if (opened) return opened
    throw problems.length === 1 ? problems[0] : this.#together(problems)
  }

  #newSession(server: ServerAddress | undefined, outages: OutageLog): PostgresSession {
    return new PostgresSession({
      server,
      url: this.#url.rest,
      outages,
      openLimitMs: this.areSeveral ? OPEN_LIMIT_MS.oneOfSeveral : OPEN_LIMIT_MS.alone,
    })
  }

  /** Throws where the server will not do. Ends all sessions that have another history. */
  #accept(session: PostgresSession): void {
    const [system, timeline] = timelineOf(session)
    const [usedSystem, usedTimeline] = timelineOf(this)
    const { target } = this.#url
    if (timeline === '' && target !== 'any') throw readOnly('it is a standby')
    if (session.isReadOnly && target === 'read-write') throw readOnly('it is set to refuse writes')
    if (system === usedSystem && timeline < usedTimeline) {
      throw readOnly(`it is older than the primary that was used before: restart the service if it is to be used`)
    }
    for (const open of this.sessions) if (open.history !== session.history) open.discard()
    this.#sessions = [...this.sessions, session]
    this.history = session.history
  }

  /** With the error of a server that is running, where there is one: it says most. */
  #together(problems: Error[]): Error {
    const cause = problems.find((problem) => problem instanceof postgres.PostgresError) ?? problems[0]
    const { code } = cause as { code?: string }
    // A refused connection may be named in the code only.
    const messages = problems.map(({ message }, i) => `${describeServer(this.#url.servers[i]!)}: ${message || code}`)
    return Object.assign(new Error(messages.join('; '), { cause }), { code })
  }
}

/** The identifier of the cluster, and its timeline: of eight digits, or empty for a standby, which has no own one. */
function timelineOf({ history }: { history: string }): [system: string, timeline: string] {
  const parts = history.split(' ')
  return [parts[0]!, parts.length === 3 ? parts[1]! : '']
}

/** With the SQLSTATE of a server that refuses to write. */
function readOnly(message: string): Error {
  return Object.assign(new Error(message), { code: '25006' })
}
