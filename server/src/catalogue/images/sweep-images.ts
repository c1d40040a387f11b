import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { IMAGE_SIZES } from '../../context.ts'
import type { Context, ImageLibrary } from '../../context.ts'

/** How long an image is kept that no product has, in milliseconds. */
const KEEP_UNUSED_MS = 7 * 86_400_000
/** Images that a run removes from a workspace; the next run goes on. */
const MAX_REMOVED = 1_000
/** Files of a copy that was cut off are removed after this time, in milliseconds. */
const MAX_INCOMING_MS = 3_600_000

/**
 * Removes the images of a workspace that nothing has used for a week. Returns how many.
 *
 * A row is marked before its files are removed, and deleted after them. In between, no product can take the image
 * (`keep-image.ts`). A run that is cut off is finished by the next one.
 */
export async function sweepImages(context: Context, { store }: ImageLibrary, workspaceId: string): Promise<number> {
  await markUnused(context, workspaceId)
  const removed = await markRemoving(context, workspaceId)
  for (const digest of removed) {
    for (const size of IMAGE_SIZES) await store.remove(digest, size)
    await context.db
      .deleteFrom('image')
      .where('workspace_id', '=', workspaceId)
      .where('digest', '=', digest)
      .where('removing', '=', true)
      .execute()
  }
  return removed.length
}

async function markUnused({ db, clock }: Context, workspaceId: string): Promise<void> {
  await sql`
    update image i set unused_since = ${clock()}
    where i.workspace_id = ${workspaceId} and i.unused_since is null and ${isUnused(workspaceId)}`.execute(db)
}

async function markRemoving({ db, clock }: Context, workspaceId: string): Promise<string[]> {
  const { rows } = await sql<{ digest: string }>`
    update image i set removing = true
    where i.workspace_id = ${workspaceId} and i.digest in (
      select digest from image
      where workspace_id = ${workspaceId} and unused_since < ${new Date(clock().getTime() - KEEP_UNUSED_MS)}
      order by unused_since limit ${sql.lit(MAX_REMOVED)})
      and i.unused_since is not null and ${isUnused(workspaceId)}
    returning i.digest`.execute(db)
  return rows.map(({ digest }) => digest)
}

/** No product has the image, `i`, and it is not the logo of the portal. */
function isUnused(workspaceId: string): RawBuilder<boolean> {
  return sql`not exists (
    select from product_picture p where p.workspace_id = ${workspaceId} and p.digest = i.digest)
    and not exists (select from portal_settings s where s.workspace_id = ${workspaceId} and s.logo = i.digest)`
}

/** The workspaces that keep images. It reads one entry of the index of each workspace. */
export async function workspacesWithImages({ db }: Pick<Context, 'db'>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select w.id from workspace w where exists (select from image i where i.workspace_id = w.id)`.execute(db)
  return rows.map(({ id }) => id)
}

/** Removes what killed processes have left in the folder for files that are not whole. */
export async function sweepIncoming({ incoming }: ImageLibrary): Promise<void> {
  for (const name of await readdir(incoming).catch(() => [])) {
    const file = join(incoming, name)
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Infinity }))
    if (mtimeMs < Date.now() - MAX_INCOMING_MS) await rm(file, { force: true })
  }
}
