import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { ok, problem } from '../finding.ts'
import type { Finding } from '../finding.ts'

/** Checks that the clock of this machine is kept right. `checkServer` compares it with that of the database. */
export async function checkTimeSync(): Promise<Finding> {
  const check = 'clock'
  try {
    const { stdout } = await promisify(execFile)('timedatectl', ['show', '--property=NTPSynchronized', '--value'])
    if (stdout.trim() === 'yes') return ok(check, 'Synchronised by NTP.')
  } catch {
    return ok(check, 'There is no timedatectl to ask, as in a container: the host keeps the clock.')
  }
  return problem(
    check,
    'The clock of this machine is not synchronised: it decides when prices start and end.',
    'apt install systemd-timesyncd && timedatectl set-ntp true',
  )
}
