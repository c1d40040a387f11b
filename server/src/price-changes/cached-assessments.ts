import type { WorkspaceContext } from '../context.ts'
import type { Row } from '../database/tables.ts'
import { inTransaction } from '../database/transaction.ts'
import { mapInSlices } from '../map-in-slices.ts'
import { StateCache } from '../reading/index.ts'
import { affect, openLines } from './affected-customers.ts'
import { summarize } from './assess-price-change.ts'
import type { Assessment } from './assess-price-change.ts'
import { linesByChange } from './histogram.ts'
import type { LinesByChange } from './histogram.ts'
import { customersHit } from './customers-hit.ts'
import type { CustomersHit } from './customers-hit.ts'
import { lastTermsChange, stateOfPrices } from '../pricing/kinds-of-term.ts'
import { momentOf } from './price-change-basis.ts'
import { FingerprintSums, requireSame } from './price-change-fingerprint.ts'
import { readPriceChange } from './price-change-status.ts'
import { readChangeLines } from './read-change-lines.ts'
import { readPayers } from './read-payers.ts'
import { shieldByGroups } from './shielded-by-groups.ts'

/** Entries in the cache. One takes up to 60 kB. */
const MAX_CACHED = 300

/** All that a change does: the assessment, the customers that it hits, and its lines by their change. */
type Impact = { assessment: Assessment; customers: CustomersHit; lines: LinesByChange }

const impacts = new StateCache<Impact>({ max: MAX_CACHED })

/**
 * What a change does with the terms that apply now, or when it is published. It is read in slices, and cached by the
 * state of the workspace. If the workspace is written all the time, slices may be of different states. The fingerprint
 * covers the same rows: so it is that of a state only if the slices are as in that state. Throws NotFound.
 */
export async function cachedImpact(context: WorkspaceContext, id: string): Promise<Impact> {
  const at = momentOf(await readPriceChange(context, id), context.clock())
  return impacts.read(context, `${id} ${await lastTermsChange(context, at)}`, () => assess(context, id))
}

async function assess(context: WorkspaceContext, id: string): Promise<Impact> {
  const change = await readPriceChange(context, id)
  const at = momentOf(change, context.clock())
  const sums = new FingerprintSums()
  const lines = await readChangeLines(context, change, { at, sums })
  const { payers } = await readPayers(context, { at, sums })
  shieldByGroups(lines, payers)
  const open = openLines(lines.lines)
  const affected = await mapInSlices(payers, (payer) => affect(payer, open, lines))
  const summary = await summarize(context, { change, lines: lines.lines, affected, at })
  return {
    assessment: { fingerprint: sums.fingerprint, summary },
    customers: await customersHit(context, { change, lines, affected, at }),
    lines: linesByChange(lines.lines),
  }
}

/** The fingerprint of a change, and the state that it is of. */
type Seen = { fingerprint: string; state: string }

/**
 * Reads the fingerprint of a change in slices, for `requireFresh`, before the transaction that acts on it. Undefined
 * where there is none to compare, or the workspace was written meanwhile. Throws NotFound.
 */
export async function lookFresh(
  context: WorkspaceContext,
  { id, fingerprint: given }: { id: string; fingerprint?: string | undefined },
): Promise<Seen | undefined> {
  if (given === undefined) return undefined
  // In a transaction, which decides again whether the caller may write.
  const change = await inTransaction(context, (trx) => readPriceChange(trx, id))
  if (change.status !== 'draft' && change.status !== 'scheduled') return undefined
  const state = await stateOfImpact(context, change)
  const { fingerprint } = (await cachedImpact(context, id)).assessment
  return state === (await stateOfImpact(context, change)) ? { fingerprint, state } : undefined
}

/**
 * Throws StaleFingerprint, naming the changed data, if the change is no longer as the preview with that fingerprint;
 * InvalidRequest for a text that is no fingerprint. Call it in the transaction that acts on the change. Nothing is read
 * again where the workspace was not written since `lookFresh`.
 */
export async function requireFresh(
  trx: WorkspaceContext,
  change: Row<'price_change'>,
  { given, seen }: { given: string; seen: Seen | undefined },
): Promise<void> {
  if (seen?.state === (await stateOfImpact(trx, change))) return requireSame(change, given, seen.fingerprint)
  const at = momentOf(change, trx.clock())
  const sums = new FingerprintSums()
  await readChangeLines(trx, change, { at, sums })
  await readPayers(trx, { at, sums })
  requireSame(change, given, sums.fingerprint)
}

async function stateOfImpact(context: WorkspaceContext, change: Row<'price_change'>): Promise<string> {
  return stateOfPrices(context, momentOf(change, context.clock()))
}
