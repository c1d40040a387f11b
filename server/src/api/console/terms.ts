import { z } from 'zod'
import { periodInWorkspace } from '../../pricing/terms/agreed-price-assignment.ts'
import { browseAgreedPrices } from '../../pricing/terms/read-agreed-prices.ts'
import { changeAgreedPrice, removeAgreedPrice, setAgreedPrice } from '../../pricing/terms/set-agreed-price.ts'
import { checkPastedPrices, pasteAgreedPrices } from '../../pricing/terms/paste-agreed-prices.ts'
import type { NamedOwner } from '../../customers/term-owner.ts'
import { removeDiscount, setDiscount } from '../../pricing/terms/discounts.ts'
import { envelope, page, pageOf } from '../../http/envelope.ts'
import { OF_CUSTOMER, operationsBeyondOwn, operationsOf } from './operation.ts'
import type { RoutePlugin } from './operation.ts'
import { done, Done } from '../common-schemas.ts'
import {
  AgreedPriceEdit,
  AgreedPriceRow,
  AgreedPricesQuery,
  LARGEST_PASTE_BYTES,
  NewAgreedPrice,
  PastedPrices,
  PastedPricesToSave,
  PasteCheck,
  SetDiscount,
  AgreedPriceEffect,
  AgreedPriceToPreview,
  DiscountEffect,
  DiscountToPreview,
  GroupDiscountEffect,
  GroupPriceEffect,
} from './terms-schema.ts'
import {
  previewAgreedPrice,
  previewGroupPrice,
  previewGroupPriceRemoval,
} from '../../pricing/terms/preview-agreed-price.ts'
import { previewDiscount, previewGroupDiscount } from '../../pricing/terms/preview-discount.ts'
import { text } from '../../lib/text-input.ts'
import { PriceImpact } from './price-change-schema.ts'

const ofCustomers = operationsOf('Customers')

/** Customers and price groups have terms of the same kinds. */
const OWNERS = [
  {
    noun: 'customer',
    path: '/customers/:id',
    operation: ofCustomers,
    owner: (id: string): NamedOwner => ({ customer: id }),
    own: OF_CUSTOMER,
    ids: {
      setDiscount: 'setDiscount',
      browse: 'browseAgreedPrices',
      add: 'addAgreedPrice',
      checkPaste: 'checkPastedPrices',
      paste: 'pasteAgreedPrices',
    },
  },
  {
    noun: 'price group',
    path: '/price-groups/:id',
    operation: operationsOf('Price groups'),
    owner: (id: string): NamedOwner => ({ group: id }),
    // Its terms are those of several customers.
    own: 'refused' as const,
    ids: {
      setDiscount: 'setGroupDiscount',
      browse: 'browseGroupPrices',
      add: 'addGroupPrice',
      checkPaste: 'checkPastedGroupPrices',
      paste: 'pasteGroupPrices',
    },
  },
]

const params = z.object({ id: z.uuid() })

/** Discounts and agreed prices of customers and price groups. What they would change is in `term-previews.ts`. */
export const termRoutes: RoutePlugin = async (app) => {
  for (const { noun, path, operation, owner, own, ids } of OWNERS) {
    app.put(
      `${path}/discounts`,
      operation(ids.setDiscount, `Give a ${noun} a discount, in place of one with the same scope`, {
        right: 'terms',
        own,
        params,
        body: SetDiscount,
        answer: envelope(z.object({ id: z.uuid() })),
      }),
      async ({ workspace, params: { id }, body }) => ({
        data: await setDiscount(workspace, { ...body, ...owner(id) }),
      }),
    )

    app.get(
      `${path}/agreed-prices`,
      operation(ids.browse, `The agreed prices of a ${noun} by SKU, with the number of all that match`, {
        right: 'read',
        own,
        params,
        querystring: AgreedPricesQuery,
        answer: pageOf(AgreedPriceRow).extend({ total: z.int() }),
      }),
      async ({ workspace, params: { id }, query }) => {
        const { prices, total } = await browseAgreedPrices(workspace, { ...query, ...owner(id) })
        return { ...page(prices, query), total }
      },
    )

    app.post(
      `${path}/agreed-prices`,
      operation(ids.add, `Agree a price for a product with a ${noun}`, {
        right: 'terms',
        own,
        params,
        body: NewAgreedPrice,
        answer: envelope(z.object({ id: z.uuid() })),
      }),
      async ({ workspace, params: { id }, body }) => {
        const period = await periodInWorkspace(workspace, body)
        return { data: await setAgreedPrice(workspace, { ...body, ...period, ...owner(id) }) }
      },
    )

    app.post(
      `${path}/agreed-prices/paste/check`,
      operation(ids.checkPaste, 'What up to 1,000 pasted rows would do, and which cannot be taken', {
        right: 'terms',
        own,
        config: { scope: 'read', kind: 'heavy' },
        params,
        body: PastedPrices,
        bodyLimit: LARGEST_PASTE_BYTES,
        answer: envelope(PasteCheck),
      }),
      async ({ workspace, params: { id }, body }) => ({
        data: await checkPastedPrices(workspace, { ...body, ...owner(id) }),
      }),
    )

    app.post(
      `${path}/agreed-prices/paste`,
      operation(ids.paste, 'Save the good rows of a pasted text, all in one', {
        right: 'terms',
        own,
        config: { kind: 'heavy' },
        params,
        body: PastedPricesToSave,
        bodyLimit: LARGEST_PASTE_BYTES,
        answer: envelope(
          z.object({
            added: z.int(),
            changed: z.int(),
            ended: z.int(),
            undo: z.uuid().nullable().meta({ description: 'Undoes it, for a day. Null if nothing changed.' }),
          }),
        ),
      }),
      async ({ workspace, params: { id }, body }) => ({
        data: await pasteAgreedPrices(workspace, { ...body, ...owner(id) }),
      }),
    )
  }

  app.delete(
    '/discounts/:id',
    ofCustomers('removeDiscount', 'Remove a discount', {
      right: 'terms',
      own: { discount: 'params.id' },
      params,
      querystring: z.object({ seenBp: z.coerce.number().int().describe('The figure that the editor saw.') }),
      answer: Done,
    }),
    async ({ workspace, params, query }) => done(removeDiscount(workspace, { ...params, ...query })),
  )

  app.patch(
    '/agreed-prices/:id',
    ofCustomers('changeAgreedPrice', 'Change an agreed price', {
      right: 'terms',
      own: { agreedPrice: 'params.id' },
      params,
      body: AgreedPriceEdit,
      answer: Done,
    }),
    async ({ workspace, params, body }) => done(changeAgreedPrice(workspace, { ...body, ...params })),
  )

  app.delete(
    '/agreed-prices/:id',
    ofCustomers('removeAgreedPrice', 'Remove an agreed price', {
      right: 'terms',
      own: { agreedPrice: 'params.id' },
      params,
      querystring: z.object({ version: z.string() }),
      answer: Done,
    }),
    async ({ workspace, params, query }) => done(removeAgreedPrice(workspace, { ...params, ...query })),
  )
}

const ofCustomer = operationsOf('Customers')
const ofGroup = operationsBeyondOwn('Price groups')

const config = { scope: 'read' } as const

/** What discounts and agreed prices would change, for one customer or for all of a price group. */
export const termPreviewRoutes: RoutePlugin = async (app) => {
  app.post(
    '/customers/:id/discounts/preview',
    ofCustomer('previewDiscount', 'What a discount would change, or its removal', {
      right: 'terms',
      own: OF_CUSTOMER,
      config,
      params,
      body: DiscountToPreview,
      answer: envelope(DiscountEffect),
    }),
    async ({ workspace, params, body }) => ({
      data: await previewDiscount(workspace, { ...body, customer: params.id }),
    }),
  )

  app.post(
    '/price-groups/:id/discounts/preview',
    ofGroup('previewGroupDiscount', 'What a discount would change for a price group, or its removal', {
      right: 'terms',
      config,
      params,
      body: DiscountToPreview,
      answer: envelope(GroupDiscountEffect),
    }),
    async ({ workspace, params, body }) => ({
      data: await previewGroupDiscount(workspace, { ...body, group: params.id }),
    }),
  )

  app.post(
    '/customers/:id/agreed-prices/preview',
    ofCustomer('previewAgreedPrice', 'What an agreed price would change', {
      right: 'terms',
      own: OF_CUSTOMER,
      config,
      params,
      body: AgreedPriceToPreview,
      answer: envelope(AgreedPriceEffect),
    }),
    async ({ workspace, params, body }) => ({
      data: await previewAgreedPrice(workspace, { ...body, customer: params.id }),
    }),
  )

  app.post(
    '/price-groups/:id/agreed-prices/preview',
    ofGroup('previewGroupPrice', 'What an agreed price would change for a price group', {
      right: 'terms',
      config,
      params,
      body: AgreedPriceToPreview,
      answer: envelope(GroupPriceEffect),
    }),
    async ({ workspace, params, body }) => ({
      data: await previewGroupPrice(workspace, { ...body, group: params.id }),
    }),
  )

  app.get(
    '/price-groups/:id/agreed-prices/removal',
    ofGroup('previewGroupPriceRemoval', 'What the removal of an agreed price would change for a price group', {
      right: 'terms',
      params,
      querystring: z.object({ sku: text(64), price: z.uuid().describe('Id of the agreed price.') }),
      answer: envelope(PriceImpact),
    }),
    async ({ workspace, params, query }) => ({
      data: await previewGroupPriceRemoval(workspace, { group: params.id, sku: query.sku, id: query.price }),
    }),
  )
}
