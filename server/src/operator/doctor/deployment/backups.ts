import { accessSync, constants, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../../config.ts'
import { counted } from '../../../rules/counted.ts'
import { bytesLeft, checkDisk } from '../disk.ts'
import { ok, orOk, problem, size, warning } from '../finding.ts'
import type { Finding } from '../finding.ts'

const HOUR_MS = 3_600_000
/** A backup each night, which may begin later and take longer than the one before. */
const LONGEST_AGE_HOURS = 26

/** Checks the age of the newest backup, and that there is room for the next one. */
export function checkBackups({ backupsDir }: Pick<Config, 'backupsDir'>, now: Date): Finding[] {
  const check = 'backups'
  if (backupsDir === undefined) {
    const advice = 'Set BACKUPS_DIR to a folder, and let "trade-catalogue backup" run each night.'
    return [warning(check, 'It is not known where backups are: BACKUPS_DIR is not set.', advice)]
  }
  try {
    accessSync(backupsDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const advice = 'Make the folder, and the user that runs the service its owner.'
    return [problem(check, `No backup can be written: ${(error as Error).message}.`, advice)]
  }
  const newest = newestBackup(backupsDir)
  if (!newest) {
    return [problem(check, `There is no backup in ${backupsDir}.`, 'Take one: trade-catalogue backup')]
  }
  const age = Math.floor((now.getTime() - newest.mtimeMs) / HOUR_MS)
  const old = `The newest backup, ${newest.name}, is ${counted(age, 'hour')} old.`
  const left = bytesLeft(backupsDir)
  return orOk(
    [
      age >= LONGEST_AGE_HOURS &&
        problem(check, old, 'See why the nightly one failed: journalctl -u trade-catalogue-backup'),
      left < newest.size
        ? problem(
            check,
            `The newest backup has ${size(newest.size)}, and the disk of ${backupsDir} ${size(left)} left.`,
            'Free some space for the next one.',
          )
        : checkDisk(check, backupsDir),
    ],
    ok(check, `${old} ${size(left)} left in ${backupsDir}.`),
  )
}

function newestBackup(folder: string) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.tcb'))
    .map((name) => ({ name, ...statOf(join(folder, name)) }))
    .toSorted((a, b) => b.mtimeMs - a.mtimeMs)[0]
}

function statOf(file: string) {
  const { mtimeMs, size } = statSync(file)
  return { mtimeMs, size }
}
