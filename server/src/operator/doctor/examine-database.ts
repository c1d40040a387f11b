import type { DatabaseConfig } from '../../config.ts'
import type { Context } from '../../context.ts'
import { newestSchema, schemaNumber } from '../../database/migrate.ts'
import { checkCluster } from './cluster.ts'
import { checkImages, checkJobs, checkOutbox, checkWorkspaces } from './contents.ts'
import { problem } from './finding.ts'
import type { Finding } from './finding.ts'
import { checkSchema } from './schema.ts'
import { checkServer, checkSessions } from './server.ts'
import { checkUpkeep } from './upkeep.ts'

/** Examines an open database. A check that fails to run is a problem, too. */
export async function examineDatabase(context: Context, engine: DatabaseConfig['engine']): Promise<Finding[]> {
  const findings: Finding[] = []
  if (engine === 'postgres') {
    findings.push(...(await examined('server', () => checkServer(context))))
    findings.push(...(await examined('sessions', () => checkSessions(context.db))))
    findings.push(...(await examined('cluster', () => checkCluster(context.db))))
  }
  findings.push(...(await examined('schema', () => checkSchema(context, engine))))
  const schema = await schemaNumber(context)
  if (schema === 0 || schema > newestSchema()) return findings
  findings.push(...(await examined('upkeep', () => checkUpkeep(context))))
  findings.push(...(await examined('jobs', () => checkJobs(context))))
  const { images } = context
  // An older schema may not have them yet.
  if (schema === newestSchema()) {
    findings.push(...(await examined('outbox', () => checkOutbox(context))))
    if (images) findings.push(...(await examined('images', () => checkImages(context, images.store))))
  }
  findings.push(...(await examined('workspaces', () => checkWorkspaces(context))))
  return findings
}

async function examined(check: string, examine: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await examine()
  } catch (error) {
    return [problem(check, `It cannot be examined: ${(error as Error).message}.`, 'Fix the other problems first.')]
  }
}
