import { WORKSPACE_LIMITS } from '../../workspaces/workspace-state.ts'

export type AgreedTerms = {
  /** Minor units for one. */
  unit: number
  /** The smallest quantity that gets this price. */
  minQty: number
  /** It applies from the start, included, to the end, excluded. Null: no limit. */
  startsAt: Date | null
  endsAt: Date | null
}

export const TERMS = ['unit', 'minQty', 'startsAt', 'endsAt'] as const

export type AssignedPrice = AgreedTerms & { id: string }

/**
 * How a wanted price fits beside the other agreed prices of the customer for the same product:
 * - `add`: it overlaps none, or only one that can end where the new one starts (`ends`);
 * - `change`: there is one from the same quantity and the same start, which would get the new price and the new end;
 * - `overlap`: there is another one from the same quantity in the period.
 */
type Placement =
  | { kind: 'add'; ends: AssignedPrice | null }
  | { kind: 'change'; of: AssignedPrice }
  | { kind: 'overlap'; with: AssignedPrice }

/** Pure. `others` are all agreed prices of the customer for the product. */
export function assignPrice(wanted: AgreedTerms, others: readonly AssignedPrice[]): Placement {
  const alike = others.filter(({ minQty }) => minQty === wanted.minQty)
  const overlapping = alike.filter((other) => overlaps(wanted, other))
  const same = alike.find((other) => startOf(other) === startOf(wanted))
  const blocking = overlapping.find((other) => other !== same && !(same === undefined && canEndAt(other, wanted)))
  if (blocking) return { kind: 'overlap', with: blocking }
  return same ? { kind: 'change', of: same } : { kind: 'add', ends: overlapping[0] ?? null }
}

/** True where an owner has as many agreed prices for a product as it can. */
export function isFull(count: number): boolean {
  return count >= WORKSPACE_LIMITS.agreedPricesOfProduct
}

/** The same in words: the product by its SKU, the owner by its name. */
export function fullInWords(sku: string, owner: string): string {
  const most = WORKSPACE_LIMITS.agreedPricesOfProduct
  return `"${sku}" has ${most} agreed prices of ${owner} already, which is the limit. Remove some first, for example those that have ended.`
}

/** True if the two apply at the same time at some time. The end is excluded. */
export function overlaps(a: AgreedTerms, b: AgreedTerms): boolean {
  return startOf(a) < endOf(b) && startOf(b) < endOf(a)
}

/** It began earlier, and nothing of it is left behind the new one. */
function canEndAt(other: AgreedTerms, wanted: AgreedTerms): boolean {
  return startOf(other) < startOf(wanted) && endOf(other) <= endOf(wanted)
}

function startOf({ startsAt }: AgreedTerms): number {
  return startsAt?.getTime() ?? -Infinity
}

function endOf({ endsAt }: AgreedTerms): number {
  return endsAt?.getTime() ?? Infinity
}
