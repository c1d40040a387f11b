import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import addressparser from 'nodemailer/lib/addressparser'
import { z } from 'zod'
import { parseDatabaseUrl } from './lib/database-url.ts'
import { OperatorError } from './errors.ts'
import { isEmail } from './shared/email.ts'
import { isListOfNetworks, isOrigin } from './lib/site-url.ts'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const wholeNumber = z.string().regex(/^\d+$/, 'must be a whole number').transform(Number)
const port = wholeNumber.pipe(z.number().max(65_535, 'must be at most 65535'))
const httpUrl = z
  .string()
  .refine((url) => /^https?:$/.test(URL.parse(url)?.protocol ?? ''), 'must start with https:// or http://')
const Environment = z
  .object({
    PORT: port.default(3000),
    HOST: z.string().default('127.0.0.1'),
    WORKERS: wholeNumber.pipe(z.number().min(1, 'must be at least 1').max(256, 'must be at most 256')).default(1),
    METRICS_PORT: port.optional(),
    METRICS_HOST: z.string().default('127.0.0.1'),
    TLS_CERT: z.string().optional(),
    TLS_KEY: z.string().optional(),
    TRUST_PROXY: z.string().refine(isListOfNetworks, 'must list addresses or networks, such as 10.0.0.0/8').optional(),
    PUBLIC_URL: z
      .string()
      .refine(isOrigin, 'must be the beginning of a URL without a path, such as https://catalogue.example.com')
      .optional(),
    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
      .refine((url) => URL.canParse(url), 'must be a valid URL')
      .optional(),
    OIDC_ISSUER: z.string().startsWith('https://', 'must start with https://').optional(),
    OIDC_CLIENT_ID: z.string().optional(),
    OIDC_CLIENT_SECRET: z.string().optional(),
    OIDC_DOMAINS: z.string().default('').transform(listOfDomains),
    MAIL_FROM: z.string().transform(readSender).optional(),
    DATA_DIR: z.string().default('./data'),
    DATABASE_URL: z.string().superRefine(refuseUnparsable).optional(),
    IMAGES_DIR: z.string().optional(),
    BACKUPS_DIR: z.string().optional(),
    IMAGES_S3_BUCKET: z.string().optional(),
    IMAGES_S3_ENDPOINT: httpUrl.optional(),
    IMAGES_S3_REGION: z.string().default('us-east-1'),
    IMAGES_GB_PER_WORKSPACE: wholeNumber.pipe(z.number().min(1, 'must be at least 1')).default(20),
    AWS_ACCESS_KEY_ID: z.string().optional(),
    AWS_SECRET_ACCESS_KEY: z.string().optional(),
    AWS_SESSION_TOKEN: z.string().optional(),
    RATE_LIMIT_PER_MINUTE: wholeNumber.pipe(z.number().min(1, 'must be at least 1')).default(120),
    LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of: ${LOG_LEVELS.join(', ')}`).default('warn'),
  })
  .refine((env) => Boolean(env.TLS_CERT) === Boolean(env.TLS_KEY), {
    path: ['TLS_KEY'],
    message: 'must be set together with TLS_CERT',
  })
  .refine((env) => Boolean(env.SMTP_URL) === Boolean(env.MAIL_FROM), {
    path: ['MAIL_FROM'],
    message: 'must be set together with SMTP_URL',
  })
  .refine((env) => new Set([!env.OIDC_ISSUER, !env.OIDC_CLIENT_ID, !env.OIDC_CLIENT_SECRET]).size === 1, {
    path: ['OIDC_ISSUER'],
    message: 'must be set together with OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
  })
  .refine((env) => env.WORKERS === 1 || env.DATABASE_URL, {
    path: ['WORKERS'],
    message: 'the embedded database has one process: set DATABASE_URL to a Postgres server',
  })
  .refine((env) => !env.IMAGES_S3_BUCKET || (env.AWS_ACCESS_KEY_ID && env.AWS_SECRET_ACCESS_KEY), {
    path: ['IMAGES_S3_BUCKET'],
    message: 'needs credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  })
  .refine((env) => !env.IMAGES_S3_BUCKET || !env.IMAGES_DIR, {
    path: ['IMAGES_DIR'],
    message: 'cannot be set together with IMAGES_S3_BUCKET: images are kept in one place',
  })

/** An address, perhaps with a name before it. The parser makes something of any text, so what it made is compared. */
function readSender(text: string, { addIssue }: z.RefinementCtx): MailSender {
  const [sender, ...others] = addressparser(text)
  const { name, address = '' } = sender ?? { name: '' }
  const isClosed = text.includes('<') === text.trimEnd().endsWith('>')
  if (others.length > 0 || !isEmail(address) || !text.includes(address) || /[@<>]/.test(name) || !isClosed) {
    addIssue('must be one address, such as noreply@trade.example or Harbour Wholesale <noreply@trade.example>')
  }
  return { name, address }
}

/** Domains with commas or spaces between them, in lower case. */
function listOfDomains(list: string): string[] {
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
}

function refuseUnparsable(url: string, { addIssue }: z.RefinementCtx): void {
  try {
    parseDatabaseUrl(url)
  } catch (error) {
    addIssue((error as Error).message)
  }
}

/** The variables that a message about them must not show. */
const SECRET = new Set(['DATABASE_URL', 'SMTP_URL', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'OIDC_CLIENT_SECRET'])

/** The database: a folder that this process owns, or Postgres, on one or several servers. */
export type DatabaseConfig = { engine: 'embedded'; dataDir: string } | { engine: 'postgres'; url: string }

/** A bucket of S3, or of a service that is compatible with it. */
export type ImageBucketConfig = {
  /** A URL without a slash at its end. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string | undefined
}

type MailSender = { name: string; address: string }

/** The server that mail is sent by, and its sender. */
export type MailConfig = { url: string; from: MailSender }

export type ImagesConfig = {
  keep: { folder: string } | ImageBucketConfig
  gigabytesPerWorkspace: number
}

export type Config = ReturnType<typeof readConfig>

/**
 * Reads the whole configuration; nothing else in the service reads the environment. Options of the command line take
 * precedence over variables. An empty variable counts as unset. Throws an OperatorError that names the variable and the
 * problem.
 */
export function readConfig(given: Record<string, string> = {}, env: NodeJS.ProcessEnv = process.env) {
  const set = Object.fromEntries(Object.entries({ ...env, ...given }).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(set)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const name = String(issue?.path[0])
    // The URL of a database contains the password.
    const value = set[name] === undefined || SECRET.has(name) ? '' : ` is ${JSON.stringify(set[name])}, and`
    throw new OperatorError(`${name}${value} ${issue?.message}.`)
  }
  const { data } = parsed
  return {
    /** 0 lets the system choose a free port. */
    port: data.PORT,
    host: data.HOST,
    /** Worker processes that share the port. */
    workers: data.WORKERS,
    /** Where metrics are served, if at all; port 0 as above. */
    metrics: data.METRICS_PORT === undefined ? undefined : { host: data.METRICS_HOST, port: data.METRICS_PORT },
    /** In PEM. */
    tls: data.TLS_CERT && data.TLS_KEY ? readTls(data.TLS_CERT, data.TLS_KEY) : undefined,
    /** Addresses and networks of proxies whose `X-Forwarded-…` headers are believed, with commas between. */
    trustProxy: data.TRUST_PROXY,
    /** Where people reach the service; where it is not set, that is where it listens. */
    publicUrl: data.PUBLIC_URL && new URL(data.PUBLIC_URL).origin,
    /** The server that mail is sent by, and its sender; without it, mail is kept in the outbox. */
    smtp: data.SMTP_URL && data.MAIL_FROM ? { url: data.SMTP_URL, from: data.MAIL_FROM } : undefined,
    /** Who signs in people with their company's account; people of the domains come in by it alone. */
    oidc:
      data.OIDC_ISSUER && data.OIDC_CLIENT_ID && data.OIDC_CLIENT_SECRET
        ? {
            issuer: data.OIDC_ISSUER,
            clientId: data.OIDC_CLIENT_ID,
            clientSecret: data.OIDC_CLIENT_SECRET,
            domains: data.OIDC_DOMAINS,
          }
        : undefined,
    database: databaseConfig(data),
    images: imagesConfig(data),
    /** The folder of backups, as an absolute path. */
    backupsDir: data.BACKUPS_DIR && resolve(data.BACKUPS_DIR),
    /** Requests per minute and key. */
    rateLimit: data.RATE_LIMIT_PER_MINUTE,
    logLevel: data.LOG_LEVEL,
  }
}

function databaseConfig({ DATABASE_URL: url, DATA_DIR: dataDir }: z.infer<typeof Environment>): DatabaseConfig {
  return url ? { engine: 'postgres', url } : { engine: 'embedded', dataDir }
}

function imagesConfig(env: z.infer<typeof Environment>): ImagesConfig {
  const { IMAGES_S3_BUCKET: bucket, IMAGES_S3_REGION: region } = env
  const endpoint = env.IMAGES_S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`
  return {
    keep: bucket
      ? {
          endpoint: endpoint.replace(/\/+$/, ''),
          bucket,
          region,
          accessKeyId: env.AWS_ACCESS_KEY_ID!,
          secretAccessKey: env.AWS_SECRET_ACCESS_KEY!,
          sessionToken: env.AWS_SESSION_TOKEN,
        }
      : { folder: resolve(env.IMAGES_DIR ?? join(env.DATA_DIR, 'images')) },
    gigabytesPerWorkspace: env.IMAGES_GB_PER_WORKSPACE,
  }
}

function readTls(certFile: string, keyFile: string) {
  const tls = { cert: readFileOf('TLS_CERT', certFile), key: readFileOf('TLS_KEY', keyFile) }
  try {
    createSecureContext(tls)
  } catch (error) {
    throw new OperatorError(`TLS_CERT and TLS_KEY are not a certificate and its key: ${(error as Error).message}.`)
  }
  return tls
}

function readFileOf(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new OperatorError(`${name} is "${file}": ${(error as Error).message}.`)
  }
}

/**
 * The URL of the API and a key, for commands that are clients of it. Throws an OperatorError where one is missing or
 * invalid.
 */
export function readApiAccess(
  given: { url?: string | undefined; key?: string | undefined },
  env: NodeJS.ProcessEnv = process.env,
): { url: string; key: string } {
  const url = (given.url ?? env['TRADE_CATALOGUE_URL'] ?? '').trim().replace(/(\/api\/v1)?\/*$/, '')
  const key = (given.key ?? env['TRADE_CATALOGUE_KEY'] ?? '').trim()
  if (url === '') throw new OperatorError('Say where the service is: --url or TRADE_CATALOGUE_URL.')
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw new OperatorError(`"${url}" is not the address of a service, such as http://127.0.0.1:3000.`)
  }
  if (key === '') throw new OperatorError('Give an API key: --key or TRADE_CATALOGUE_KEY.')
  // Other characters cannot be sent in a header.
  if (!/^[\x21-\x7e]+$/.test(key)) throw new OperatorError('The API key has characters that no key has.')
  return { url, key }
}
