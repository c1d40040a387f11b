import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Row } from '../database/tables.ts'
import { InvalidRequest } from '../errors.ts'

/** The parts of a fingerprint. Each covers some data of the preview, so an error can name the data that changed. */
const PARTS = ['products', 'lines', 'prices', 'terms'] as const

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

/**
 * The sums of hashes that a fingerprint is made of. A sum needs no order: it adds up over slices, and equal states have
 * equal sums, whatever happened in between.
 */
const SUMS = ['products', 'lines', 'prices', 'places', 'customers', 'agreed', 'discounts', 'access'] as const
type Sum = (typeof SUMS)[number]

/** Of which sums each part is made. */
const OF_PART: Record<(typeof PARTS)[number], Sum[]> = {
  products: ['products'],
  lines: ['lines'],
  prices: ['prices'],
  terms: ['places', 'customers', 'agreed', 'discounts', 'access'],
}

/** Adds up what is read in slices. */
export class FingerprintSums {
  readonly #sums = new Map<Sum, bigint>(SUMS.map((sum) => [sum, 0n]))

  add(sums: Partial<Record<Sum, string>>): void {
    for (const [sum, hash] of Object.entries(sums) as [Sum, string][]) {
      this.#sums.set(sum, this.#sums.get(sum)! + BigInt(hash))
    }
  }

  /** The fingerprint as previews show it. */
  get fingerprint(): string {
    return PARTS.map((part) => digest(OF_PART[part].map((sum) => this.#sums.get(sum)!).join('/'))).join('-')
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

export type LineSums = Record<'products' | 'lines' | 'prices' | 'places' | 'agreed', string>

/** SQL: the sums over the lines of a slice; for a statement with `basisOf`. */
export function lineSums(): RawBuilder<LineSums> {
  return sql`json_build_object(
    'products', (select ${sum('product_id')} from line),
    'lines', (select ${sum('product_id, after')} from line),
    'prices', (select ${sum('product_id, before')} from line),
    'places', (select ${sum('product_id, brand_id, category_id, visibility, active')} from line),
    'agreed', (select coalesce(sum(hash), 0)::text from agreed))`
}

/** SQL: the sum over rows of `product_access`. */
export function accessHash(): RawBuilder<string> {
  return sum('customer_id, product_id')
}

/** SQL: the sum over customers who are not out of use, with their price groups. */
export function customersHash(): RawBuilder<string> {
  return sum('id, group_id')
}

function sum(columns: string): RawBuilder<string> {
  return sql`coalesce(sum(hash_record_extended(row(${sql.raw(columns)}), 0)), 0)::text`
}

/**
 * Throws StaleFingerprint, naming the changed data, if the present fingerprint of the change differs from the given
 * one; InvalidRequest for a text that is no fingerprint.
 */
export function requireSame(change: Row<'price_change'>, given: string, present: string): void {
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
