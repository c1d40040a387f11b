import type { WorkspaceContext } from '../context.ts'
import { InvalidInput } from '../errors.ts'
import type { PriceGroupRef } from './find-price-group.ts'
import { matchingKey } from '../lib/matching-key.ts'
import type { CustomerItem } from './plan-customers.ts'

/** The price groups of a workspace: they are few. */
export class PriceGroupNames {
  readonly #byKey: ReadonlyMap<string, PriceGroupRef>
  readonly #byId: ReadonlyMap<string, string>

  constructor(groups: readonly PriceGroupRef[]) {
    this.#byKey = new Map(groups.map((group) => [matchingKey(group.name), group]))
    this.#byId = new Map(groups.map(({ id, name }) => [id, name]))
  }

  /** Ignores case. */
  idOf(name: string): string | undefined {
    return this.#byKey.get(matchingKey(name))?.id
  }

  nameOf(id: string | null | undefined): string | null {
    return (id && this.#byId.get(id)) || null
  }
}

/** Who holds the lock on the list of customers can use them: a removal waits for it. */
export async function priceGroupNames({ db, workspaceId }: WorkspaceContext): Promise<PriceGroupNames> {
  const groups = await db
    .selectFrom('price_group')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .execute()
  return new PriceGroupNames(groups)
}

/**
 * The items with the ids of their price groups in place of names. `pathOf` tells where an item stands in the call.
 * Throws InvalidInput, naming the items with an unknown name.
 */
export function withGroupIds<Item extends Partial<CustomerItem>>(
  items: readonly Item[],
  groups: PriceGroupNames,
  pathOf: (row: number) => string = (row) => `customers.${row}.`,
): Item[] {
  const issues = items.flatMap(({ group }, row) =>
    group && groups.idOf(group) === undefined
      ? [{ path: `${pathOf(row)}group`, message: `There is no price group "${group}".` }]
      : [],
  )
  if (issues.length > 0) throw new InvalidInput(issues)
  return items.map((item) => (item.group ? { ...item, group: groups.idOf(item.group)! } : item))
}
