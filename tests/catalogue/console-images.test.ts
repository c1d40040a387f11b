import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sweepImages } from '../../server/src/catalogue/images/store-image.ts'
import { useImageHost } from '../given/image-host.ts'
import { picture } from '../given/picture-files.ts'
import { imageOf, useCopier } from '../given/use-copier.ts'
import { useOwnService } from '../given/service.ts'
import { callAppApi } from '../given/app-api-calls.ts'
import { givenSignedInBuyer } from '../given/buyer.ts'
import { givenMember } from '../given/member.ts'
import type { TestMember } from '../given/member.ts'
import { place } from '../given/order.ts'
import { givenPictures, upload as uploadFile } from '../given/pictures.ts'
import { done, expectDone, givenCustomer, item, send, sendItems } from '../given/given.ts'
import { useImageFolder } from '../given/use-image-folder.ts'

const { images } = useImageFolder()
const service = useOwnService({ images })
const host = useImageHost()
const copier = useCopier(service, host)

const shop = (fields?: Record<string, unknown>) => givenPictures(service, fields)
const upload = (staff: TestMember, path: string, body: Buffer | string, headers?: Record<string, string>) =>
  uploadFile(service, staff, path, body, headers)

test('staff see how far the image of a product has come, and why it failed', async () => {
  const url = host.put('/late.jpg', (_request, response) => void response.writeHead(404).end())
  const { workspace, staff, shown } = await shop({ imageUrl: url })
  const inList = async () => (await staff.get('/products')).body.data[0].image
  const queued = { status: 'queued', sourceUrl: url, failure: null, nextAttemptAt: null, pictures: [] }
  expect(await shown()).toEqual(queued)
  expect(await inList()).toBeNull()
  await copier.copy(workspace)
  expect(await shown()).toEqual({
    ...queued,
    failure: 'The server localhost has no such image (404).',
    nextAttemptAt: new Date(service.time.now.getTime() + 60_000).toISOString(),
  })
  host.put('/late.jpg', await picture('jpeg', { width: 1500, height: 750 }))
  service.later()
  await copier.copy(workspace)
  const { digest } = await imageOf(workspace)
  expect(await shown()).toEqual({
    status: 'copied',
    sourceUrl: url,
    failure: null,
    nextAttemptAt: null,
    pictures: [
      {
        digest,
        small: `/images/${digest}-320.webp`,
        medium: `/images/${digest}-640.webp`,
        large: `/images/${digest}-1280.webp`,
        width: 1280,
        height: 640,
      },
    ],
  })
  expect(await inList()).toBe(`/images/${digest}-320.webp`)
  const customer = await givenCustomer(workspace)
  const order = await place(workspace, { customer, lines: [{ sku: 'DEN-1042', qty: 1 }] })
  const { lines } = (await staff.get(`/orders/${order.id}`)).body.data
  expect(lines[0].picture.image.small).toBe(`/images/${digest}-320.webp`)
})

test('an uploaded picture is shown at once, and a sync that sends the old URL leaves it', async () => {
  const url = host.put('/of-erp.jpg', await picture())
  const { workspace, staff, path, shown } = await shop({ imageUrl: url })
  await copier.copy(workspace)
  const [before] = (await shown()).pictures
  const replacing = `${path}?replaces=${before.digest}`
  const { pictures } = await done(upload(staff, replacing, await picture('png', { background: '#3c3' })))
  expect(pictures).toHaveLength(1)
  expect(pictures[0].digest).not.toBe(before.digest)
  expect(await shown()).toMatchObject({ status: 'copied', pictures })
  expect((await fetch(service.url + pictures[0].small)).headers.get('content-type')).toBe('image/webp')
  await send(workspace, [item({ imageUrl: url })])
  await copier.copy(workspace)
  expect((await shown()).pictures).toEqual(pictures)
  expect((await staff.get('/activity')).body.data[0]).toMatchObject({
    action: 'product.update',
    actor: { type: 'staff', name: 'Sam Staff' },
    changes: { pictures: { from: '1 picture', to: '1 picture, replaced' } },
  })
})

test('an upload comes before an image that is still to be copied', async () => {
  const { workspace, staff, path, shown } = await shop({ imageUrl: host.put('/never.jpg', await picture()) })
  expectDone(await upload(staff, path, await picture('webp', { background: '#33c' })))
  const { pictures } = await shown()
  host.requests.length = 0
  await copier.copy(workspace)
  expect(host.requests).toEqual([])
  expect(await shown()).toMatchObject({ status: 'copied', pictures })
})

test.each([
  ['no image', 'text', 'The file is not an image of a known type. Images can be JPEG, PNG, WebP, AVIF or GIF.'],
  ['nothing', '', 'The file is empty.'],
  ['too many bytes', Buffer.alloc(21 * 1_048_576), 'The image is larger than 20 MB.'],
])('an upload of %s is refused in words, and leaves nothing behind', async (_name, body, message) => {
  const { staff, path, shown } = await shop()
  const { status, body: answer } = await upload(staff, path, body)
  expect([status, answer.error.code, answer.error.issues]).toEqual([
    400,
    'validation_error',
    [{ path: 'image', message }],
  ])
  expect(await shown()).toMatchObject({ status: 'none', pictures: [] })
  expect(readdirSync(images.incoming)).toEqual([])
})

test('only a page of the service may upload, and not on a lapsed plan', async () => {
  const { workspace, staff, path } = await shop()
  const bytes = await picture()
  expect((await upload(staff, path, bytes, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await callAppApi(service, undefined, 'POST', `/console/${staff.slug}${path}`, { body: 'x' })).status).toBe(
    401,
  )
  await workspace.context.db.updateTable('workspace').set({ plan: 'lapsed' }).where('id', '=', workspace.id).execute()
  const lapsed = await upload(staff, path, bytes)
  expect([lapsed.status, lapsed.body.error.code]).toEqual([403, 'read_only'])
})

test('failed images are listed with their reasons, and tried again', async () => {
  const { workspace, staff } = await shop()
  await sendItems(workspace, 3, (i) => ({ imageUrl: host.put(`/bad-${i}`, 'no image') }))
  await copier.copy(workspace)
  const list = async () => (await staff.get('/failed-images?limit=2')).body
  const first = await list()
  expect(first).toMatchObject({ total: 3, nextOffset: 2 })
  expect(first.data[0]).toEqual({
    id: expect.any(String),
    sku: expect.stringMatching(/^SKU-000\d$/),
    name: expect.any(String),
    sourceUrl: expect.stringMatching(/\/bad-\d$/),
    failure: 'The file is not an image of a known type. Images can be JPEG, PNG, WebP, AVIF or GIF.',
    requestedAt: service.time.now.toISOString(),
  })
  const one = await staff.post('/failed-images/retry', { productIds: [first.data[0].id] })
  expect(one.body.data).toEqual({ queued: 1 })
  expect((await list()).total).toBe(2)
  for (let i = 0; i < 4; i++) host.put(`/bad-${i}`, await picture('jpeg', { background: `#${i}00` }))
  expect((await staff.post('/failed-images/retry', {})).body.data).toEqual({ queued: 2 })
  await copier.copy(workspace)
  expect(await list()).toMatchObject({ data: [], total: 0, nextOffset: null })
  expect((await staff.post('/failed-images/retry', {})).body.data).toEqual({ queued: 0 })
})

test('a page that asks again learns of a copied image', async () => {
  const { workspace, staff, path } = await shop({ imageUrl: host.put('/news.jpg', await picture()) })
  const etag = (await staff.get(path)).headers.get('etag')!
  expect((await staff.get(path, { 'if-none-match': etag })).status).toBe(304)
  await copier.copy(workspace)
  expect((await staff.get(path, { 'if-none-match': etag })).status).toBe(200)
})

test('buyers see the images of products, and the logo that an owner sets; it stays while it is used', async () => {
  const { workspace, staff, id, path } = await shop()
  const customerId = await givenCustomer(workspace)
  const buyer = await givenSignedInBuyer(service, workspace, customerId)
  const owner = await givenMember(service, workspace, 'owner')
  expect((await buyer.get('/products')).body.data[0].image).toBe(null)
  expectDone(await upload(staff, path, await picture('jpeg', { width: 900, height: 600 })))
  const paths = { small: expect.stringMatching(/-320\.webp$/), medium: expect.any(String), large: expect.any(String) }
  const image = { ...paths, width: 900, height: 600 }
  expect((await buyer.get('/products')).body.data[0].image).toEqual(image)
  expect((await buyer.get(`/products/${id}`)).body.data.image).toEqual(image)

  const square = await picture('jpeg', { width: 400, height: 400 })
  const pricing = await givenMember(service, workspace, 'pricing')
  expect((await upload(pricing, '/portal/logo', square)).status).toBe(403)
  expect((await upload(owner, '/portal/logo', 'no image')).body.error.code).toBe('validation_error')
  expectDone(await upload(owner, '/portal/logo', square))
  const { logo } = (await buyer.get('/portal')).body.data
  expect(logo).toMatchObject({ path: expect.stringMatching(/^\/images\//), width: 400, height: 400 })
  const entry = await callAppApi(service, undefined, 'GET', `/account/portals/${owner.slug}`)
  expect(entry.body.data.logo).toEqual(logo)
  const pictures = async (query: string) => {
    const headers = { cookie: `session=${buyer.token}` }
    const file = await fetch(`${service.url}/app-api/portal/${buyer.slug}/price-list.pdf${query}`, { headers })
    return (await file.text()).split('/Subtype /Image').length - 1
  }
  // The logo, and what makes it transparent or not; then the product, too.
  const ofLogo = await pictures('')
  expect(ofLogo).toBeGreaterThan(0)
  expect(await pictures('?pictures=true')).toBe(ofLogo + 1)
  const settings = (await owner.get('/portal')).body.data
  expectDone(await owner.put('/portal', { ...settings, colour: '#099268' }))
  const context = { ...service.context, clock: () => new Date(service.time.now.getTime() + 30 * 86_400_000) }
  expect(await sweepImages(context, images, workspace.id)).toBe(0)
  expect((await fetch(`${service.url}${logo.path}`)).status).toBe(200)
  expect((await owner.delete('/portal/logo')).body.data.logo).toBe(null)
  expect((await buyer.get('/portal')).body.data).toMatchObject({ logo: null, settings: { colour: '#099268' } })
})
