import { changedMeanwhile } from '../workspaces/activity/changed-meanwhile.ts'
import { differences } from '../workspaces/activity/differences.ts'
import { contentVersion } from '../lib/content-version.ts'
import type { WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { savePortalSettings } from '../workspaces/need-passkeys.ts'
import type { Readable } from 'node:stream'
import { pathsOf } from '../catalogue/shown-images.ts'
import { storeUpload } from '../catalogue/images/store-image.ts'
import { markUsed } from '../catalogue/images/product-images.ts'

const DEFAULTS = {
  showListPrices: false,
  /** Shows the prices that do not apply, and why. */
  showCandidates: false,
  showAvailability: true,
  /** Whether an order may have a note. */
  allowNotes: true,
  /** Whether buyers may invite others of their customer. */
  allowColleagues: false,
  /** How many days ahead buyers see a price that is scheduled or agreed; 0 for not at all. */
  comingDays: 0,
  /** On top of every page. */
  message: null as string | null,
  /** As `#rrggbb`. */
  colour: '#3b5bdb',
  /** Lines of text, on documents and in mails. */
  address: null as string | null,
}

/** How a wholesaler sets up its trade portal. */
export type PortalSettings = typeof DEFAULTS

const FIELDS = Object.keys(DEFAULTS) as (keyof PortalSettings)[]

/** Of the message and of the address, in characters. */
export const MAX_TEXT = 500

/** The settings of the trade portal; the defaults while nobody has changed them. */
export async function readPortalSettings({ db, workspaceId }: Pick<WorkspaceContext, 'db' | 'workspaceId'>) {
  const settings = await db
    .selectFrom('portal_settings')
    .select([
      'show_list_prices as showListPrices',
      'show_candidates as showCandidates',
      'show_availability as showAvailability',
      'allow_notes as allowNotes',
      'allow_colleagues as allowColleagues',
      'coming_days as comingDays',
      'message',
      'colour',
      'address',
    ])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return settings ?? DEFAULTS
}

/** The settings with the version that a change of them sends back. */
export async function readEditablePortal(context: WorkspaceContext) {
  const settings = await readPortalSettings(context)
  return { ...settings, version: contentVersion(settings) }
}

/** Changes the settings of the trade portal. Throws Conflict where they changed since `version`. */
export async function updatePortalSettings(
  context: WorkspaceContext,
  { version, ...after }: PortalSettings & { version: string },
): Promise<void> {
  await inTransaction(context, async (trx) => {
    const { db, workspaceId } = trx
    await db.selectFrom('workspace').select('id').where('id', '=', workspaceId).forNoKeyUpdate().execute()
    const before = await readEditablePortal(trx)
    if (before.version !== version) throw await changedMeanwhile(trx, workspaceId)
    const changes = differences(before, after, FIELDS)
    if (Object.keys(changes).length === 0) return
    const values = {
      show_list_prices: after.showListPrices,
      show_candidates: after.showCandidates,
      show_availability: after.showAvailability,
      allow_notes: after.allowNotes,
      allow_colleagues: after.allowColleagues,
      coming_days: after.comingDays,
      message: after.message,
      colour: after.colour,
      address: after.address,
    }
    await savePortalSettings(trx, values, { action: 'portal.update', changes })
  })
}

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

/** How the pages look that somebody sees before they sign in. */
export async function readLook(context: Pick<WorkspaceContext, 'db' | 'workspaceId'>) {
  const { colour } = await readPortalSettings(context)
  return { colour, logo: await readLogo(context) }
}

/** Takes an uploaded image as the logo. Throws InvalidInput for a file that is no image that can be taken. */
export async function uploadLogo(context: WorkspaceContext, body: Readable): Promise<void> {
  await setLogo(context, await storeUpload(context, body))
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
