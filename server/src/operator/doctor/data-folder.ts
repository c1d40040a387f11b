import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { databaseFolder } from '../../database/own-folder.ts'
import { ok, orOk, problem, size, warning } from './finding.ts'
import type { Finding } from './finding.ts'

/** Free bytes of a disk that is as good as full, and of one that soon is. */
const FULL = 256 * 1024 ** 2
const NEARLY_FULL = 2 * 1024 ** 3
const OTHERS = 0o077

/** The folder of the embedded database, as far as it can be told without opening that, and whether it can be opened. */
export function checkDataFolder(dataDir: string): { findings: Finding[]; isUsable: boolean } {
  const check = 'data folder'
  if (!existsSync(databaseFolder(dataDir))) return { findings: [checkMissing(dataDir)], isUsable: false }
  try {
    accessSync(databaseFolder(dataDir), constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const message = `It cannot be written: ${(error as Error).message}.`
    return { findings: [problem(check, message, 'Give it to the user that runs the service.')], isUsable: false }
  }
  const { bavail, bsize } = statfsSync(dataDir)
  const free = bavail * bsize
  const findings = orOk(
    [
      free < FULL
        ? problem(check, `Its disk has ${size(free)} left.`, 'Make room: with none left, nothing can be written.')
        : free < NEARLY_FULL &&
          warning(
            check,
            `Its disk has ${size(free)} left.`,
            'Make room: a backup while the service runs needs a copy of the database.',
          ),
      (statSync(databaseFolder(dataDir)).mode & OTHERS) !== 0 &&
        warning(check, 'Other users of this machine may look into it.', `chmod -R go= ${dataDir}`),
    ],
    ok(check, `${dataDir}, with ${size(free)} left on its disk.`),
  )
  return { findings, isUsable: true }
}

function checkMissing(dataDir: string): Finding {
  if (existsSync(dataDir) && !statSync(dataDir).isDirectory()) {
    return problem('data folder', `${dataDir} is no folder.`, 'Set DATA_DIR to a folder of your own.')
  }
  const advice = 'Is DATA_DIR right? The service makes a database there when it starts.'
  return warning('data folder', `There is no database in ${dataDir} yet.`, advice)
}
