import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { databaseFolder } from '../../database/own-folder.ts'
import { bytesLeft, checkDisk } from './disk.ts'
import { ok, orOk, problem, size, warning } from './finding.ts'
import type { Finding } from './finding.ts'

const OTHERS = 0o077

/** Checks the folder of the embedded database without opening the database, and tells if it can be opened. */
export function checkDataFolder(dataDir: string): { findings: Finding[]; isUsable: boolean } {
  const check = 'data folder'
  if (!existsSync(databaseFolder(dataDir))) return { findings: [checkMissing(dataDir)], isUsable: false }
  try {
    accessSync(databaseFolder(dataDir), constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const message = `It cannot be written: ${(error as Error).message}.`
    return { findings: [problem(check, message, 'Make the user that runs the service its owner.')], isUsable: false }
  }
  const findings = orOk(
    [
      checkDisk(check, dataDir),
      (statSync(databaseFolder(dataDir)).mode & OTHERS) !== 0 &&
        warning(check, 'Other users of this machine can read it.', `chmod -R go= ${dataDir}`),
    ],
    ok(check, `${dataDir}, with ${size(bytesLeft(dataDir))} left on its disk.`),
  )
  return { findings, isUsable: true }
}

function checkMissing(dataDir: string): Finding {
  if (existsSync(dataDir) && !statSync(dataDir).isDirectory()) {
    return problem('data folder', `${dataDir} is not a folder.`, 'Set DATA_DIR to a folder of your own.')
  }
  const advice = 'Check DATA_DIR. The service creates a database there when it starts.'
  return warning('data folder', `There is no database in ${dataDir} yet.`, advice)
}
