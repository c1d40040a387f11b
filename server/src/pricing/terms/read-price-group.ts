import type { WorkspaceContext } from '../../context.ts'
import { countOfOwner } from '../../customers/customer-limits.ts'
import { findPriceGroup } from '../../customers/find-price-group.ts'
import { discountsOfGroup } from '../list-discounts.ts'
import { atOneState } from '../../database/paging/index.ts'

/** One price group by id or name with its discounts, of one state of the workspace. Throws NotFound. */
export async function readPriceGroup(context: WorkspaceContext, idOrName: string) {
  const { result } = await atOneState(context, async () => {
    const group = await findPriceGroup(context, idOrName)
    const owner = { id: group.id, column: 'group_id' } as const
    return {
      ...group,
      customerCount: await countOfOwner(context, 'customer', owner),
      discountRules: await discountsOfGroup(context, group),
      agreedPriceCount: await countOfOwner(context, 'agreed_price', owner),
    }
  })
  return result
}
