import { findPriceGroup } from '../customers/find-price-group.ts'
import { PreviewedMoves } from '../price-changes/previewed-moves.ts'
import { chosenCustomerIds } from './chosen-customers.ts'
import type { ChosenCustomers } from './chosen-customers.ts'
import { movesOfMembership } from './moves-of-membership.ts'

/** Customers who get into a price group, by id or name; null: into none. */
export type Membership = { customers: ChosenCustomers; group: string | null }

/** What another price group does to the prices of customers. Throws NotFound and Conflict. */
export const membershipMoves = new PreviewedMoves<Membership>(async (context, { customers, group: named }) => {
  const group = named === null ? null : (await findPriceGroup(context, named)).id
  const ids = await chosenCustomerIds(context, customers)
  return movesOfMembership(context, new Map(ids.map((id) => [id, group])))
})
