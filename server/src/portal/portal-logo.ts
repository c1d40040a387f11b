import type { Readable } from 'node:stream'
import { pathsOf } from '../catalogue/shown-images.ts'
import type { WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { keepUpload } from '../catalogue/images/keep-upload.ts'
import { markUsed } from '../catalogue/images/product-pictures.ts'
import { savePortalSettings } from '../workspaces/save-portal-settings.ts'

/** The logo: its digest, its path, and the pixels that give its proportions. */
export type Logo = { digest: string; path: string; width: number; height: number }

/** The wholesaler's logo, if there is one. */
export async function readLogo({
  db,
  workspaceId,
}: Pick<WorkspaceContext, 'db' | 'workspaceId'>): Promise<Logo | null> {
  const image = await db
    .selectFrom('portal_settings as s')
    .innerJoin('image as i', (join) =>
      join.onRef('i.workspace_id', '=', 's.workspace_id').onRef('i.digest', '=', 's.logo'),
    )
    .select(['i.digest', 'i.width', 'i.height'])
    .where('s.workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return image ? { ...image, path: pathsOf(image.digest).small } : null
}

/** Takes an uploaded image as the logo. Throws InvalidInput for a file that is no image that can be taken. */
export async function uploadLogo(context: WorkspaceContext, body: Readable): Promise<void> {
  await setLogo(context, await keepUpload(context, body))
}

/** Takes the logo away. Idempotent. */
export async function removeLogo(context: WorkspaceContext): Promise<void> {
  await setLogo(context, null)
}

/** It is recorded without the name of the image: keys can read the activity. */
async function setLogo(context: WorkspaceContext, digest: string | null): Promise<void> {
  await inTransaction(context, async (trx) => {
    const { db, workspaceId } = trx
    await db.selectFrom('workspace').select('id').where('id', '=', workspaceId).forNoKeyUpdate().execute()
    const had = (await readLogo(trx)) !== null
    if (digest === null && !had) return
    if (digest !== null) await markUsed(trx, digest)
    const changes = { logo: { from: had ? 'an image' : null, to: digest === null ? null : 'an uploaded image' } }
    await savePortalSettings(trx, { logo: digest }, { action: 'portal.update', changes })
  })
}
