import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { imagePath } from '../../server/src/catalogue/images/image-path.ts'
import { useService } from '../given/service.ts'
import { useImageFolder } from '../given/use-image-folder.ts'

const { images } = useImageFolder()
const service = useService({ images })
const digest = randomBytes(16).toString('hex')

beforeAll(async () => {
  await images.store.write(digest, 320, Buffer.from('small'))
  await images.store.write(digest, 1280, Buffer.from('large'))
})

const get = (path: string, init?: RequestInit) => fetch(service.url + path, init)

test('an image is shown to everybody who has its URL, and a browser asks for it once', async () => {
  const response = await get(imagePath(digest, 320))
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/webp',
    'content-length': '5',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(await response.text()).toBe('small')
  expect(await (await get(imagePath(digest, 1280))).text()).toBe('large')
  const etag = response.headers.get('etag')!
  expect((await get(imagePath(digest, 320), { headers: { 'if-none-match': etag } })).status).toBe(304)
})

test.each([
  imagePath(randomBytes(16).toString('hex'), 320),
  `/images/${digest}-641.webp`,
  `/images/${digest}.webp`,
  '/images/',
  '/images',
  `/images/..%2f${digest}-320.webp`,
  '/images/..%2f..%2f..%2fetc%2fpasswd',
])('%s is no image', async (path) => {
  const response = await get(path)
  expect(response.status).toBe(404)
  expect(response.headers.get('cache-control')).toBe('private, no-cache')
  expect(await response.json()).toMatchObject({ error: { code: 'not_found' } })
})

test('images can only be read there', async () => {
  const response = await get(imagePath(digest, 320), { method: 'PUT', body: 'x' })
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe('GET, HEAD')
})
