import { X509Certificate } from 'node:crypto'
import type { Config, DatabaseConfig } from '../../config.ts'
import { parseDatabaseUrl } from '../../database-url.ts'
import { counted } from '../../rules/counted.ts'
import { checkCertificate } from './certificate.ts'
import { orOk, ok, warning } from './finding.ts'
import type { Finding } from './finding.ts'

/** The documented rate limit, in requests per minute. */
const USUAL_RATE_LIMIT = 120

/** Warns of settings that are valid but probably not intended. */
export function checkConfiguration(config: Config, machine: { cores: number; now: Date }): Finding[] {
  const check = 'configuration'
  const { workers, rateLimit, host, tls, logLevel, database, publicUrl, trustProxy } = config
  return orOk(
    [
      workers > machine.cores &&
        warning(
          check,
          `WORKERS is ${workers}, on ${counted(machine.cores, 'core')}.`,
          `Set it to ${machine.cores} at most.`,
        ),
      rateLimit !== USUAL_RATE_LIMIT &&
        warning(
          check,
          `RATE_LIMIT_PER_MINUTE is ${rateLimit}: the documented limit is ${USUAL_RATE_LIMIT}.`,
          'Leave it unset, unless all clients know of the other limit.',
        ),
      !isLoopback(host) &&
        !tls &&
        warning(
          check,
          `HOST is ${host}, without TLS: others on the network can read API keys.`,
          'Set TLS_CERT and TLS_KEY. Or set HOST to 127.0.0.1 and use a proxy with TLS.',
        ),
      publicUrl !== undefined &&
        publicUrl.startsWith('https:') &&
        !tls &&
        trustProxy === undefined &&
        warning(
          check,
          'PUBLIC_URL is HTTPS, and no proxy is trusted: cookies are not Secure, and all sign-ins come from one address.',
          'Set TRUST_PROXY to the address of the proxy, which sends X-Forwarded-Proto and X-Forwarded-For.',
        ),
      (logLevel === 'silent' || logLevel === 'fatal') &&
        warning(check, `LOG_LEVEL is ${logLevel}: failures are not logged.`, 'Set it to error at least.'),
      tls !== undefined &&
        checkCertificate('TLS_CERT', new X509Certificate(tls.cert), machine.now, 'Renew it, and restart the service.'),
      isUnencrypted(database) &&
        warning(
          check,
          'The connection to the database is not encrypted.',
          'Add ?sslmode=require to DATABASE_URL, unless nobody else has access to the network.',
        ),
      mayTakeStandby(database) &&
        warning(
          check,
          'DATABASE_URL names several servers, and where no primary answers, a standby is taken.',
          'Add target_session_attrs=read-write to it.',
        ),
    ],
    ok(check, config.database.engine === 'embedded' ? 'On the embedded database.' : 'On a Postgres server.'),
  )
}

function isUnencrypted(database: DatabaseConfig): boolean {
  if (database.engine === 'embedded') return false
  const { servers, rest } = parseDatabaseUrl(database.url)
  const { searchParams } = new URL(rest)
  const asked = searchParams.get('sslmode') ?? searchParams.get('ssl') ?? 'disable'
  return !servers.every(({ host }) => isLoopback(host)) && ['disable', 'false', 'allow', 'prefer'].includes(asked)
}

function mayTakeStandby(database: DatabaseConfig): boolean {
  if (database.engine === 'embedded') return false
  const { servers, target } = parseDatabaseUrl(database.url)
  return servers.length > 1 && target === 'any'
}

function isLoopback(host: string): boolean {
  return /^(localhost|127\..*|\[?::1\]?|)$/.test(host)
}
