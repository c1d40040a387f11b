import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'

const service = useService()

const get = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(service.url + path, { redirect: 'manual', ...init })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const files = (html: string) => [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!)

test.each([
  '/',
  '/sign-in',
  '/set-up',
  '/reset-password',
  '/account',
  '/new-email',
  '/call-off',
  '/w/sample',
  '/w/sample/products/x?q=1',
])('the console is at %s', async (path) => {
  const { status, headers, text } = await get(path)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(text).toContain('/assets/console-')
})

test('the portal is under /t/, and an invitation has its own page', async () => {
  expect((await get('/t/sample/basket')).text).toContain('/assets/portal-')
  expect((await get('/invitation/abc')).text).toContain('/assets/invitation-')
})

test.each([
  ['/invitation/a-b_c', ['account/invitation/a-b_c']],
  ['/t/sample', ['portal/sample/portal', 'portal/sample/products?limit=50&offset=0', 'portal/sample/groups']],
  ['/t/sample?q=plate', []],
  ['/t/sample/usual?x=1', ['portal/sample/portal']],
  ['/t/sample/sign-in', []],
  ['/t/sample/as/CASTLE01', []],
  ['/t/"><script>/usual', []],
  ['/sign-in', ['account/look']],
])('the page %s has its first data fetched beside its scripts', async (page, calls) => {
  const preloaded = [...(await get(page)).text.matchAll(/as="fetch" crossorigin href="([^"]+)"/g)].map(
    ([, call]) => call,
  )
  expect(preloaded).toEqual(calls.map((call) => `/app-api/${call}`))
})

test('the HTML is kept by nobody, and its policy lets in styles with a nonce that no other answer has', async () => {
  const [first, second] = [await get('/sign-in'), await get('/sign-in')]
  const nonce = /'nonce-([^']{20,})'/.exec(first.headers.get('content-security-policy')!)![1]!
  expect(first.text).toContain(nonce)
  expect(first.text).not.toContain('__NONCE__')
  expect(second.text).not.toContain(nonce)
  expect(first.headers.get('cache-control')).toBe('no-store')
  expect(first.text).not.toMatch(/<script(?![^>]*\bsrc=)/)
})

test('the service worker is asked for with each visit, and keeps files of the portal alone', async () => {
  const { status, headers, text } = await get('/sw.js')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toMatch(/javascript/)
  expect(headers.get('cache-control')).toBe('no-cache')
  const kept = [...text.matchAll(/url:"([^"]+)"/g)].map(([, url]) => url!)
  expect(kept).toContain('/t/-')
  expect(kept).toEqual(expect.arrayContaining(files((await get('/t/sample')).text)))
  expect(kept.filter((url) => !/^\/(t\/-$|assets\/)/.test(url) || url.includes('/console-'))).toEqual([])
  expect((await get('/t/-')).text).not.toContain('as="fetch"')
})

test('files are immutable, and sent compressed to whoever takes that', async () => {
  const { text } = await get('/sign-in')
  const script = files(text).find((path) => path.endsWith('.js'))!
  const plain = await get(script, { headers: { 'accept-encoding': 'identity' } })
  expect(plain.headers.get('content-encoding')).toBeNull()
  for (const encoding of ['gzip', 'br']) {
    const { status, headers, text: unpacked } = await get(script, { headers: { 'accept-encoding': encoding } })
    expect({ status, encoding: headers.get('content-encoding'), cache: headers.get('cache-control') }).toEqual({
      status: 200,
      encoding,
      cache: 'public, max-age=31536000, immutable',
    })
    expect(headers.get('content-type')).toMatch(/javascript/)
    expect(headers.get('vary')).toMatch(/accept-encoding/i)
    expect(unpacked).toBe(plain.text)
  }
})

test('what is no page and no file is not found, as JSON', async () => {
  for (const path of [
    '/nothing',
    '/assets/nothing.js',
    '/assets/../package.json',
    '/assets/%2e%2e/sources.txt',
    '/app-api/nothing',
  ]) {
    const { status, headers, text } = await get(path)
    expect({ path, status, type: headers.get('content-type') }).toEqual({
      path,
      status: 404,
      type: 'application/json; charset=utf-8',
    })
    expect(JSON.parse(text)).toMatchObject({ error: { code: 'not_found' } })
  }
})

test('a page is only read', async () => {
  const { status, headers } = await get('/sign-in', { method: 'POST' })
  expect({ status, allow: headers.get('allow') }).toEqual({ status: 405, allow: 'GET, HEAD' })
})

test('nothing in the HTML is from elsewhere', () => {
  for (const name of ['console', 'portal']) {
    const html = readFileSync(new URL(`../../web/dist/${name}.html`, import.meta.url), 'utf8')
    expect(html).not.toMatch(/https?:/)
  }
})
