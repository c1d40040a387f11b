/** A server: the name or address of a host, or the folder of its Unix socket. */
export type ServerAddress = { host: string; port: number }

export type DatabaseUrl = {
  /** In the order in which they are tried. */
  servers: ServerAddress[]
  /** The URL without them, for the driver: user, password, database and other options. */
  rest: string
}

/** Scheme, user and password, servers, and the rest. A password may contain "@". */
const PARTS = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/
/** Host and port; an IPv6 address is in brackets. */
const SERVER = /^(?:\[([\da-f:.]+)\]|([^:[\]\s]+))(?::(\d*))?$/i

/**
 * Parses a URL of Postgres that may name several servers, `a:5433,b`, in its place or as its option `host`. The driver
 * breaks on IPv6 addresses in such a list. Throws an Error that says what the URL must be, without showing it: it
 * contains the password. The service writes, so any `target_session_attrs` means a server that takes writes.
 */
export function parseDatabaseUrl(text: string): DatabaseUrl {
  const [, scheme, user = '', named = '', path] = PARTS.exec(text) ?? []
  if (scheme === undefined) throw new Error('must start with postgres:// or postgresql://')
  const rest = URL.parse(`${scheme}${user}${user && 'localhost'}${path}`)
  if (!rest) throw new Error('must be a valid URL')
  const { searchParams } = rest
  const hosts = searchParams.get('host') || named || 'localhost'
  const port = searchParams.get('port') || '5432'
  for (const option of ['host', 'port', 'target_session_attrs']) searchParams.delete(option)
  return { servers: hosts.split(',').map((host) => parseServer(host, port)), rest: rest.href }
}

function parseServer(text: string, defaultPort: string): ServerAddress {
  const [, address, name, own] = SERVER.exec(decoded(text)) ?? []
  const host = address ?? name
  if (host === undefined) {
    throw new Error('must list hosts such as db-1:5432,db-2:5432, with an IPv6 address in brackets')
  }
  const port = Number(own || defaultPort)
  if (!(port >= 1 && port <= 65_535)) throw new Error('must have ports from 1 to 65535')
  return { host, port }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

export function describeServer({ host, port }: ServerAddress): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}
