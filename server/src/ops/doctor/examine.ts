import type { Config } from '../../config.ts'
import { openDatabase } from '../../database/open.ts'
import { openImages } from '../../catalogue/images/open-images.ts'
import { FolderInUse, socketPath } from '../../database/own-folder.ts'
import { runThroughOwner } from '../operations/operate.ts'
import { checkConfiguration } from './configuration.ts'
import { examineDatabase } from './database.ts'
import { checkDataFolder, isUsable } from './disks.ts'
import { problem } from './finding.ts'
import type { Finding } from './finding.ts'

/** Examines the configuration and the database, also while another process owns it. It changes nothing. */
export async function examine(config: Config): Promise<Finding[]> {
  const { database } = config
  const findings = checkConfiguration(config, new Date())
  if (database.engine === 'embedded') {
    findings.push(...checkDataFolder(database.dataDir))
    if (!isUsable(database.dataDir)) return findings
  }
  return [...findings, ...(await examineConfigured(config))]
}

async function examineConfigured({ database, images }: Config): Promise<Finding[]> {
  try {
    await using cleanup = new AsyncDisposableStack()
    const store = await openDatabase(database)
    cleanup.defer(store.close)
    return await examineDatabase({ db: store.db, clock: () => new Date(), images: openImages(images) }, database.engine)
  } catch (error) {
    if (!(error instanceof FolderInUse) || database.engine !== 'embedded') return [unreachable(error)]
  }
  return runThroughOwner<Finding[]>(socketPath(database.dataDir), 'doctor', {}).catch((error: unknown) => [
    unreachable(error),
  ])
}

function unreachable(error: unknown): Finding {
  return problem('database', (error as Error).message, 'The service cannot run until this is fixed.')
}
