import type { WorkspaceContext } from '../../context.ts'
import { NotFound } from '../../errors.ts'
import { matchingKey } from '../../lib/matching-key.ts'
import type { Discounts } from '../../pricing/impact/payers.ts'
import { movesOf, settlingAll } from '../../pricing/impact/price-moves.ts'
import type { PriceMoves } from '../../shared/price-moves.ts'
import { productsInSlices } from '../products-in-slices.ts'
import { findGroups } from './brands-and-categories.ts'
import type { Grouping } from './grouping.ts'

/**
 * What `mergeGroups` would do to the prices of customers, for one unit, now: the products get another discount, and
 * discounts on the first group count for the products of the second. Null where no price moves. Throws NotFound.
 */
export async function previewMerge(
  context: WorkspaceContext,
  { grouping, name, to }: { grouping: Grouping; name: string; to: string },
): Promise<PriceMoves | null> {
  const found = (await findGroups(context, { brand: [], category: [], [grouping]: [name, to] }))[grouping]
  const [from, into] = [name, to].map((asked) => {
    const group = found.get(matchingKey(asked))
    if (!group) throw new NotFound(`There is no ${grouping} "${asked}".`)
    return group.id
  }) as [string, string]
  return movesOf(context, () => productsOf(context, grouping, new Set([from, into])), {
    payer: settlingAll((owner) => merged(owner, grouping, from, into)),
    placed: { [`${grouping}Id`]: into },
  })
}

async function* productsOf(context: WorkspaceContext, grouping: Grouping, ids: Iterable<string>) {
  for (const id of ids) yield* productsInSlices(context, { [grouping]: id })
}

/** A discount on the second group stays; else the one on the first comes to it. */
function merged<Owner extends Discounts>(owner: Owner, grouping: Grouping, from: string, into: string): Owner {
  const groups = grouping === 'brand' ? 'brands' : 'categories'
  const moved = owner[groups].get(from)
  if (moved === undefined || from === into) return owner
  const after = new Map(owner[groups]).set(into, owner[groups].get(into) ?? moved)
  after.delete(from)
  return { ...owner, [groups]: after }
}
