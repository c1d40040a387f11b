import { z } from 'zod'
import { bulkDelete } from '../../catalogue/bulk/bulk-delete.ts'
import { bulkEdit } from '../../catalogue/bulk/bulk-edit.ts'
import { movesOfPlace } from '../../catalogue/product-moves.ts'
import { envelope } from '../../http/envelope.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { PriceMoves } from './price-moves-schema.ts'
import { BulkEditOfProducts, ChosenProducts, MovesToPreview } from './product-schema.ts'

const operation = operationsOf('Products')

const BulkEdit = z
  .object({
    found: z.int().meta({ description: 'Products that were chosen.' }),
    changed: z.int().meta({ description: 'Those that had another value.' }),
    undo: z.uuid().nullable().meta({ description: 'Undoes it, for a day. Null if nothing changed.' }),
  })
  .meta({ id: 'BulkEdit' })

export const productBulkRoutes: RoutePlugin = async (app) => {
  app.post(
    '/products/price-moves',
    operation('previewPriceMoves', 'What another brand, category or list of customers would do to prices', {
      config: { scope: 'read' },
      body: MovesToPreview,
      answer: envelope(PriceMoves),
    }),
    async ({ workspace, body }) => ({ data: await movesOfPlace(workspace, body) }),
  )

  app.post(
    '/products/bulk',
    operation('editProducts', 'Change one field of many products', {
      config: { kind: 'heavy' },
      body: BulkEditOfProducts,
      answer: envelope(BulkEdit),
    }),
    async ({ workspace, body }) => ({ data: await bulkEdit(workspace, body) }),
  )

  app.post(
    '/products/bulk-delete',
    operation('deleteProducts', 'Delete many products', {
      config: { kind: 'heavy', role: 'owner', fresh: true },
      body: z.object({ products: ChosenProducts }),
      answer: envelope(z.object({ deleted: z.int() })),
    }),
    async ({ workspace, body }) => ({ data: await bulkDelete(workspace, body) }),
  )
}
