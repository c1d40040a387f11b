import { recordActivity } from './activity/record-activity.ts'
import { changedMeanwhile } from './activity/changed-meanwhile.ts'
import { differences } from './activity/differences.ts'
import { contentVersion } from '../lib/content-version.ts'
import type { WorkspaceContext } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { changeAddress, readAddress } from './addresses.ts'
import { readWorkspace, requireTimezone } from './workspaces.ts'

/** What owners change of their workspace. */
type Settings = { name: string; taxLabel: string; timezone: string; slug: string }

const FIELDS = ['name', 'taxLabel', 'timezone', 'slug'] as const

/** The settings of the workspace. */
export async function readSettings(context: WorkspaceContext) {
  const workspace = await readWorkspace(context, context.workspaceId)
  const settings = { ...workspace, slug: await readAddress(context, context.workspaceId) }
  return { ...settings, version: versionOf(settings) }
}

/**
 * Changes settings of the workspace. With another address, links to the old one lead nowhere. Throws Conflict where the
 * settings changed since `version`, and InvalidInput for an unknown time zone or an address that is taken.
 */
export async function updateWorkspace(
  context: WorkspaceContext,
  { version, ...wanted }: Settings & { version: string },
): Promise<void> {
  const after = { ...wanted, timezone: requireTimezone(wanted.timezone) }
  await inTransaction(context, async (trx) => {
    const { db, workspaceId, clock } = trx
    await db.selectFrom('workspace').select('id').where('id', '=', workspaceId).forNoKeyUpdate().execute()
    const before = await readSettings(trx)
    if (before.version !== version) throw await changedMeanwhile(trx, workspaceId)
    const changes = differences(before, after, FIELDS)
    if (Object.keys(changes).length === 0) return
    const { name, taxLabel: tax_label, timezone } = after
    await db
      .updateTable('workspace')
      .set({ name, tax_label, timezone, updated_at: clock() })
      .where('id', '=', workspaceId)
      .execute()
    if (changes['slug']) await changeAddress(trx, after.slug)
    await recordActivity(trx, {
      action: 'workspace.update',
      subject: { type: 'workspace', id: workspaceId, label: name },
      changes,
    })
  })
}

function versionOf(settings: Settings): string {
  return contentVersion(FIELDS.map((field) => settings[field]))
}
