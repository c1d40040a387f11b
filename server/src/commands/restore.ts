import { resolve } from 'node:path'
import { Command } from 'commander'
import { checkBackup } from '../backup/check-backup.ts'
import type { CheckedBackup } from '../backup/check-backup.ts'
import { readConfig } from '../config.ts'
import { counted } from '../counted.ts'
import { operate } from '../operations.ts'
import { printResult } from './print.ts'

const NOTES = `
The service can run meanwhile. On Postgres it answers from the old data until the restore is finished; then all processes
switch to the restored data at once. On the embedded database requests wait. Writes during the restore are lost.

Nothing is restored if the file is damaged, or if the database has a workspace and --replace is not given. Keys that were
revoked after the backup stay revoked. A backup of an older version is migrated.`

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
      const restored = await operate(readConfig(), 'database restore', { file, replace })
      const lines = [`Restored ${contents(restored)}.`, ...overdueLines(restored, 'is')]
      if (restored.keysStillRevoked > 0)
        lines.push(`${counted(restored.keysStillRevoked, 'API key')} revoked after the backup: still revoked.`)
      printResult(json, restored, lines)
    })
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
