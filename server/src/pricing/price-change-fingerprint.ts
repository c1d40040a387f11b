import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import type { Row } from '../database/tables.ts'
import { InvalidRequest } from '../errors.ts'
import { KINDS_OF_TERM } from './kinds-of-term.ts'
import { basisOf, momentOf } from './price-change-basis.ts'

/** The parts of a fingerprint. Each covers some data of the preview, so an error can name the data that changed. */
const PARTS = ['products', 'lines', 'prices', 'terms'] as const

type Sums = Record<(typeof PARTS)[number], string>

const CHANGED: Record<(typeof PARTS)[number], string> = {
  products: 'its lines have changed',
  lines: 'its lines have changed',
  prices: 'list prices that it replaces have changed',
  terms: 'the terms of customers, or what they can see, have changed',
}

/** What a preview shows, in the words of its readers. */
export type ReviewedPart = 'lines' | 'prices' | 'terms'

/** Something that the preview showed has changed since, in these parts. */
export class StaleFingerprint extends InvalidRequest {
  readonly parts: readonly ReviewedPart[]

  constructor(message: string, parts: readonly ReviewedPart[]) {
    super(message)
    this.parts = parts
  }
}

/** The column that `fingerprintSums` adds to a statement. */
export const FINGERPRINTED = 'fingerprinted'
export type FingerprintSums = { [FINGERPRINTED]: Sums }

/**
 * A column for a statement with `basisOf`: for each part, the sum of the hashes of its rows. A sum needs no sort, even
 * of 100,000 rows. Equal states have equal sums, whatever happened in between.
 */
export function fingerprintSums({ workspaceId }: WorkspaceContext, at: Date): RawBuilder<unknown> {
  return sql`json_build_object(
    'products', (select ${sum('product_id')} from line),
    'lines', (select ${sum('product_id, after')} from line),
    'prices', (select ${sum('product_id, before')} from line),
    'terms', concat_ws('/',
      (select ${sum('product_id, brand_id, category_id, visibility, active')} from line),
      (select ${sum('id')} from customer where workspace_id = ${workspaceId} and active),
      ${sql.join(KINDS_OF_TERM.map((kind) => kind.hash(workspaceId, at)))},
      (select ${sum('access.customer_id, access.product_id')} from line
        join product_access access on access.workspace_id = ${workspaceId} and access.product_id = line.product_id
        where line.visibility = 'selected'))) as ${sql.ref(FINGERPRINTED)}`
}

function sum(columns: string): RawBuilder<string> {
  return sql`coalesce(sum(hash_record_extended(row(${sql.raw(columns)}), 0)), 0)::text`
}

/** The fingerprint as previews show it. */
export function fingerprint(sums: Sums): string {
  return PARTS.map((part) => createHash('sha256').update(sums[part]).digest('hex').slice(0, 12)).join('-')
}

/**
 * Throws StaleFingerprint, naming the changed data, if the present fingerprint of the change differs from the given one;
 * InvalidRequest for a text that is no fingerprint.
 */
export async function requireFresh(
  context: WorkspaceContext,
  change: Row<'price_change'>,
  given: string,
): Promise<void> {
  const at = momentOf(change, context.clock())
  const { rows } = await sql<FingerprintSums>`
    with ${basisOf(context, change, at)} select ${fingerprintSums(context, at)}`.execute(context.db)
  const present = fingerprint(rows[0]![FINGERPRINTED])
  if (given === present) return
  const [before, now] = [given.split('-'), present.split('-')]
  if (before.length !== PARTS.length) {
    throw new InvalidRequest(`"${given}" is not a fingerprint: use the one in the preview of "${change.name}".`)
  }
  const differing = PARTS.filter((_, i) => before[i] !== now[i])
  // With other products every sum differs, and says nothing about the other parts.
  const changed = (differing[0] === 'products' ? [differing[0]] : differing).map((part) => CHANGED[part])
  throw new StaleFingerprint(
    `"${change.name}" is no longer as in the preview: ${changed.join(', and ')}. Preview it again.`,
    differing[0] === 'products' ? ['lines', 'prices', 'terms'] : differing.filter((part) => part !== 'products'),
  )
}
