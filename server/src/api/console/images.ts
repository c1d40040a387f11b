import type { Readable } from 'node:stream'
import { z } from 'zod'
import { countFailedImages, listFailedImages, retryImages } from '../../catalogue/shown-images.ts'
import { setPictures, uploadPicture, matchPictures, readProductPictures } from '../../catalogue/product-pictures.ts'
import { envelope, page, pageOf, pageParameters } from '../../http/envelope.ts'
import { list } from '../../http/input.ts'
import { operationsOf } from './operation.ts'
import type { RoutePlugin } from './operation.ts'
import { Picture } from '../common-schemas.ts'
import { MAX_PICTURE_FILES, MAX_PICTURES } from '../../shared/limits.ts'
import { anyText, optionalText, text } from '../../lib/text-input.ts'

const MAX_PAGE = 50
const MAX_RETRIED = 500
/** The characters of a digest. */
const DIGEST = 32
/** The longest name of a file that is matched, in characters: what file systems take. */
const FILE_NAME = 255

const operation = operationsOf('Images')
const params = z.object({ slug: z.string(), id: z.string() })

const ShownImage = Picture.extend({ digest: z.string() }).meta({ id: 'ShownImage' })

const ProductPictures = z
  .object({
    status: z.enum(['none', 'queued', 'copied', 'failed', 'removed']),
    sourceUrl: z.string().nullable(),
    failure: z.string().nullable().meta({ description: 'Why the last attempt to copy it failed.' }),
    nextAttemptAt: z.iso.datetime().nullable(),
    pictures: z.array(ShownImage).meta({ description: 'In their order. The first one is the image of the product.' }),
  })
  .meta({ id: 'ProductPictures' })

const MatchedPicture = z
  .object({
    fileName: z.string(),
    product: z
      .object({ id: z.uuid(), sku: z.string(), name: z.string() })
      .nullable()
      .meta({ description: 'Null where the name means none.' }),
    place: z.int().meta({ description: 'Which of its pictures, from 1.' }),
    replaces: ShownImage.nullable().meta({ description: 'The picture that is there now. Null: it is added.' }),
    problem: z.string().nullable().meta({ description: 'Why the file cannot be taken.' }),
  })
  .meta({ id: 'MatchedPicture' })

const digests = list(text(DIGEST), { min: 0, max: MAX_PICTURES })

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
    '/products/:id([^/]+)/pictures',
    operation('readProductPictures', 'The pictures of a product, and how far the next copy of its image has come', {
      right: 'read',
      own: 'open',
      params,
      answer: envelope(ProductPictures),
    }),
    async ({ workspace, params }) => ({ data: await readProductPictures(workspace, params) }),
  )

  app.put(
    '/products/:id([^/]+)/pictures',
    operation('setProductPictures', 'Move and remove the pictures of a product, or bring some back', {
      right: 'products',
      params,
      body: z.object(
        {
          pictures: digests.describe('All that it is to have, in their order.'),
          seen: digests.describe('All that were shown. If it has others, nothing is changed.'),
        },
        { error: 'Must be an object.' },
      ),
      answer: envelope(ProductPictures),
    }),
    async ({ workspace, params, body }) => ({ data: await setPictures(workspace, { ...params, ...body }) }),
  )

  app.post(
    '/pictures/match',
    operation('matchPictures', 'Match files of pictures with products by their names, which are SKUs', {
      right: 'products',
      config: { scope: 'read', kind: 'heavy' },
      body: z.object(
        { fileNames: list(anyText(FILE_NAME), { min: 1, max: MAX_PICTURE_FILES }) },
        { error: 'Must be an object.' },
      ),
      answer: envelope(z.array(MatchedPicture)),
    }),
    async ({ workspace, body }) => ({ data: await matchPictures(workspace, body.fileNames) }),
  )

  app.get(
    '/failed-images',
    operation('listFailedImages', 'Products whose image could not be copied', {
      right: 'read',
      own: 'open',
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
      right: 'products',
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
  app.post(
    '/products/:id([^/]+)/pictures',
    operation('uploadProductPicture', 'Upload a picture of a product: the body is the file', {
      right: 'products',
      params,
      querystring: z.object({
        replaces: optionalText(DIGEST).describe('The digest of the picture that it replaces. Default: it is added.'),
      }),
      answer: envelope(ProductPictures),
    }),
    async ({ workspace, params, query, body }) => ({
      data: await uploadPicture(workspace, { ...params, ...query, body: body as Readable }),
    }),
  )
}
