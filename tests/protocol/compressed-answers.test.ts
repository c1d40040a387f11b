import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { sendItems } from '../given/given.ts'
import { givenMember } from '../given/member.ts'

const service = useService()
const DECODED: Record<string, (bytes: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync }

/** What is sent, as it is sent. */
async function sent({ key }: TestWorkspace, path: string, headers: Record<string, string>) {
  const url = `/api/v1${path}`
  return service.app.inject({ url, headers: { authorization: `Bearer ${key}`, ...headers } })
}

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0.1, gzip', 'gzip'],
])('a client that takes %s gets the same page as %s, under the same tag', async (accepted, encoding) => {
  const workspace = await service.workspace()
  await sendItems(workspace, 50)
  const plain = await sent(workspace, '/products', {})
  const compressed = await sent(workspace, '/products', { 'accept-encoding': accepted })
  expect(compressed.headers).toMatchObject({ 'content-encoding': encoding, etag: plain.headers.etag })
  expect(DECODED[encoding]!(compressed.rawPayload).toString()).toBe(plain.payload)
  expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5)
  for (const { headers } of [plain, compressed]) expect(headers.vary).toBe('accept-encoding')
  // From the cache, too.
  const again = await sent(workspace, '/products', { 'accept-encoding': accepted })
  expect(DECODED[encoding]!(again.rawPayload).toString()).toBe(plain.payload)
})

test.each(['identity', 'gzip;q=0', 'zstd', ''])('a client that takes "%s" gets the page as it is', async (accepted) => {
  const workspace = await service.workspace()
  await sendItems(workspace, 50)
  const { headers, payload } = await sent(workspace, '/products', { 'accept-encoding': accepted })
  expect(headers['content-encoding']).toBeUndefined()
  expect(JSON.parse(payload).data).toHaveLength(50)
})

test('a short answer is sent as it is', async () => {
  const workspace = await service.workspace()
  const { headers } = await sent(workspace, '/workspace', { 'accept-encoding': 'gzip' })
  expect(headers['content-encoding']).toBeUndefined()
})

test.each(['-gzip', '-br', '-zstd'])('a tag to which a proxy has added "%s" is known', async (suffix) => {
  const workspace = await service.workspace()
  const tag = (await workspace.get('/products')).headers.get('etag')!
  const named = tag.replace(/"$/, `${suffix}"`)
  expect((await workspace.get('/products', { 'if-none-match': `W/${named}` })).status).toBe(304)
  expect((await workspace.get('/products', { 'if-none-match': `"other${suffix}"` })).status).toBe(200)
})

test('a file of text is compressed while it is made, and a workbook is sent as it is', async () => {
  const workspace = await service.workspace()
  await sendItems(workspace, 50)
  const { slug, token } = await givenMember(service, workspace, 'manager')
  const file = (format: string) =>
    service.app.inject({
      url: `/app-api/console/${slug}/products/export?format=${format}`,
      headers: { cookie: `session=${token}`, 'accept-encoding': 'gzip' },
    })
  const csv = await file('csv')
  expect(csv.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(csv.rawPayload).toString().trim().split('\n')).toHaveLength(51)
  const xlsx = await file('xlsx')
  expect(xlsx.headers['content-encoding']).toBeUndefined()
  expect(xlsx.rawPayload.subarray(0, 2).toString()).toBe('PK')
})
