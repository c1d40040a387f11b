import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { DatabaseConfig, Config } from '../../config.ts'
import { IMAGE_SIZES } from '../../context.ts'
import type { Context, ImageStore } from '../../context.ts'
import { newestSchema, schemaNumber } from '../../database/migrate.ts'
import { counted } from '../../shared/counted.ts'
import { ok, orOk, problem, warning } from './finding.ts'
import type { Finding } from './finding.ts'
import { openDatabase } from '../../database/open.ts'
import { openImages } from '../../catalogue/images/open-images.ts'
import { FolderInUse, socketPath } from '../../database/own-folder.ts'
import { runThroughOwner } from '../operations/operate.ts'
import { checkConfiguration } from './configuration.ts'
import { checkDataFolder, isUsable } from './disks.ts'

/** What is due for longer than this is overdue. */
const OVERDUE_MS = 5 * 60_000
const DAY_MS = 86_400_000
/** How many images are looked for. */
const IMAGES = 50

export async function examineDatabase(context: Context, engine: DatabaseConfig['engine']): Promise<Finding[]> {
  const findings = engine === 'postgres' ? await checkServer(context) : []
  const number = await schemaNumber(context)
  findings.push(checkSchema(number))
  if (number !== newestSchema()) return findings
  findings.push(...(await checkJobs(context)), ...(await checkOutbox(context)))
  if (context.images) findings.push(...(await checkImages(context, context.images.store)))
  return findings
}

type Settings = {
  version: string
  fsync: string
  full_page_writes: string
  autovacuum: string
  is_standby: boolean
  may_create: boolean
}

/** Checks settings and permissions of the database server. */
async function checkServer({ db }: Context): Promise<Finding[]> {
  const { rows } = await sql<Settings>`
    select current_setting('server_version') as version, current_setting('fsync') as fsync,
      current_setting('full_page_writes') as full_page_writes, current_setting('autovacuum') as autovacuum,
      pg_is_in_recovery() as is_standby,
      has_database_privilege(current_database(), 'create')
        and has_schema_privilege(current_schema(), 'create') as may_create`.execute(db)
  const { version, fsync, full_page_writes, autovacuum, is_standby, may_create } = rows[0]!
  const lost = 'A power cut may lose or damage acknowledged writes.'
  const grant = 'grant create on the database and on its schema to the user, or make it their owner'
  return orOk(
    [
      fsync !== 'on' && problem('durability', `fsync is ${fsync}. ${lost}`, 'alter system set fsync = on'),
      full_page_writes !== 'on' &&
        problem('durability', `full_page_writes is off. ${lost}`, 'alter system set full_page_writes = on'),
      autovacuum !== 'on' &&
        problem('vacuum', 'autovacuum is off: tables grow without end.', 'alter system set autovacuum = on'),
      is_standby && problem('server', 'It is a read-only standby.', 'Point DATABASE_URL at the primary.'),
      !may_create && problem('permissions', 'The user may not create tables: migrations and restores fail.', grant),
    ],
    ok('server', `Postgres ${version}.`),
  )
}

function checkSchema(number: number): Finding {
  const newest = newestSchema()
  if (number === newest) return ok('schema', `At ${number}, as this version needs it.`)
  if (number === 0) return warning('schema', 'The database is empty.', 'The service creates its tables when it starts.')
  const message = `The database is at schema ${number}, and this version ${number > newest ? 'knows only' : 'needs'} ${newest}.`
  return number > newest
    ? problem('schema', message, 'Run the newer version that migrated it.')
    : warning('schema', message, 'Start the service: it migrates the database.')
}

/** Checks that background jobs do what is due, and that imports do not fail for reasons of the service. */
export async function checkJobs({ db, clock }: Context): Promise<Finding[]> {
  const before = (ms: number) => new Date(clock().getTime() - ms)
  const count = async (table: string, which: RawBuilder<unknown>) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} where ${which}`.execute(db)
    return rows[0]!.count
  }
  const overdue = before(OVERDUE_MS)
  const changes = await count('price_change', sql`status = 'scheduled' and scheduled_for < ${overdue}`)
  const imports = await count(
    'data_import',
    sql`status in ('checking', 'importing', 'undoing') and coalesce(leased_until, started_at, created_at) < ${overdue}`,
  )
  const images = await count('product_image', sql`status = 'queued' and due_at < ${overdue}`)
  const failed = await count(
    'data_import',
    sql`status = 'failed' and finished_at > ${before(DAY_MS)} and problem like 'Something went wrong%'`,
  )
  const advice = 'Start the service. If it runs already, see its log for the reason.'
  return orOk(
    [
      changes > 0 && problem('jobs', `${counted(changes, 'price change')} should have been published.`, advice),
      imports > 0 && problem('jobs', `${counted(imports, 'import')} should have gone on.`, advice),
      images > 0 && warning('jobs', `${counted(images, 'image')} should have been copied.`, advice),
      failed > 0 &&
        warning('imports', `${counted(failed, 'import')} failed within a day.`, 'See the log: "an import failed".'),
    ],
    ok('jobs', 'None is late.'),
  )
}

/** Checks that the mail server takes the mails that wait. */
async function checkOutbox({ db }: Context): Promise<Finding[]> {
  const { rows } = await sql<{ count: number; last_error: string }>`
    select count(*) over ()::int as count, last_error from mail
    where status = 'queued' and attempts > 0 and last_error is not null
    order by next_attempt_at desc limit 1`.execute(db)
  if (!rows[0]) return [ok('outbox', 'No mail waits for another attempt.')]
  const message = `${counted(rows[0].count, 'mail')} could not be sent yet: ${rows[0].last_error}`
  const advice =
    'Look at SMTP_URL and MAIL_FROM, and at the account at the mail server. Mails are tried again by themselves.'
  return [warning('outbox', message, advice)]
}

/** Checks for some images that their files are where this process keeps images. */
export async function checkImages({ db }: Context, store: ImageStore): Promise<Finding[]> {
  const { rows } = await sql<{ digest: string }>`
    select digest from image where not removing limit ${IMAGES}`.execute(db)
  let missing = 0
  for (const { digest } of rows) {
    const there = await Promise.all(IMAGE_SIZES.map((size) => store.has(digest, size)))
    if (!there.every(Boolean)) missing++
  }
  if (missing === 0) return [ok('images', `${counted(rows.length, 'image')} looked for, all found.`)]
  return [
    warning(
      'images',
      `${missing} of ${counted(rows.length, 'image')} are not where this machine keeps images.`,
      'Several machines cannot each have a folder of their own: share one (IMAGES_DIR), or use a bucket (IMAGES_S3_BUCKET). After a restore, restore the images, too.',
    ),
  ]
}

/** Examines the configuration and the database, also while another process owns it. It changes nothing. */
export async function examine(config: Config): Promise<Finding[]> {
  const { database } = config
  const findings = checkConfiguration(config, new Date())
  if (database.engine === 'embedded') {
    findings.push(...checkDataFolder(database.dataDir))
    if (!isUsable(database.dataDir)) return findings
  }
  return [...findings, ...(await examineConfigured(config))]
}

async function examineConfigured({ database, images }: Config): Promise<Finding[]> {
  try {
    await using cleanup = new AsyncDisposableStack()
    const store = await openDatabase(database)
    cleanup.defer(store.close)
    return await examineDatabase({ db: store.db, clock: () => new Date(), images: openImages(images) }, database.engine)
  } catch (error) {
    if (!(error instanceof FolderInUse) || database.engine !== 'embedded') return [unreachable(error)]
  }
  return runThroughOwner<Finding[]>(socketPath(database.dataDir), 'doctor', {}).catch((error: unknown) => [
    unreachable(error),
  ])
}

function unreachable(error: unknown): Finding {
  return problem('database', (error as Error).message, 'The service cannot run until this is fixed.')
}
