import type { Readable } from 'node:stream'
import { z } from 'zod'
import { countFailedImages, listFailedImages, retryImages } from '../../catalogue/failed-images.ts'
import { readProductImage } from '../../catalogue/product-image.ts'
import { removeProductImage, restoreImage, uploadImage } from '../../catalogue/set-product-image.ts'
import { envelope, page, pageOf, pageParameters } from '../../http/envelope.ts'
import { operationsOf } from '../../http/operation.ts'
import type { RoutePlugin } from '../../http/route-plugin.ts'

const MAX_PAGE = 50
const MAX_RETRIED = 500

const operation = operationsOf('Images')
const params = z.object({ slug: z.string(), id: z.string() })

const ProductImage = z
  .object({
    status: z.enum(['none', 'queued', 'copied', 'failed', 'removed']),
    sourceUrl: z.string().nullable(),
    failure: z.string().nullable().meta({ description: 'Why the last attempt to copy it failed.' }),
    nextAttemptAt: z.iso.datetime().nullable(),
    shown: z
      .object({ digest: z.string(), small: z.string(), large: z.string(), width: z.int(), height: z.int() })
      .nullable()
      .meta({ description: 'Paths of both sizes, and the pixels of the large one.' }),
  })
  .meta({ id: 'ProductImage' })

const FailedImage = z
  .object({
    id: z.uuid(),
    sku: z.string(),
    name: z.string(),
    sourceUrl: z.string(),
    failure: z.string(),
    requestedAt: z.iso.datetime(),
  })
  .meta({ id: 'FailedImage' })

export const imageRoutes: RoutePlugin = async (app) => {
  app.get(
    '/products/:id([^/]+)/image',
    operation('readProductImage', 'The image of a product, and how far the next one has come', {
      params,
      answer: envelope(ProductImage),
    }),
    async ({ workspace, params }) => ({ data: await readProductImage(workspace, params) }),
  )

  app.delete(
    '/products/:id([^/]+)/image',
    operation('removeProductImage', 'Take the image of a product away', { params, answer: envelope(ProductImage) }),
    async ({ workspace, params }) => ({ data: await removeProductImage(workspace, params) }),
  )

  app.post(
    '/products/:id([^/]+)/image/restore',
    operation('restoreProductImage', 'Give a product back an image that it had', {
      params,
      body: z.object({ digest: z.string() }, { error: 'Must be an object.' }),
      answer: envelope(ProductImage),
    }),
    async ({ workspace, params, body }) => ({ data: await restoreImage(workspace, { ...params, ...body }) }),
  )

  app.get(
    '/failed-images',
    operation('listFailedImages', 'Products whose image could not be copied', {
      querystring: z.object(pageParameters(MAX_PAGE)),
      answer: pageOf(FailedImage).extend({ total: z.int() }),
    }),
    async ({ workspace, query }) => ({
      ...page(await listFailedImages(workspace, query), query),
      total: await countFailedImages(workspace),
    }),
  )

  app.post(
    '/failed-images/retry',
    operation('retryImages', 'Copy failed images once more: of some products, or all of them', {
      body: z.object(
        { productIds: z.array(z.uuid('Must be the id of a product.')).max(MAX_RETRIED).optional() },
        { error: 'Must be an object.' },
      ),
      answer: envelope(z.object({ queued: z.int() })),
    }),
    async ({ workspace, body }) => ({ data: await retryImages(workspace, body) }),
  )
}

/** In its own scope: the body is the image itself. */
export const imageUploadRoutes: RoutePlugin = async (app) => {
  app.put(
    '/products/:id([^/]+)/image',
    operation('uploadProductImage', 'Upload the image of a product: the body is the file', {
      params,
      answer: envelope(ProductImage),
    }),
    async ({ workspace, params, body }) => ({
      data: await uploadImage(workspace, { id: params.id, body: body as Readable }),
    }),
  )
}
