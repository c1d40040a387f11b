import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { backedUpTables } from '../server/src/ops/backup/backup-format.ts'
import type { BackedUpTable } from '../server/src/ops/backup/backup-format.ts'
import { readConfig } from '../server/src/config.ts'
import { IMAGE_SIZES } from '../server/src/context.ts'
import { openDatabase } from '../server/src/database/open.ts'
import { fileName } from '../server/src/catalogue/images/image-path.ts'
import { imageStore } from '../server/src/catalogue/images/open-images.ts'
import { daysLater, daysSince, SAMPLE_PICTURES, SAMPLE_ROWS } from '../server/src/ops/sample/create-sample.ts'
import { SAMPLE_WORKSPACE_ID } from '../server/src/workspaces/workspaces.ts'

/**
 * `npm run export-sample`: writes the sample workspace of the configured database, with its pictures, to
 * `server/sample`, in place of what is there.
 */

/** Secrets, and what each deployment makes for itself. */
const TABLES_LEFT_OUT = new Set([
  'password',
  'passkey',
  'invitation',
  'image_secret',
  'workspace_address',
  'restored_from',
])
/** What is made as it is loaded, and ids of mails, which are not part of the sample. */
const COLUMNS_LEFT_OUT = new Set([
  'workspace.id',
  'workspace_id',
  'product.search',
  'workspace_revision.nonce',
  'sales_order_history.mails',
])

const ours = sql<boolean>`workspace_id = ${SAMPLE_WORKSPACE_ID}`
const CONDITIONS: Record<string, typeof ours> = {
  workspace: sql`id = ${SAMPLE_WORKSPACE_ID}`,
  person: sql`id in (select person_id from member where ${ours} union select person_id from buyer where ${ours})`,
  // A key in use would open every sample.
  api_key: sql`${ours} and revoked_at is not null`,
  activity: sql`${ours} and (subject ->> 'type' <> 'key' or subject ->> 'id' in (
    select id::text from api_key where ${ours} and revoked_at is not null))`,
}

const config = readConfig()
await using cleanup = new AsyncDisposableStack()
const { db, close } = await openDatabase(config.database)
cleanup.defer(close)

// The times stay where they are in the file, so that it changes only where the sample does.
const now = new Date()
const { takenAt } = JSON.parse(readFileSync(SAMPLE_ROWS, 'utf8').split('\n', 1)[0]!)
const days = daysSince(new Date(takenAt), now)
const tables = (await backedUpTables(db)).filter(({ name }) => !TABLES_LEFT_OUT.has(name))
// The loader begins with the workspace.
tables.sort((a, b) => Number(b.name === 'workspace') - Number(a.name === 'workspace'))
const rows = (await Promise.all(tables.map(rowsOf))).flat()
if (rows[0]?.[0] !== 'workspace') throw new Error('The database has no sample.')
const header = { takenAt: daysLater(now.toISOString(), -days) }
writeFileSync(SAMPLE_ROWS, [header, ...rows].map((line) => `${JSON.stringify(line)}\n`).join(''))

rmSync(SAMPLE_PICTURES, { recursive: true, force: true })
mkdirSync(SAMPLE_PICTURES)
const store = imageStore(config.images)
for (const [, { digest }] of rows.filter(([table]) => table === 'image')) {
  for (const size of IMAGE_SIZES) {
    const name = fileName(digest, size)
    writeFileSync(new URL(name, SAMPLE_PICTURES), (await store.read(digest, size))!)
  }
}

/** The rows without what is null, in an order that stays. */
async function rowsOf({ name, columns }: BackedUpTable): Promise<[string, Record<string, any>][]> {
  const taken = columns.filter((column) => ![column, `${name}.${column}`].some((one) => COLUMNS_LEFT_OUT.has(one)))
  const { rows } = await sql<{ line: string }>`
    select json_build_object(${sql.join(taken.flatMap((column) => [sql.lit(column), sql.ref(column)]))})::text as line
    from ${sql.table(name)} where ${CONDITIONS[name] ?? ours}`.execute(db)
  return rows
    .map(({ line }) => line)
    .toSorted()
    .map((line) => Object.entries<any>(JSON.parse(line, (_, value) => daysLater(value, -days))))
    .map((row) => [name, Object.fromEntries(row.filter(([, value]) => value !== null))])
}
