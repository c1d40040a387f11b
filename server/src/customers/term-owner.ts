import type { WorkspaceContext } from '../context.ts'
import { findCustomer, lockCustomer } from './find-customer.ts'
import { NotFound, quoted } from '../errors.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { isUuid } from '../lib/uuid.ts'

/** Whose terms: a customer, by id or account code; or a price group, by id or name. */
export type NamedOwner = { customer: string; group?: undefined } | { customer?: undefined; group: string }

/** The ids that a term has: of a customer, or of a price group. */
export type OwnerIds = { customerId: string; groupId?: undefined } | { customerId?: undefined; groupId: string }

/** A customer or a price group that has terms. `ids` are those of its terms; `column` is where their rows have the id. */
export type TermOwner = { id: string; name: string; ids: OwnerIds; column: 'customer_id' | 'group_id' }

/** Throws NotFound, naming the customer or the price group. */
export async function findOwner(context: WorkspaceContext, named: NamedOwner): Promise<TermOwner> {
  return named.group === undefined
    ? customerAsOwner(await findCustomer(context, named.customer))
    : groupAsOwner(await findPriceGroup(context, named.group))
}

/** The same, locked until the transaction ends. So one call at a time changes its terms. */
export async function lockOwner(trx: WorkspaceContext, named: NamedOwner): Promise<TermOwner> {
  return named.group === undefined
    ? customerAsOwner(await lockCustomer(trx, named.customer))
    : groupAsOwner(await lockPriceGroup(trx, named.group))
}

/** The owner of a row, for `findOwner` and `lockOwner`. */
export function ownerOf({ customerId, groupId }: { customerId: string | null; groupId: string | null }): NamedOwner {
  return customerId === null ? { group: groupId! } : { customer: customerId }
}

function customerAsOwner({ id, name }: { id: string; name: string }): TermOwner {
  return { id, name, ids: { customerId: id }, column: 'customer_id' }
}

function groupAsOwner({ id, name }: { id: string; name: string }): TermOwner {
  return { id, name, ids: { groupId: id }, column: 'group_id' }
}

/** How the activity names it. */
export function ownerName({
  column,
  name,
}: Pick<TermOwner, 'column' | 'name'>): { customer: string } | { group: string } {
  return column === 'customer_id' ? { customer: name } : { group: name }
}

export type PriceGroupRef = { id: string; name: string }

/** Finds a price group by id or, ignoring case, by name. Throws NotFound, with the given text. */
export async function findPriceGroup(context: WorkspaceContext, idOrName: string): Promise<PriceGroupRef> {
  return pick(await groupsNamed(context, idOrName).execute(), idOrName)
}

/**
 * Finds a price group in the same way, and locks its row until the transaction ends. So one call at a time changes its
 * terms, and nobody removes it meanwhile.
 */
export async function lockPriceGroup(
  trx: WorkspaceContext,
  idOrName: string,
  purpose: 'change' | 'remove' = 'change',
): Promise<PriceGroupRef> {
  const query = groupsNamed(trx, idOrName)
  return pick(await (purpose === 'remove' ? query.forUpdate() : query.forNoKeyUpdate()).execute(), idOrName)
}

function groupsNamed({ db, workspaceId }: WorkspaceContext, idOrName: string) {
  return db
    .selectFrom('price_group')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where((group) =>
      group.or([
        group('name_key', '=', matchingKey(idOrName)),
        ...(isUuid(idOrName) ? [group('id', '=', idOrName.toLowerCase())] : []),
      ]),
    )
    .orderBy('id')
}

/** The id has priority: it may be the name of another group. */
function pick(found: readonly PriceGroupRef[], idOrName: string): PriceGroupRef {
  const group = found.find(({ id }) => id === idOrName.toLowerCase()) ?? found[0]
  if (!group) throw new NotFound(`There is no price group with the name or id ${quoted(idOrName)}.`)
  return group
}
