import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { connect } from 'node:net'
import { randomUUIDv7 } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { refusal } from '../given/given.ts'

const service = useService()
const id = randomUUIDv7()

const cors = (headers: Headers) => [...headers.keys()].filter((name) => name.startsWith('access-control-'))

describe('a path that does not exist is not found, with or without a key', () => {
  test.each(['', '/', '/pallets', `/products/${id}/`, `/products/${id}/images`, '/Products', '/prices/x'])(
    '"%s"',
    async (path) => {
      const { key } = await service.workspace()
      expect(await service.call('GET', path)).toEqual(refusal(404, 'not_found'))
      expect(await service.call('GET', path, { key })).toEqual(refusal(404, 'not_found'))
    },
  )

  test.each(['/api', '/api/', '/products', '/api/products', '/api/v2/products', '/api/V1/products', '/v1/products'])(
    'outside the version: %s',
    async (path) => {
      const { key } = await service.workspace()
      const response = await fetch(service.url + path, { headers: { authorization: `Bearer ${key}` } })
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ error: { code: 'not_found' } })
    },
  )

  test('what leads out of the files of the docs page is not found', async () => {
    const { hostname, port } = new URL(service.url)
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    // fetch would resolve the path first.
    request({ hostname, port, path: '/docs/static/.' }, resolve).on('error', reject).end()
    const answer = await promise
    expect({ status: answer.statusCode, body: JSON.parse(await text(answer)) }).toMatchObject({
      status: 404,
      body: {
        error: { code: 'not_found', reason: 'unknown_endpoint', message: 'There is no endpoint /docs/static/..' },
      },
    })
  })

  test('what is not even valid as a path is not found', async () => {
    expect(await service.call('GET', '/products/%ZZ')).toEqual(refusal(404, 'not_found'))
    expect(await service.call('GET', `/${'x'.repeat(5_000)}`)).toEqual(refusal(404, 'not_found'))
  })
})

describe('a method that a path does not have is refused, with those it has', () => {
  const paths: [string, string[]][] = [
    ['/workspace', ['GET']],
    ['/products', ['GET', 'PUT']],
    [`/products/${id}`, ['GET']],
    ['/brands', ['GET']],
    ['/categories', ['GET']],
    ['/prices', ['GET']],
    ['/customer-codes', ['GET', 'PUT']],
    ['/order-checks', ['POST']],
    ['/price-feed', ['GET']],
    ['/product-feed', ['GET']],
    ['/quotes', ['GET']],
    [`/quotes/${id}`, ['GET']],
    ['/order-feed', ['GET']],
    ['/customer-feed', ['GET']],
    ['/imports', ['GET', 'POST']],
    [`/imports/${id}`, ['GET']],
    [`/imports/${id}/rejects`, ['GET']],
    [`/imports/${id}/run`, ['POST']],
    ['/openapi.json', ['GET']],
  ]
  test.each(paths)('%s', async (path, has) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'].filter((it) => !has.includes(it))) {
      const answer = await service.call(method, path)
      expect(answer).toEqual(refusal(405, 'method_not_allowed'))
      const allow = answer.headers.get('allow')!.split(', ')
      // HEAD comes with GET, as everywhere in HTTP.
      expect(allow.filter((it) => it !== 'HEAD').toSorted()).toEqual(has)
    }
  })

  test('a method that a path does not have is refused, also for a caller with a key', async () => {
    const { key } = await service.workspace()
    expect(await service.call('DELETE', '/brands', { key })).toEqual(refusal(405, 'method_not_allowed'))
  })
})

test('every method that is listed as allowed is there', async () => {
  const { key } = await service.workspace()
  const { headers } = await service.call('DELETE', '/products', { key })
  for (const method of headers.get('allow')!.split(', ')) {
    const response = await fetch(`${service.url}/api/v1/products`, {
      method,
      headers: { authorization: `Bearer ${key}` },
    })
    expect([200, 400]).toContain(response.status)
  }
})

describe('browsers of other sites get no permission', () => {
  const origin = { origin: 'https://shop.example', 'access-control-request-method': 'PUT' }

  test.each(['GET', 'OPTIONS', 'PUT'])('%s', async (method) => {
    const { key } = await service.workspace()
    for (const path of ['/products', '/workspace', '/openapi.json', '/pallets']) {
      expect(cors((await service.call(method, path, { headers: origin })).headers)).toEqual([])
      expect(cors((await service.call(method, path, { key, headers: origin })).headers)).toEqual([])
    }
  })

  test('a preflight is a method like any other', async () => {
    expect(await service.call('OPTIONS', '/products', { headers: origin })).toEqual(refusal(405, 'method_not_allowed'))
    expect(await service.call('OPTIONS', '/pallets', { headers: origin })).toEqual(refusal(404, 'not_found'))
  })
})

test('every answer is JSON', async () => {
  const workspace = await service.workspace()
  const answers = await Promise.all([
    workspace.get('/products'),
    workspace.get('/pallets'),
    workspace.get('/products?limit=0'),
    service.call('GET', '/workspace'),
    service.call('POST', '/workspace'),
    service.call('PUT', '/products', { key: workspace.key, body: '{' }),
  ])
  for (const { headers } of answers) expect(headers.get('content-type')).toMatch(/^application\/json\b/)
})

test('a path without the id that belongs there does not exist, with or without a key', async () => {
  expect(await service.call('GET', '/products/')).toEqual(refusal(404, 'not_found'))
})

test('an id or code that is far too long is not found, like any other that nothing has', async () => {
  const workspace = await service.workspace()
  await workspace.put('/products', { products: [{ sku: 'A', name: 'A', listPrice: 1, unitLabel: 'each' }] })
  const long = 'x'.repeat(5_000)
  const paths = [`/products?brand=${long}`, `/products?category=${long}`, `/products?customer=${long}`]
  for (const path of [...paths, `/prices?sku=A&customer=${long}`, `/products/${'x'.repeat(90)}`]) {
    const { status, body } = await workspace.get(path)
    expect({ status, code: body.error.code }).toEqual({ status: 404, code: 'not_found' })
  }
})

test('what Node would answer for itself is answered like everything else', async () => {
  const { hostname, port } = new URL(service.url)
  const expected = { 'Host: a\r\nExpect: miracles': [401, 'unauthorized'], 'X-No-Host: 1': [400, 'invalid_request'] }
  for (const [header, [status, code]] of Object.entries(expected)) {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname)
      let received = ''
      socket.on('data', (chunk) => (received += String(chunk)))
      socket.on('end', () => resolve(received)).on('error', reject)
      socket.write(`GET /api/v1/workspace HTTP/1.1\r\n${header}\r\nConnection: close\r\n\r\n`)
    })
    expect(answer).toContain(`HTTP/1.1 ${status} `)
    expect(answer).toContain(`"code":"${code}"`)
  }
})
