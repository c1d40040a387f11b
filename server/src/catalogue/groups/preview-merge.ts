import { sql } from 'kysely'
import type { WorkspaceContext } from '../../context.ts'
import { NotFound } from '../../errors.ts'
import { matchingKey } from '../../matching-key.ts'
import { readPlacedProducts } from '../../price-changes/moved-products.ts'
import { PriceMovesSum } from '../../price-changes/price-moves.ts'
import type { Discounts, Payer, PayerGroup } from '../../price-changes/read-payers.ts'
import { atOneState } from '../../reading/index.ts'
import type { PriceMoves } from '../../rules/price-moves.ts'
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
  const { result } = await atOneState(context, async () => {
    const sum = new PriceMovesSum(context, { payer: merging(grouping, from, into) })
    for (const id of new Set([from, into])) {
      for await (const slice of productsInSlices(context, { [grouping]: id })) {
        const placed = await readPlacedProducts(context, slice, sql`true`)
        await sum.add(placed.map((before) => ({ before, after: { ...before, [`${grouping}Id`]: into } })))
      }
    }
    return sum.result()
  })
  return result
}

function merging(grouping: Grouping, from: string, into: string): (payer: Payer) => Payer {
  const groups = new Map<PayerGroup, PayerGroup>()
  return (payer) => {
    const { group } = payer
    const after = group && groups.getOrInsertComputed(group, () => merged(group, grouping, from, into))
    return merged(after === group ? payer : { ...payer, group: after }, grouping, from, into)
  }
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
