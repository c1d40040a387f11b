import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../../config.ts'
import { databaseFolder } from '../../database/own-folder.ts'
import { counted } from '../../shared/counted.ts'
import { ok, orOk, problem, size, warning } from './finding.ts'
import type { Finding } from './finding.ts'

/** Free bytes below which a disk counts as full, or as nearly full. */
const FULL = 256 * 1024 ** 2
const NEARLY_FULL = 2 * 1024 ** 3
const OTHERS = 0o077
const USABLE = constants.R_OK | constants.W_OK | constants.X_OK
const HOUR_MS = 3_600_000
/** A backup each night, which may begin later and take longer than the one before. */
const LONGEST_AGE_HOURS = 26

/** Whether the embedded database is there, and this user can open it. */
export function isUsable(dataDir: string): boolean {
  try {
    accessSync(databaseFolder(dataDir), USABLE)
    return true
  } catch {
    return false
  }
}

/** Checks the folder of the embedded database without opening the database. */
export function checkDataFolder(dataDir: string): Finding[] {
  const check = 'data folder'
  const folder = databaseFolder(dataDir)
  if (existsSync(dataDir) && !statSync(dataDir).isDirectory()) {
    return [problem(check, `${dataDir} is not a folder.`, 'Set DATA_DIR to a folder of your own.')]
  }
  if (!existsSync(folder)) {
    const advice = 'Check DATA_DIR. The service creates a database there when it starts.'
    return [warning(check, `There is no database in ${dataDir} yet.`, advice)]
  }
  if (!isUsable(dataDir)) {
    return [problem(check, `${folder} cannot be written.`, 'Make the user that runs the service its owner.')]
  }
  const isOpen = (statSync(folder).mode & OTHERS) !== 0
  return orOk(
    [
      checkDisk(check, dataDir),
      isOpen && warning(check, 'Other users of this machine can read it.', `chmod -R go= ${dataDir}`),
    ],
    ok(check, `${dataDir}, with ${size(bytesLeft(dataDir))} left on its disk.`),
  )
}

export function checkImageFolder(folder: string): Finding {
  const check = 'image folder'
  return checkDisk(check, folder) || ok(check, `${folder}, with ${size(bytesLeft(folder))} left on its disk.`)
}

/** Checks the age of the newest backup, and that there is room for the next one. */
export function checkBackups({ backupsDir }: Pick<Config, 'backupsDir'>, now: Date): Finding[] {
  const check = 'backups'
  if (backupsDir === undefined) {
    const advice = 'Set BACKUPS_DIR to a folder, and let "trade-catalogue backup" run each night.'
    return [warning(check, 'It is not known where backups are: BACKUPS_DIR is not set.', advice)]
  }
  try {
    accessSync(backupsDir, USABLE)
  } catch (error) {
    const advice = 'Make the folder, and the user that runs the service its owner.'
    return [problem(check, `No backup can be written: ${(error as Error).message}.`, advice)]
  }
  const newest = readdirSync(backupsDir)
    .filter((name) => name.endsWith('.tcb'))
    .map((name) => ({ name, file: statSync(join(backupsDir, name)) }))
    .toSorted((a, b) => b.file.mtimeMs - a.file.mtimeMs)[0]
  if (!newest) return [problem(check, `There is no backup in ${backupsDir}.`, 'Take one: trade-catalogue backup')]
  const age = Math.floor((now.getTime() - newest.file.mtimeMs) / HOUR_MS)
  const old = `The newest backup, ${newest.name}, is ${counted(age, 'hour')} old.`
  const left = bytesLeft(backupsDir)
  const full = `The newest backup has ${size(newest.file.size)}, and the disk of ${backupsDir} ${size(left)} left.`
  return orOk(
    [
      age >= LONGEST_AGE_HOURS &&
        problem(check, old, 'See why the nightly one failed: journalctl -u trade-catalogue-backup'),
      left < newest.file.size
        ? problem(check, full, 'Free some space for the next one.')
        : checkDisk(check, backupsDir),
    ],
    ok(check, `${old} ${size(left)} left in ${backupsDir}.`),
  )
}

function checkDisk(check: string, folder: string): Finding | false {
  const left = bytesLeft(folder)
  const message = `The disk of ${folder} has ${size(left)} left.`
  if (left < FULL) return problem(check, message, 'Free some space: without it, nothing can be written.')
  const advice = 'Free some space: a backup of a running service needs a copy of the database.'
  return left < NEARLY_FULL && warning(check, message, advice)
}

/** Bytes that are left on the disk of a folder, which may not have been made yet. */
function bytesLeft(folder: string): number {
  if (!existsSync(folder)) return bytesLeft(dirname(folder))
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
