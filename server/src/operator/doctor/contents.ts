import type { Context } from '../../context.ts'
import { counted } from '../../rules/counted.ts'
import { listKeys } from '../../workspaces/keys.ts'
import { listWorkspaces } from '../../workspaces/workspaces.ts'
import { ok, problem, warning } from './finding.ts'
import type { Finding } from './finding.ts'

/** A scheduled price change is overdue after this time, in milliseconds. */
const OVERDUE_MS = 60_000

/** Checks that background jobs run. */
export async function checkJobs({ db, clock }: Context): Promise<Finding[]> {
  const { count, oldest } = await db
    .selectFrom('price_change')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('scheduled_for').as('oldest')])
    .where('status', '=', 'scheduled')
    .where('scheduled_for', '<', new Date(clock().getTime() - OVERDUE_MS))
    .executeTakeFirstOrThrow()
  if (count === 0) return [ok('jobs', 'No price change is overdue.')]
  return [
    problem(
      'jobs',
      `${counted(count, 'price change')} should have been published, the first at ${oldest!.toISOString()}.`,
      'Start the service, which publishes them. If it runs already, see its log for the reason.',
    ),
  ]
}

/** Checks that there are workspaces and keys. */
export async function checkWorkspaces(context: Context): Promise<Finding[]> {
  const workspaces = await listWorkspaces(context)
  const keys = (await listKeys(context)).filter(({ revokedAt }) => revokedAt === null)
  if (workspaces.length === 0) {
    return [warning('workspaces', 'There is no workspace.', 'trade-catalogue workspace create, or restore a backup')]
  }
  if (keys.length === 0) return [warning('keys', 'No API key is in use.', 'trade-catalogue key create')]
  const unused = keys.filter(({ lastUsedAt }) => lastUsedAt === null).length
  return [
    ok('workspaces', `${workspaces.length}, with ${counted(keys.length, 'API key')} in use; never used: ${unused}.`),
  ]
}
