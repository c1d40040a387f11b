import { createHash, hash } from 'node:crypto'
import type { Row } from '../../database/tables.ts'
import { InvalidRequest } from '../../errors.ts'
import type { Discounts, Payer } from '../impact/payers.ts'
import { mapInSlices } from '../../lib/map-in-slices.ts'
import type { ChangeTerms } from './change-lines.ts'

/** What a preview shows, in the words of its readers, and what is said where it has changed. */
const CHANGED = {
  lines: 'its lines have changed',
  prices: 'list prices that it replaces have changed',
  terms: 'the terms of customers, or what they can see, have changed',
}

export type ReviewedPart = keyof typeof CHANGED

/** The parts of a fingerprint, in its order. With other products every part differs. */
const PARTS = ['products', 'lines', 'prices', 'terms'] as const

/** Something that the preview showed has changed since, in these parts. */
export class StaleFingerprint extends InvalidRequest {
  readonly parts: readonly ReviewedPart[]

  constructor(message: string, parts: readonly ReviewedPart[]) {
    super(message)
    this.parts = parts
  }
}

/**
 * A hash of the prices that a change compares: of its lines, and of the terms by which each customer pays for them. Terms
 * on other products, and other texts, leave it as it is. It has a part for each kind of data, so that an error can name
 * what has changed.
 */
export async function fingerprintOf({ lines, payers, agreed, seen, inverted }: ChangeTerms): Promise<string> {
  const terms = createHash('sha256')
  terms.update(lines.map((line) => `${line.after.viewers === null} ${inverted.get(line)}`).join())
  const places = new Set(lines.flatMap(({ after: { brandId, categoryId } }) => [brandId, categoryId]))
  const groups = new Set(payers.map(({ group }) => group).filter((group) => group !== null))
  const owners: Payer[] = [...payers, ...[...groups].map((group) => ({ ...group, group: null }))]
  await mapInSlices(
    owners.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    (owner) => {
      let text = JSON.stringify([owner.id, owner.group?.id, ...discountsOn(owner, places)])
      for (const [{ id }, unit] of agreed.get(owner.id) ?? []) text += ` ${id} ${unit}`
      for (const { id } of seen.get(owner.id) ?? []) text += ` sees ${id}`
      terms.update(text)
    },
  )
  const ofLines = [
    lines.map(({ id }) => id),
    lines.map(({ after }) => after.listPrice),
    lines.map(({ before }) => before.listPrice),
  ]
  const digests = await mapInSlices(ofLines, (values) => hash('sha256', values.join()))
  return [...digests, terms.digest('hex')].map((digest) => digest.slice(0, 12)).join('-')
}

function discountsOn({ all, brands, categories }: Discounts, places: ReadonlySet<string>): unknown[] {
  const on = (discounts: Discounts['brands']) => [...discounts].filter(([id]) => places.has(id)).toSorted()
  return [all, on(brands), on(categories)]
}

/**
 * Throws StaleFingerprint, naming what has changed, if the present fingerprint of a change differs from the given one;
 * InvalidRequest for a text that is no fingerprint.
 */
export function requireSame({ name }: Row<'price_change'>, given: string, present: string): void {
  const [before, now] = [given.split('-'), present.split('-')]
  if (before.length !== PARTS.length) {
    throw new InvalidRequest(`"${given}" is not a fingerprint: use the one in the preview of "${name}".`)
  }
  const differing = PARTS.filter((_, i) => before[i] !== now[i])
  if (differing.length === 0) return
  // With other products every part differs, and says nothing about the others.
  const isOther = differing[0] === 'products'
  const changed = isOther ? (['lines'] as const) : differing.filter((part) => part !== 'products')
  throw new StaleFingerprint(
    `"${name}" is no longer as in the preview: ${changed.map((part) => CHANGED[part]).join(', and ')}. Preview it again.`,
    isOther ? ['lines', 'prices', 'terms'] : changed,
  )
}
