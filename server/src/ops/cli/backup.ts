import { join, resolve } from 'node:path'
import { Command } from 'commander'
import { backUp } from '../backup/write-backup.ts'
import type { BackedUpImages } from '../backup/write-backup.ts'
import { readConfig } from '../../config.ts'
import { counted } from '../../shared/counted.ts'
import { OperatorError } from '../../errors.ts'
import { imageStore } from '../../catalogue/images/open-images.ts'
import { operate } from '../all-operations.ts'
import { printResult } from './print.ts'

const MEGABYTE = 1_048_576

export function backupCommand(): Command {
  return new Command('backup')
    .description('Write the whole database to a file. Both kinds of database can be restored from it.')
    .argument('[file]', 'a new file; it must not exist (default: one in BACKUPS_DIR, named by the time)')
    .option('--images', 'carry the images, too')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nThe service can run meanwhile. On a Citus cluster, each workspace is as it was at one moment, those of another node at another. The file contains personal data. Of API keys it contains only the hashes.',
    )
    .action(async (given: string | undefined, { json, images = false }) => {
      const config = readConfig()
      const file = given ?? newFile(config.backupsDir)
      const target = {
        file: resolve(file),
        signal: interruption(),
        images: images ? imageStore(config.images) : undefined,
        onTable: (name: string, rows: number) => void (rows > 0 && console.error(`${name}: ${counted(rows, 'row')}`)),
      }
      const result = await backUp(config, target, (folders) => operate(config, 'database copy', folders))
      const { rows, bytes, takenAt, schema } = result
      printResult(json, result, [
        `Backed up ${counted(rows, 'row')}, as of ${takenAt}, to ${file}: ${(bytes / MEGABYTE).toFixed(1)} MB, schema ${schema}.`,
        ...imageLines(result.images, images),
      ])
    })
}

function newFile(folder: string | undefined): string {
  if (folder === undefined) throw new OperatorError('Say where to write the backup: give a file, or set BACKUPS_DIR.')
  return join(folder, `catalogue-${new Date().toISOString().replace(/\..*/, '').replaceAll(':', '')}.tcb`)
}

function imageLines({ belonging, carried, missing }: BackedUpImages, wanted: boolean): string[] {
  if (belonging === 0) return []
  if (!wanted) return [`${counted(belonging, 'image')} of it are kept elsewhere, and not in the file: see --images.`]
  if (missing === 0) return [`It carries ${counted(carried, 'image')}.`]
  return [`It carries ${counted(carried, 'image')}. ${missing} could not be found, in whole or in part.`]
}

/** Aborts on a signal, so that an unfinished backup is removed. */
function interruption(): AbortSignal {
  const controller = new AbortController()
  const abort = () => controller.abort(new OperatorError('Interrupted: no backup was made.'))
  process.once('SIGINT', abort).once('SIGTERM', abort)
  return controller.signal
}
