import { resolve } from 'node:path'
import { Command } from 'commander'
import { checkBackup } from '../backup/check-backup.ts'
import type { CheckedBackup, LostAccess } from '../backup/check-backup.ts'
import type { RestoredBackup } from '../backup/restore-backup.ts'
import { restoreImages } from '../backup/restore-images.ts'
import { readConfig } from '../../config.ts'
import type { Config } from '../../config.ts'
import { counted } from '../../shared/counted.ts'
import { imageStore } from '../../catalogue/images/open-images.ts'
import { operate } from '../all-operations.ts'
import { printResult } from './print.ts'

/** Missing images that are named; --json has all. */
const MAX_SHOWN = 10

const NOTES = `
The service can run meanwhile. On Postgres it answers from the old data until the restore is finished; then all processes
switch to the restored data at once. On the embedded database requests wait. Writes during the restore are lost.

Nothing is restored if the file is damaged, or if the database has a workspace and --replace is not given. A backup of
an older release is migrated.

Whoever lost access after the backup does not get it back, as far as the replaced database knows: revoked keys, removed
members, lowered roles, members held to own customers, disabled buyers, inactive customers, used invitations, former
passwords and e-mail addresses. They are listed.`

export function restoreCommand(): Command {
  return new Command('restore')
    .description('Restore a backup into the database, of either kind.')
    .argument('<file>', 'a file of the command "backup"')
    .option('--replace', 'replace all data of the database')
    .option('--dry-run', 'restore nothing; check the whole file and show its contents')
    .option('--json', 'print one JSON object')
    .addHelpText('after', NOTES)
    .action(async (given: string, { json, replace = false, dryRun = false }) => {
      const file = resolve(given)
      if (dryRun) {
        const checked = await checkBackup({ clock: () => new Date() }, file)
        printResult(json, checked, [`${given} is sound: ${contents(checked)}.`, ...overdueLines(checked, 'would be')])
        return
      }
      const config = readConfig()
      const restored = await operate(config, 'database restore', { file, replace })
      const images = await imagesOf(config, file)
      const lines = [`Restored ${contents(restored)}.`, ...overdueLines(restored, 'is')]
      if (restored.keysStillRevoked > 0)
        lines.push(`${counted(restored.keysStillRevoked, 'API key')} revoked after the backup: still revoked.`)
      lines.push(...lossLines(restored), ...imageLines(images))
      printResult(json, { ...restored, images }, lines)
    })
}

/** In the words of somebody who wonders why they cannot get in. */
const LOST: Record<LostAccess['lost'], string> = {
  membership: 'was removed from the staff since, and stays removed',
  role: 'has another role since, which lacks rights, and keeps it',
  held: 'was held to own customers since, and stays held',
  buyer: 'was disabled or deleted as a buyer since, and stays disabled',
  ordering: 'may order no more than up to a lower limit, as decided since',
  customer: 'was made inactive since, and stays inactive',
  password: 'no longer has a password: it was deleted since',
  passkey: 'has one passkey less: it was removed since',
  email: 'has another e-mail address since, and keeps it',
}

function lossLines({ stillLost }: RestoredBackup): string[] {
  return stillLost.map(
    ({ lost, name, id, workspaceId }) =>
      `${name} (${id}${workspaceId ? `, workspace ${workspaceId}` : ''}) ${LOST[lost]}.`,
  )
}

type RestoredImages = { written: number; missing: number; copiedAgain: number; missingDigests: string[] }

/** Restores the images of the backup, and has those that are missing copied once more. */
async function imagesOf(config: Config, file: string): Promise<RestoredImages> {
  const { written, missing } = await restoreImages(imageStore(config.images), file)
  let copiedAgain = 0
  for (const { workspaceId, digests } of missing) {
    copiedAgain += (await operate(config, 'images recopy', { workspaceId, digests })).queued
  }
  const missingDigests = missing.flatMap(({ digests }) => digests)
  return { written, missing: missingDigests.length, copiedAgain, missingDigests }
}

function imageLines({ written, missing, copiedAgain, missingDigests }: RestoredImages): string[] {
  const lines = written > 0 ? [`Restored ${counted(written, 'file')} of images.`] : []
  if (missing === 0) return lines
  const shown = missingDigests.slice(0, MAX_SHOWN).join(', ')
  return [
    ...lines,
    `${counted(missing, 'image')} missing: ${shown}${missing > MAX_SHOWN ? ', …' : ''}`,
    `${counted(copiedAgain, 'product')} with a URL: their images are copied once more. Others were uploaded: restore those from where they were kept, or upload them again.`,
  ]
}

function contents({ rows, takenAt, service, schema }: CheckedBackup): string {
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0)
  const counts = [
    counted(rows['workspace'] ?? 0, 'workspace'),
    counted(rows['product'] ?? 0, 'product'),
    counted(rows['customer'] ?? 0, 'customer'),
    counted(rows['sales_order'] ?? 0, 'order'),
  ]
  return `${counts.join(', ')}, ${counted(all, 'row')} in all, as of ${takenAt} (version ${service}, schema ${schema})`
}

function overdueLines({ overdueChanges }: CheckedBackup, is: string): string[] {
  return overdueChanges.map(
    ({ name, id, workspaceId, scheduledFor }) =>
      `The price change "${name}" (${id}, workspace ${workspaceId}) was scheduled for ${scheduledFor}, and ${is} published when the service runs.`,
  )
}
