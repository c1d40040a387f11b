import { existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { problem, size, warning } from './finding.ts'
import type { Finding } from './finding.ts'

/** Free bytes below which a disk counts as full, or as nearly full. */
const FULL = 256 * 1024 ** 2
const NEARLY_FULL = 2 * 1024 ** 3

/** Bytes that are left on the disk of a folder, which may not have been made yet. */
export function bytesLeft(folder: string): number {
  if (!existsSync(folder)) return bytesLeft(dirname(folder))
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Warns of a disk with little space left. */
export function checkDisk(check: string, folder: string): Finding | false {
  const left = bytesLeft(folder)
  const message = `The disk of ${folder} has ${size(left)} left.`
  if (left < FULL) return problem(check, message, 'Free some space: without it, nothing can be written.')
  return (
    left < NEARLY_FULL &&
    warning(check, message, 'Free some space: a backup of a running service needs a copy of the database.')
  )
}
