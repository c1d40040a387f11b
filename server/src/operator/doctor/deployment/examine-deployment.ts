import type { Config } from '../../../config.ts'
import { bytesLeft, checkDisk } from '../disk.ts'
import { ok, size } from '../finding.ts'
import type { Finding } from '../finding.ts'
import { checkBackups } from './backups.ts'
import { checkTimeSync } from './clock.ts'
import { checkMail } from './mail.ts'
import { checkPublicUrl } from './public-url.ts'

/** Examines what the service needs around it: clock, public address, mail, disks and backups. It changes nothing. */
export async function examineDeployment(config: Config): Promise<Finding[]> {
  const now = new Date()
  const { publicUrl, images } = config
  const findings = await Promise.all([
    checkTimeSync(),
    checkPublicUrl(publicUrl, now),
    checkMail(config),
    'folder' in images.keep ? checkImageFolder(images.keep.folder) : [],
    checkBackups(config, now),
  ])
  return findings.flat()
}

function checkImageFolder(folder: string): Finding {
  const check = 'image folder'
  return checkDisk(check, folder) || ok(check, `${folder}, with ${size(bytesLeft(folder))} left on its disk.`)
}
