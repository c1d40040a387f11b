import { sql } from 'kysely'
import type { WorkspaceContext } from '../../../context.ts'
import { isMoved, readPlacedProducts } from '../../../pricing/impact/moved-products.ts'
import type { Place } from '../../../pricing/impact/moved-products.ts'
import { productsByIds } from '../../../pricing/price-changes/price-change-basis.ts'
import { PriceMovesSum } from '../../../pricing/impact/price-moves.ts'
import type { UndoneChange, UndoneMoves } from '../import-kind.ts'
import type { KeptProduct } from './product-changes.ts'

/** What their old brands, categories and lists of customers would do to prices. */
export function undoneProductMoves(context: WorkspaceContext): UndoneMoves {
  return sumOfMoves(context, ({ before }, present) => placeOf(before as KeptProduct, present))
}

/** Adds up what old places of products would do to prices. New products, which go, do not count. */
export function sumOfMoves(
  context: WorkspaceContext,
  oldPlace: (change: UndoneChange, present: Place) => Place,
): UndoneMoves {
  const sum = new PriceMovesSum(context)
  return {
    add: async (changes) => {
      const old = new Map(changes.flatMap((change) => (change.before ? [[change.recordId, change]] : [])))
      const slice = productsByIds(context.workspaceId, [...old.keys()])
      const placed = await readPlacedProducts(context, slice, sql`true`)
      const moved = placed.map((before) => ({ before, after: oldPlace(old.get(before.id)!, before) }))
      await sum.add(moved.filter(isMoved))
    },
    result: async () => sum.result(),
  }
}

function placeOf({ values, customerIds, isAccessNew }: KeptProduct, { viewers }: Place): Place {
  return {
    brandId: values.brand_id ?? '',
    categoryId: values.category_id ?? '',
    viewers: !isAccessNew ? viewers : values.visibility === 'all' ? null : customerIds,
  }
}
