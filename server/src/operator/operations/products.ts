import { z } from 'zod'
import { createProduct } from '../../catalogue/create-product.ts'
import { deleteProduct } from '../../catalogue/delete-product.ts'
import { mergeGroups } from '../../catalogue/groups/merge-groups.ts'
import { MAX_QTY } from '../../rules/limits.ts'
import { renameGroup } from '../../catalogue/groups/rename-group.ts'
import { updateProduct } from '../../catalogue/update-product.ts'
import { digits, id, name, oneOf, operation } from './operation.ts'

const sku = z.string().trim().min(1, 'Must not be blank.').max(64, 'Must have at most 64 characters.')
const unitLabel = z.string().trim().min(1, 'Must not be blank.').max(60, 'Must have at most 60 characters.')
const groupName = z.string().trim().min(1, 'Must not be blank.').max(120, 'Must have at most 120 characters.')
const groups = z.object({ workspaceId: id, grouping: oneOf(['brand', 'category']), name: groupName, to: groupName })

export const PRODUCT_OPERATIONS = {
  'product create': operation(
    z.object({ workspaceId: id, sku, name, unitLabel }),
    (context, { workspaceId, ...input }) => createProduct({ ...context, workspaceId }, input),
  ),
  'product update': operation(
    z.object({
      workspaceId: id,
      sku,
      active: oneOf(['true', 'false'])
        .transform((word) => word === 'true')
        .optional(),
      visibility: z.literal('all', 'Can only be set to all; to choose customers, send onlyFor.').optional(),
      minOrderQty: digits(1, MAX_QTY).optional(),
      clear: z.array(oneOf(['lead-time-note', 'image'])).optional(),
    }),
    (context, { workspaceId, ...input }) => updateProduct({ ...context, workspaceId }, input),
  ),
  'product delete': operation(z.object({ workspaceId: id, sku }), (context, { workspaceId, ...input }) =>
    deleteProduct({ ...context, workspaceId }, input),
  ),
  'group rename': operation(groups, (context, { workspaceId, ...input }) =>
    renameGroup({ ...context, workspaceId }, input),
  ),
  'group merge': operation(groups, (context, { workspaceId, ...input }) =>
    mergeGroups({ ...context, workspaceId }, input),
  ),
}
