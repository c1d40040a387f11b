import { sql } from 'kysely'
import { FIRST_IMAGE_SIZES } from '../../context.ts'
import type { Context, ImageStore } from '../../context.ts'
import { workspacesWithImages } from '../../images/sweep-images.ts'
import { counted } from '../../rules/counted.ts'
import { ok, problem, warning } from './finding.ts'
import type { Finding } from './finding.ts'

/** A scheduled price change is overdue after this time, in milliseconds. */
const OVERDUE_MS = 60_000
/** How many workspaces are looked at, and images of each. */
const [WORKSPACES, IMAGES] = [10, 10]

/** Checks that background jobs run. */
export async function checkJobs({ db, clock }: Context): Promise<Finding[]> {
  const { count, oldest } = await db
    .selectFrom('price_change')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('scheduled_for').as('oldest')])
    .where('status', '=', sql.lit('scheduled' as const))
    .where('scheduled_for', '<', new Date(clock().getTime() - OVERDUE_MS))
    .executeTakeFirstOrThrow()
  if (count === 0) return [ok('jobs', 'No price change is overdue.')]
  return [
    problem(
      'jobs',
      `${counted(count, 'price change')} should have been published, the first at ${oldest!.toISOString()}.`,
      'Start the service, which publishes them. If it runs already, see its log for the reason.',
    ),
  ]
}

/** Checks that the mail server takes the mails that wait. */
export async function checkOutbox({ db }: Pick<Context, 'db'>): Promise<Finding[]> {
  const { rows } = await sql<{ count: number; last_error: string }>`
    select count(*) over ()::int as count, last_error from mail
    where status = 'queued' and attempts > 0 and last_error is not null
    order by next_attempt_at desc limit 1`.execute(db)
  if (!rows[0]) return [ok('outbox', 'No mail waits for another attempt.')]
  const { count, last_error } = rows[0]
  return [
    warning(
      'outbox',
      `${counted(count, 'mail')} could not be sent yet: ${last_error}`,
      'Look at SMTP_URL and MAIL_FROM, and at the account at the mail server. Mails are tried again by themselves.',
    ),
  ]
}

/** Checks that there are workspaces and keys. */
export async function checkWorkspaces({ db }: Pick<Context, 'db'>): Promise<Finding[]> {
  const workspaces = await db
    .selectFrom('workspace')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const keys = await db
    .selectFrom('api_key')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.count<number>('last_used_at').as('used')])
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (workspaces.count === 0) {
    return [warning('workspaces', 'There is no workspace.', 'trade-catalogue workspace create, or restore a backup')]
  }
  if (keys.count === 0) return [warning('keys', 'No API key is in use.', 'trade-catalogue key create')]
  const unused = keys.count - keys.used
  return [
    ok('workspaces', `${workspaces.count}, with ${counted(keys.count, 'API key')} in use; never used: ${unused}.`),
  ]
}

/**
 * Checks for some images that their files are where this process keeps images. Several machines with a folder of their
 * own each have only those that they have copied themselves.
 */
export async function checkImages({ db }: Pick<Context, 'db'>, store: ImageStore): Promise<Finding[]> {
  let [looked, missing] = [0, 0]
  for (const workspaceId of (await workspacesWithImages({ db })).slice(0, WORKSPACES)) {
    const images = await db
      .selectFrom('image')
      .select('digest')
      .where('workspace_id', '=', workspaceId)
      .where('removing', '=', false)
      .orderBy('digest')
      .limit(IMAGES)
      .execute()
    for (const { digest } of images) {
      const there = await Promise.all(FIRST_IMAGE_SIZES.map((size) => store.has(digest, size)))
      looked++
      if (!there.every(Boolean)) missing++
    }
  }
  if (missing === 0)
    return [ok('images', looked === 0 ? 'None is kept yet.' : `${counted(looked, 'image')} looked for, all found.`)]
  return [
    warning(
      'images',
      `${missing} of ${counted(looked, 'image')} are not where this machine keeps images.`,
      'Several machines cannot each have a folder of their own: share one (IMAGES_DIR), or use a bucket (IMAGES_S3_BUCKET). After a restore, restore the images, too.',
    ),
  ]
}
