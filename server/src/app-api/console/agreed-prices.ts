import { z } from 'zod'
import { browseAgreedPrices } from '../../agreed-prices/browse-agreed-prices.ts'
import { previewAgreedPrice } from '../../agreed-prices/preview-agreed-price.ts'
import { envelope, page, pageOf } from '../../http/envelope.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'
import { DONE, Done } from '../done.ts'
import { periodInWorkspace } from '../../agreed-prices/agreed-days.ts'
import { changeAgreedPrice } from '../../agreed-prices/change-agreed-price.ts'
import { checkPastedPrices } from '../../agreed-prices/check-pasted-prices.ts'
import { pasteAgreedPrices } from '../../agreed-prices/paste-agreed-prices.ts'
import { removeAgreedPrice } from '../../agreed-prices/remove-agreed-price.ts'
import { setAgreedPrice } from '../../agreed-prices/set-agreed-price.ts'
import {
  AgreedPriceEdit,
  AgreedPriceEffect,
  AgreedPriceRow,
  AgreedPricesQuery,
  AgreedPriceToPreview,
  LARGEST_PASTE_BYTES,
  NewAgreedPrice,
  PastedPrices,
  PastedPricesToSave,
  PasteCheck,
} from './terms-schema.ts'

const operation = operationsOf('Customers')
const params = z.object({ id: z.uuid() })

export const agreedPriceRoutes: RoutePlugin = async (app) => {
  app.get(
    '/customers/:id/agreed-prices',
    operation('browseAgreedPrices', 'The agreed prices of a customer by SKU, with the number of all that match', {
      params,
      querystring: AgreedPricesQuery,
      answer: pageOf(AgreedPriceRow).extend({ total: z.int() }),
    }),
    async ({ workspace, params, query }) => {
      const { prices, total } = await browseAgreedPrices(workspace, { ...query, customer: params.id })
      return { ...page(prices, query), total }
    },
  )

  app.post(
    '/customers/:id/agreed-prices',
    operation('addAgreedPrice', 'Agree a price for a product', {
      params,
      body: NewAgreedPrice,
      answer: envelope(z.object({ id: z.uuid() })),
    }),
    async ({ workspace, params, body }) => ({
      data: await setAgreedPrice(workspace, {
        ...body,
        ...(await periodInWorkspace(workspace, body)),
        customer: params.id,
      }),
    }),
  )

  app.post(
    '/customers/:id/agreed-prices/preview',
    operation('previewAgreedPrice', 'What an agreed price would change', {
      config: { scope: 'read' },
      params,
      body: AgreedPriceToPreview,
      answer: envelope(AgreedPriceEffect),
    }),
    async ({ workspace, params, body }) => ({
      data: await previewAgreedPrice(workspace, { ...body, customer: params.id }),
    }),
  )

  app.patch(
    '/agreed-prices/:id',
    operation('changeAgreedPrice', 'Change an agreed price', { params, body: AgreedPriceEdit, answer: Done }),
    async ({ workspace, params, body }) => {
      await changeAgreedPrice(workspace, { ...body, ...params })
      return DONE
    },
  )

  app.delete(
    '/agreed-prices/:id',
    operation('removeAgreedPrice', 'Remove an agreed price', {
      params,
      querystring: z.object({ version: z.string() }),
      answer: Done,
    }),
    async ({ workspace, params, query }) => {
      await removeAgreedPrice(workspace, { ...params, ...query })
      return DONE
    },
  )

  app.post(
    '/customers/:id/agreed-prices/paste/check',
    operation('checkPastedPrices', 'What up to 1,000 pasted rows would do, and which cannot be taken', {
      config: { scope: 'read', cost: 'expensive' },
      params,
      body: PastedPrices,
      bodyLimit: LARGEST_PASTE_BYTES,
      answer: envelope(PasteCheck),
    }),
    async ({ workspace, params, body }) => ({
      data: await checkPastedPrices(workspace, { ...body, customer: params.id }),
    }),
  )

  app.post(
    '/customers/:id/agreed-prices/paste',
    operation('pasteAgreedPrices', 'Save the good rows of a pasted text, all in one', {
      config: { cost: 'bulk' },
      params,
      body: PastedPricesToSave,
      bodyLimit: LARGEST_PASTE_BYTES,
      answer: envelope(z.object({ added: z.int(), changed: z.int(), ended: z.int() })),
    }),
    async ({ workspace, params, body }) => ({
      data: await pasteAgreedPrices(workspace, { ...body, customer: params.id }),
    }),
  )
}
