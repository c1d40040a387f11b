import { X509Certificate } from 'node:crypto'
import type { Config, DatabaseConfig } from '../../config.ts'
import { parseDatabaseUrl } from '../../lib/database-url.ts'
import { counted } from '../../shared/counted.ts'
import { orOk, ok, problem, warning } from './finding.ts'
import type { Finding } from './finding.ts'

const DAY_MS = 86_400_000
const RENEWAL_MS = 14 * DAY_MS
/** Of the life of a certificate: those of some days are renewed when a third is left. */
const RENEWAL_SHARE = 1 / 4

/** Warns of settings that are valid but probably not intended. */
export function checkConfiguration(config: Config, now: Date): Finding[] {
  const check = 'configuration'
  const { host, tls, logLevel, database, publicUrl, trustProxy } = config
  const unsafe: [is: boolean, message: string, advice: string][] = [
    [
      !isLoopback(host) && !tls,
      `HOST is ${host}, without TLS: others on the network can read API keys.`,
      'Set TLS_CERT and TLS_KEY. Or set HOST to 127.0.0.1 and use a proxy with TLS.',
    ],
    [
      publicUrl?.startsWith('https:') === true && !tls && trustProxy === undefined,
      'PUBLIC_URL is HTTPS, and no proxy is trusted: cookies are not Secure, and all sign-ins come from one address.',
      'Set TRUST_PROXY to the address of the proxy, which sends X-Forwarded-Proto and X-Forwarded-For.',
    ],
    [
      logLevel === 'silent' || logLevel === 'fatal',
      `LOG_LEVEL is ${logLevel}: failures are not logged.`,
      'Set it to error at least.',
    ],
    [
      isUnencrypted(database),
      'The connection to the database is not encrypted.',
      'Add ?sslmode=require to DATABASE_URL, unless nobody else has access to the network.',
    ],
  ]
  const renew = 'Renew it, and restart the service.'
  return orOk(
    [
      ...unsafe.map(([is, message, advice]) => is && warning(check, message, advice)),
      tls !== undefined && checkCertificate('TLS_CERT', new X509Certificate(tls.cert), now, renew),
    ],
    ok(check, database.engine === 'embedded' ? 'On the embedded database.' : 'On a Postgres server.'),
  )
}

function isUnencrypted(database: DatabaseConfig): boolean {
  if (database.engine === 'embedded') return false
  const { servers, rest } = parseDatabaseUrl(database.url)
  const { searchParams } = new URL(rest)
  const asked = searchParams.get('sslmode') ?? searchParams.get('ssl') ?? 'disable'
  return !servers.every(({ host }) => isLoopback(host)) && ['disable', 'false', 'allow', 'prefer'].includes(asked)
}

function isLoopback(host: string): boolean {
  return /^(localhost|127\..*|\[?::1\]?|)$/.test(host)
}

/** Warns of a certificate that should have been renewed; `name` begins the sentence. */
export function checkCertificate(
  name: string,
  { validFromDate, validToDate }: X509Certificate,
  now: Date,
  advice: string,
): Finding | false {
  const left = validToDate.getTime() - now.getTime()
  if (left < 0) return problem('certificate', `${name} has expired on ${validToDate.toISOString()}.`, advice)
  return (
    left < Math.min(RENEWAL_MS, RENEWAL_SHARE * (validToDate.getTime() - validFromDate.getTime())) &&
    warning('certificate', `${name} expires in ${daysLeft(validToDate, now)}.`, advice)
  )
}

/** How long a certificate is valid, in whole days. */
export function daysLeft(end: Date, now: Date): string {
  return counted(Math.floor((end.getTime() - now.getTime()) / DAY_MS), 'day')
}
