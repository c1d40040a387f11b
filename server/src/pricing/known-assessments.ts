import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { WorkspaceContext } from '../context.ts'
import type { Row } from '../database/tables.ts'
import { assessPriceChange } from './assess-price-change.ts'
import type { Assessment } from './assess-price-change.ts'
import { termsChangedAt } from './kinds-of-term.ts'

/** How many assessments are remembered: one takes up to 30 kB. */
const MAX_KNOWN = 500

const known = new LRUCache<string, Assessment>({ max: MAX_KNOWN })

/**
 * The assessment of a change, worked out once for all who ask at the same state of the workspace. Call it in a snapshot:
 * the state is read there, so that what is remembered agrees with whatever else is read in it.
 */
export async function knownAssessment(
  context: WorkspaceContext,
  change: Row<'price_change'>,
  at: Date,
): Promise<Assessment> {
  const name = `${change.id} ${await stateOf(context, at)}`
  const assessment = known.get(name) ?? (await assessPriceChange(context, change, at))
  known.set(name, assessment)
  return assessment
}

/** What an assessment depends on: the workspace's revision, which every change raises, and which terms hold by then. */
async function stateOf({ db, workspaceId }: WorkspaceContext, at: Date): Promise<string> {
  const { rows } = await sql<{ state: string }>`
    select concat_ws(' ',
      (select concat_ws(' ', revision, nonce) from workspace_revision where workspace_id = ${workspaceId}),
      ${termsChangedAt(sql`${workspaceId}`, at)}) as state`.execute(db)
  return rows[0]!.state
}
