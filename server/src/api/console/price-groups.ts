import { z } from 'zod'
import { termsHistory } from '../../workspaces/activity/terms-history.ts'
import { DiscountRule, PriceGroup } from '../v1/customers.ts'
import { findPriceGroup } from '../../customers/term-owner.ts'
import { envelope, page, pageOf, pageParameters } from '../../http/envelope.ts'
import { amount } from '../../http/input.ts'
import { MAX_CREDIT_LIMIT } from '../../shared/limits.ts'
import { operationsBeyondOwn } from './operation.ts'
import type { RoutePlugin } from './operation.ts'
import {
  addPriceGroup,
  listPriceGroups,
  readPriceGroup,
  previewGroupRemoval,
  removePriceGroup,
  renamePriceGroup,
  setGroupMinimum,
} from '../../pricing/terms/price-groups.ts'
import { text } from '../../lib/text-input.ts'
import { done, Done } from '../common-schemas.ts'
import { PriceImpact } from './price-change-schema.ts'
import { UndoableEntry } from './undo-schema.ts'

const operation = operationsBeyondOwn('Price groups')
const params = z.object({ id: z.uuid() })
const MAX_PAGE = 100
const Name = z.object({ name: text(200) })

const counts = {
  customerCount: z.int(),
  agreedPriceCount: z.int().meta({ description: 'Past and future ones too.' }),
}
const PriceGroupRow = PriceGroup.extend({ ...counts, discountCount: z.int() }).meta({ id: 'PriceGroupRow' })
const PriceGroupForStaff = PriceGroup.extend({
  ...counts,
  minOrderValue: z.int().nullable().meta({ description: 'Minor units. Null: that of the workspace counts.' }),
  discountRules: z.array(DiscountRule),
}).meta({
  id: 'PriceGroupForStaff',
  description: 'A price group with its discounts. Its agreed prices and customers are listed apart.',
})

export const priceGroupRoutes: RoutePlugin = async (app) => {
  app.get(
    '/price-groups',
    operation('listPriceGroups', 'All price groups, by name', {
      right: 'read',
      answer: envelope(z.array(PriceGroupRow)),
    }),
    async ({ workspace }) => ({ data: await listPriceGroups(workspace) }),
  )

  app.post(
    '/price-groups',
    operation('addPriceGroup', 'Add a price group', {
      right: 'terms',
      body: Name,
      answer: envelope(z.object({ id: z.uuid() })),
    }),
    async ({ workspace, body }) => ({ data: await addPriceGroup(workspace, body) }),
  )

  app.get(
    '/price-groups/:id',
    operation('readPriceGroup', 'One price group with its discounts', {
      right: 'read',
      params,
      answer: envelope(PriceGroupForStaff),
    }),
    async ({ workspace, params }) => ({ data: await readPriceGroup(workspace, params.id) }),
  )

  app.get(
    '/price-groups/:id/history',
    operation('readGroupHistory', 'What happened to a price group and its terms, newest first', {
      right: 'read',
      params,
      querystring: z.object(pageParameters(MAX_PAGE)),
      answer: pageOf(UndoableEntry),
    }),
    async ({ workspace, params, query }) => {
      const { id } = await findPriceGroup(workspace, params.id)
      return page(await termsHistory(workspace, 'groupId', { ...query, id }), query)
    },
  )

  app.patch(
    '/price-groups/:id',
    operation('renamePriceGroup', 'Give a price group another name', {
      right: 'terms',
      params,
      body: Name,
      answer: Done,
    }),
    async ({ workspace, params, body }) => done(renamePriceGroup(workspace, { ...body, group: params.id })),
  )

  app.put(
    '/price-groups/:id/minimum-order',
    operation('setGroupMinimum', 'Set the minimum order value of the customers of a price group', {
      right: 'terms',
      params,
      body: z.object({ minOrderValue: amount(MAX_CREDIT_LIMIT).nullable() }),
      answer: Done,
    }),
    async ({ workspace, params, body }) => done(setGroupMinimum(workspace, { ...body, group: params.id })),
  )

  app.get(
    '/price-groups/:id/removal',
    operation('previewGroupRemoval', 'What the removal of a price group would do to prices', {
      right: 'terms',
      config: { kind: 'heavy' },
      params,
      answer: envelope(PriceImpact),
    }),
    async ({ workspace, params }) => ({ data: await previewGroupRemoval(workspace, { group: params.id }) }),
  )

  app.delete(
    '/price-groups/:id',
    operation('removePriceGroup', 'Remove a price group with its terms', {
      right: 'terms',
      config: { kind: 'heavy' },
      params,
      querystring: z.object({
        customers: z.coerce.number().int().describe('The number of its customers that was shown.'),
      }),
      answer: Done,
    }),
    async ({ workspace, params, query }) =>
      done(removePriceGroup(workspace, { group: params.id, seenCustomers: query.customers })),
  )
}
