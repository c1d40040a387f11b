import { z } from 'zod'
import { periodInWorkspace } from '../../agreed-prices/agreed-days.ts'
import { browseAgreedPrices } from '../../agreed-prices/browse-agreed-prices.ts'
import { checkPastedPrices } from '../../agreed-prices/check-pasted-prices.ts'
import { pasteAgreedPrices } from '../../agreed-prices/paste-agreed-prices.ts'
import { previewGroupPrice, previewGroupPriceRemoval } from '../../agreed-prices/preview-group-price.ts'
import { setAgreedPrice } from '../../agreed-prices/set-agreed-price.ts'
import { previewGroupDiscount } from '../../discounts/preview-group-discount.ts'
import { setDiscount } from '../../discounts/set-discount.ts'
import { envelope, page, pageOf } from '../../http/envelope.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { text } from '../../text-input.ts'
import { PriceMoves } from './product-schema.ts'
import {
  AgreedPriceRow,
  AgreedPricesQuery,
  AgreedPriceToPreview,
  DiscountToPreview,
  GroupDiscountEffect,
  GroupPriceEffect,
  LARGEST_PASTE_BYTES,
  NewAgreedPrice,
  PastedPrices,
  PastedPricesToSave,
  PasteCheck,
  SetDiscount,
} from './terms-schema.ts'

const operation = operationsOf('Price groups')
const params = z.object({ id: z.uuid() })

/** The terms of price groups: as those of customers in `terms.ts` and `agreed-prices.ts`, which change and remove both. */
export const priceGroupTermRoutes: RoutePlugin = async (app) => {
  app.put(
    '/price-groups/:id/discounts',
    operation('setGroupDiscount', 'Give a price group a discount, in place of one with the same scope', {
      params,
      body: SetDiscount,
      answer: envelope(z.object({ id: z.uuid() })),
    }),
    async ({ workspace, params, body }) => ({ data: await setDiscount(workspace, { ...body, group: params.id }) }),
  )

  app.post(
    '/price-groups/:id/discounts/preview',
    operation('previewGroupDiscount', 'What a discount would change for a price group, or its removal', {
      config: { scope: 'read' },
      params,
      body: DiscountToPreview,
      answer: envelope(GroupDiscountEffect),
    }),
    async ({ workspace, params, body }) => ({
      data: await previewGroupDiscount(workspace, { ...body, group: params.id }),
    }),
  )

  app.get(
    '/price-groups/:id/agreed-prices',
    operation('browseGroupPrices', 'The agreed prices of a price group by SKU, with the number of all that match', {
      params,
      querystring: AgreedPricesQuery,
      answer: pageOf(AgreedPriceRow).extend({ total: z.int() }),
    }),
    async ({ workspace, params, query }) => {
      const { prices, total } = await browseAgreedPrices(workspace, { ...query, group: params.id })
      return { ...page(prices, query), total }
    },
  )

  app.post(
    '/price-groups/:id/agreed-prices',
    operation('addGroupPrice', 'Agree a price for a product with a price group', {
      params,
      body: NewAgreedPrice,
      answer: envelope(z.object({ id: z.uuid() })),
    }),
    async ({ workspace, params, body }) => ({
      data: await setAgreedPrice(workspace, {
        ...body,
        ...(await periodInWorkspace(workspace, body)),
        group: params.id,
      }),
    }),
  )

  app.post(
    '/price-groups/:id/agreed-prices/preview',
    operation('previewGroupPrice', 'What an agreed price would change for a price group', {
      config: { scope: 'read' },
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
    operation('previewGroupPriceRemoval', 'What the removal of an agreed price would change for a price group', {
      params,
      querystring: z.object({ sku: text(64), price: z.uuid().describe('Id of the agreed price.') }),
      answer: envelope(PriceMoves),
    }),
    async ({ workspace, params, query }) => ({
      data: await previewGroupPriceRemoval(workspace, { group: params.id, sku: query.sku, id: query.price }),
    }),
  )

  app.post(
    '/price-groups/:id/agreed-prices/paste/check',
    operation('checkPastedGroupPrices', 'What up to 1,000 pasted rows would do, and which cannot be taken', {
      config: { scope: 'read', cost: 'expensive' },
      params,
      body: PastedPrices,
      bodyLimit: LARGEST_PASTE_BYTES,
      answer: envelope(PasteCheck),
    }),
    async ({ workspace, params, body }) => ({
      data: await checkPastedPrices(workspace, { ...body, group: params.id }),
    }),
  )

  app.post(
    '/price-groups/:id/agreed-prices/paste',
    operation('pasteGroupPrices', 'Save the good rows of a pasted text, all in one', {
      config: { cost: 'bulk' },
      params,
      body: PastedPricesToSave,
      bodyLimit: LARGEST_PASTE_BYTES,
      answer: envelope(z.object({ added: z.int(), changed: z.int(), ended: z.int() })),
    }),
    async ({ workspace, params, body }) => ({
      data: await pasteAgreedPrices(workspace, { ...body, group: params.id }),
    }),
  )
}
