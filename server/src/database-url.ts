/** A server: the name or address of a host, or the folder of its Unix socket. */
export type ServerAddress = { host: string; port: number }

/** Which servers will do, as libpq's `target_session_attrs`: those that a service can use which writes. */
const TARGETS = ['any', 'primary', 'read-write'] as const
export type Target = (typeof TARGETS)[number]

export type DatabaseUrl = {
  /** In the order in which they are tried. Empty where the URL names none: the driver has a default. */
  servers: ServerAddress[]
  target: Target
  /** The URL without both, for the driver: user, password, database and other options. */
  rest: string
}

const DEFAULT_PORT = '5432'
/** Scheme, user and password, servers, and the rest. A password may contain "@". */
const PARTS = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/
/** Host and port; an IPv6 address is in brackets. */
const SERVER = /^(?:\[([\da-f:.]+)\]|([^:[\]\s]+))(?::(\d*))?$/i

/**
 * Parses a URL of Postgres as libpq does: it may name several servers, `a:5433,b`, in its place or as `host` and `port`
 * among its options. Throws an Error that says what the URL must be, without showing it: it contains the password.
 */
export function parseDatabaseUrl(text: string): DatabaseUrl {
  const [, scheme, user = '', named = '', path] = PARTS.exec(text) ?? []
  if (scheme === undefined) throw new Error('must start with postgres:// or postgresql://')
  const rest = URL.parse(`${scheme}${user}${user && 'localhost'}${path}`)
  if (!rest) throw new Error('must be a valid URL')
  const take = (option: string) => {
    const value = rest.searchParams.get(option)
    rest.searchParams.delete(option)
    return value
  }
  const target = take('target_session_attrs') ?? 'any'
  if (!isTarget(target))
    throw new Error(`must have a target_session_attrs of ${TARGETS.join(', ')}: the service writes`)
  return { servers: parseServers(take('host') || named, take('port')), target, rest: rest.href }
}

/** `ports` is one for all servers, or one for each. */
function parseServers(servers: string, ports: string | null): ServerAddress[] {
  if (servers === '') return []
  const list = servers.split(',')
  const given = ports?.split(',')
  if (given && given.length > 1 && given.length !== list.length) {
    throw new Error(`must have one port for all of its ${list.length} hosts, or one for each`)
  }
  return list.map((server, i) => {
    const [, address, name, own] = SERVER.exec(decoded(server)) ?? []
    const host = address ?? name
    if (host === undefined) {
      throw new Error('must list hosts such as db-1:5432,db-2:5432, with an IPv6 address in brackets')
    }
    const port = Number((given?.length === 1 ? given[0] : given?.[i]) || own || DEFAULT_PORT)
    if (!(port >= 1 && port <= 65_535)) throw new Error('must have ports from 1 to 65535')
    return { host, port }
  })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

function isTarget(text: string): text is Target {
  return (TARGETS as readonly string[]).includes(text)
}

export function describeServer({ host, port }: ServerAddress): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}
