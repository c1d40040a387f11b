import { productsInSlices } from '../../catalogue/products-in-slices.ts'
import type { WorkspaceContext } from '../../context.ts'
import { findPriceGroup } from '../../customers/find-price-group.ts'
import { movesOf, previewOf } from '../impact/price-moves.ts'
import type { PriceMoves } from '../../shared/price-moves.ts'
import { chosenCustomerIds } from './chosen-customers.ts'
import type { ChosenCustomers } from './chosen-customers.ts'

/** Customers who get into a price group, by id or name; null: into none. */
export type Membership = { customers: ChosenCustomers; group: string | null }

/** What another price group does to the prices of customers. Throws NotFound and Conflict. */
export function previewMembership(context: WorkspaceContext, act: Membership): Promise<PriceMoves | null> {
  return previewOf(context, ['membership', act], async () => {
    const group = act.group === null ? null : (await findPriceGroup(context, act.group)).id
    const ids = await chosenCustomerIds(context, act.customers)
    return movesOfMembership(context, new Map(ids.map((id) => [id, group])))
  })
}

/**
 * What other price groups of customers do to their prices, for one unit, now. `groupOf` has the ids of their new groups,
 * by customer; null: none. Null where no price moves. It reads in slices.
 */
export async function movesOfMembership(
  context: WorkspaceContext,
  groupOf: ReadonlyMap<string, string | null>,
): Promise<PriceMoves | null> {
  if (groupOf.size === 0) return null
  return movesOf(context, () => productsInSlices(context, {}), {
    payer: (payer, groups) => {
      const id = groupOf.get(payer.id)
      return id === undefined ? payer : { ...payer, group: id === null ? null : groups.get(id) }
    },
  })
}
