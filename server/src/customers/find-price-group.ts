import type { WorkspaceContext } from '../context.ts'
import { NotFound, quoted } from '../errors.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { isUuid } from '../lib/uuid.ts'

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
