import { z } from 'zod'
import { createProduct, deleteProduct } from '../../catalogue/product-writes.ts'
import { mergeGroups, previewMerge, renameGroup } from '../../catalogue/groups/write-groups.ts'
import { MAX_QTY } from '../../shared/limits.ts'
import { PRODUCT_FIELDS } from '../../shared/product-fields.ts'
import { previewUpdate, updateProduct } from '../../catalogue/edit-product.ts'
import { text } from '../../lib/text-input.ts'
import { digits, name, ok, oneOf, operation, requireYes, workspaceId, yes } from './operation.ts'

const sku = text(PRODUCT_FIELDS.sku.max).meta({ flags: '<sku>', description: 'stock code' })

export const PRODUCT_OPERATIONS = {
  'product create': operation({
    description: 'Create a product without a price.',
    input: z.object({
      workspaceId,
      sku,
      name: name.describe('name'),
      unitLabel: text(PRODUCT_FIELDS.unitLabel.max).meta({
        flags: '--unit-label <text>',
        description: 'name of one unit, such as each',
      }),
    }),
    run: createProduct,
    print: (_, { sku }) => `Created the product ${sku}.`,
  }),
  'product update': operation({
    description: 'Update fields of a product that the API cannot change.',
    input: z.object({
      workspaceId,
      sku,
      active: oneOf(['true', 'false'])
        .transform((word) => word === 'true')
        .optional()
        .meta({ flags: '--active <true|false>', description: 'true: buyers can see the product' }),
      visibility: z
        .literal('all', 'Can only be set to all; to choose customers, send onlyFor.')
        .optional()
        .meta({ flags: '--visibility <all>', description: 'all: every customer can see it again' }),
      minOrderQty: digits(1, MAX_QTY)
        .optional()
        .meta({ flags: '--min-order-qty <number>', description: 'smallest quantity of an order' }),
      orderMultiple: digits(1, MAX_QTY)
        .optional()
        .meta({ flags: '--order-multiple <number>', description: 'only multiples of it can be ordered' }),
      clear: z
        .array(oneOf(['lead-time-note', 'image']))
        .optional()
        .meta({ flags: '--clear <what>' }),
      yes,
    }),
    run: async (context, { yes, ...update }) => {
      await requireYes(yes, () => previewUpdate(context, update))
      return updateProduct(context, update)
    },
    print: (_, { sku }) => `Updated the product ${sku}.`,
    json: ok,
  }),
  'product delete': operation({
    description: 'Delete a product. Orders keep its SKU and name.',
    input: z.object({ workspaceId, sku }),
    run: deleteProduct,
    print: (_, { sku }) => `Deleted the product ${sku}.`,
    json: ok,
  }),
  'brand rename': rename('brand'),
  'brand merge': merge('brand'),
  'category rename': rename('category'),
  'category merge': merge('category'),
}

type Grouping = 'brand' | 'category'

function rename(grouping: Grouping) {
  return operation({
    description: `Give a ${grouping} another name.`,
    input: groups('present name', 'new name'),
    run: (context, input) => renameGroup(context, { grouping, ...input }),
    print: (_, { name, to }) => `The ${grouping} "${name}" is now "${to}".`,
    json: ok,
  })
}

function merge(grouping: Grouping) {
  return operation({
    description: `Move the products of a ${grouping} to another one, then delete it.`,
    input: groups(`the ${grouping} to delete`, `the ${grouping} to keep`).extend({ yes }),
    run: async (context, { yes, ...names }) => {
      await requireYes(yes, () => previewMerge(context, { grouping, ...names }))
      return mergeGroups(context, { grouping, ...names })
    },
    print: (_, { name, to }) => `The products of the ${grouping} "${name}" are now in "${to}".`,
    json: ok,
  })
}

function groups(name: string, to: string) {
  const group = text(PRODUCT_FIELDS.brand.max)
  return z.object({
    workspaceId,
    name: group.meta({ flags: '<name>', description: name }),
    to: group.meta({ flags: '--to <name>', description: to }),
  })
}
