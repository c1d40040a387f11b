import { WORKSPACE_LIMITS } from '../../workspaces/workspace-state.ts'
import type { WorkspaceContext } from '../../context.ts'
import { addDays, dayOf, startOfDay } from '../../lib/local-time.ts'
import { readWorkspace } from '../../workspaces/workspaces.ts'

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

/** A period in days of the workspace's time zone. Both days are part of it. Null: no limit. */
export type Days = { startsOn: string | null; endsOn: string | null }

type Period = Pick<AgreedTerms, 'startsAt' | 'endsAt'>

/** The days of a period. Of a period that begins or ends within a day, that day is part. */
export function daysOf({ startsAt, endsAt }: Period, timeZone: string): Days {
  return {
    startsOn: startsAt && dayOf(startsAt, timeZone),
    endsOn: endsAt && dayOf(new Date(endsAt.getTime() - 1), timeZone),
  }
}

/** The period of these days. Where a day is that of `before`, its time stays: it may begin or end within the day. */
export function periodOf(days: Days, timeZone: string, before?: Period): Period {
  const same = before && daysOf(before, timeZone)
  const start = () => days.startsOn && startOfDay(days.startsOn, timeZone)
  const end = () => days.endsOn && startOfDay(addDays(days.endsOn, 1), timeZone)
  return {
    startsAt: before && same?.startsOn === days.startsOn ? before.startsAt : start() || null,
    endsAt: before && same?.endsOn === days.endsOn ? before.endsAt : end() || null,
  }
}

/** The period of these days in the workspace's time zone. */
export async function periodInWorkspace(context: WorkspaceContext, days: Days): Promise<Period> {
  return periodOf(days, await timeZoneOf(context))
}

export async function timeZoneOf(context: WorkspaceContext): Promise<string> {
  return (await readWorkspace(context, context.workspaceId)).timezone
}
