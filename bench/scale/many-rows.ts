/**
 * One row of each table that statements of the whole deployment read, for each workspace: generated in the database, as
 * a million of them have to be there within minutes.
 */
import { sql } from 'kysely'
import { hash } from 'node:crypto'
import type { Database } from '../../server/src/database/tables.ts'

/** One price change, import and mail in so many is at work; the others have ended or wait for their time. */
const AT_WORK_EVERY = 1_000
/** One workspace in so many has a buyer who wants mails about prices. */
const WATCHED_EVERY = 10
/** One session in so many has expired since the last run of the job. */
const EXPIRED_EVERY = 500

/** The id of a workspace by number; all its other ids are the same. */
export function idOf(number: number): string {
  return `00000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`
}

/** The digest of the key of a workspace, in hexadecimal. */
export function hashOfKey(number: number): string {
  return hash('sha256', `key ${number}`)
}

/** The token of the session of a member of that workspace. */
export function tokenOf(number: number): string {
  return hash('sha256', `token ${number}`, 'base64url')
}

const ID = `('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
const TOKEN = (text: string) =>
  `rtrim(translate(encode(sha256(convert_to(${text}, 'UTF8')), 'base64'), '+/', '-_'), '=')`
/** The digest of the token that `tokenOf` makes. */
const SESSION_HASH = TOKEN(TOKEN(`'token ' || n`))

const TABLES: [table: string, columns: string, values: string][] = [
  [
    'workspace',
    'id, name, currency, timezone, tax_label, plan, created_at, updated_at',
    `${ID}, 'Wholesaler ' || n, 'GBP', 'UTC', 'ex VAT', 'active', now(), now()`,
  ],
  ['workspace_address', 'slug, workspace_id', `'w-' || n, ${ID}`],
  ['workspace_revision', 'workspace_id, revision', `${ID}, n`],
  [
    'api_key',
    'workspace_id, id, name, scope, secret_hash, created_at, last_used_at',
    `${ID}, ${ID}, 'Key', 'write', sha256(convert_to('key ' || n, 'UTF8')), now(), now()`,
  ],
  [
    'person',
    'id, name, email, email_key, created_at, updated_at',
    `${ID}, 'Person ' || n, n || '@person.example', n || '@person.example', now(), now()`,
  ],
  ['member', 'workspace_id, person_id, role, created_at', `${ID}, ${ID}, 'owner', now()`],
  [
    'session',
    'id, person_id, token_hash, expires_at, created_at, updated_at',
    `${ID}, ${ID}, ${SESSION_HASH}, now() + case when n % ${EXPIRED_EVERY} = 0 then '-1 hour' else '30 days' end::interval, now(), now()`,
  ],
  [
    'customer',
    'workspace_id, id, name, name_key, created_at, updated_at',
    `${ID}, ${ID}, 'Customer', 'customer', now(), now()`,
  ],
  [
    'buyer',
    'workspace_id, id, customer_id, name, email, email_key, status, invited_at, last_seen_at, person_id, price_mails',
    `${ID}, ${ID}, ${ID}, 'Buyer', n || '@buyer.example', n || '@buyer.example', 'active', now(), now(), ${ID}, n % ${WATCHED_EVERY} = 0`,
  ],
  ['price_watch', 'workspace_id, customer_id, told_at', `${ID}, ${ID}, now()`],
  [
    'price_change',
    'workspace_id, id, name, status, scheduled_for, created_by, created_at, updated_at',
    `${ID}, ${ID}, 'Autumn', 'scheduled', now() + '30 days', '{}', now(), now()`,
  ],
  [
    'data_import',
    'workspace_id, id, kind, file_name, status, file, uploaded_by, created_at, started_at, finished_at',
    `${ID}, ${ID}, 'products', 'products.csv', case when n % ${AT_WORK_EVERY} = 0 then 'importing' else 'done' end, '{}', '{}', now(), now(), now()`,
  ],
  [
    'mail',
    'id, recipient, subject, text, html, status, next_attempt_at, send_before, created_at, owner, urgent, turn',
    `${ID}, n || '@person.example', 'An order', repeat('text ', 60), repeat('text ', 100), 'sent', now(), now() + '1 day', now(), 'workspace ' || ${ID}, false, 0`,
  ],
  ['image', 'workspace_id, digest, width, height, bytes, created_at', `${ID}, 'image', 100, 100, 100, now()`],
  [
    'product_image',
    'workspace_id, product_id, source_url, status, requested_at, due_at, digest',
    `${ID}, ${ID}, 'https://images.example/1', 'copied', now(), now(), 'image'`,
  ],
]

/** Fills an empty, migrated database with so many workspaces. */
export async function fillManyRows(db: Database, workspaces: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Looks up no foreign keys: images come without products.
    await sql`set local session_replication_role = replica`.execute(trx)
    for (const [table, columns, values] of TABLES) {
      const rows = `select ${values} from generate_series(1, ${workspaces}) n`
      await sql.raw(`insert into ${table} (${columns}) ${rows}`).execute(trx)
    }
  })
}

/** Queues the images of all workspaces: what a million syncs of one night would leave. */
export async function queueAllImages(db: Database): Promise<void> {
  await sql`update product_image set status = 'queued'`.execute(db)
}

/** Puts all mails back into the outbox, to be sent in an hour: as an SMTP server that is away leaves them. */
export async function queueAllMails(db: Database): Promise<void> {
  await sql`update mail set status = 'queued', attempts = 1, next_attempt_at = now() + '1 hour'`.execute(db)
}
