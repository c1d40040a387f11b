import { expect, test } from 'vitest'
import { LARGEST_CALL_BYTES as LARGEST_CUSTOMERS } from '../../server/src/api/v1/customer-schema.ts'
import { LARGEST_CALL_BYTES as LARGEST_PRODUCTS } from '../../server/src/api/v1/product-schema.ts'
import { expectAffordable } from './expect-affordable.ts'
import { useMeasuredServer } from './measured-server.ts'
import { requestBytes } from './request-bytes.ts'
import { SHAPES } from './shapes.ts'
import { PATIENCE_MS, times } from './sizes.ts'
import { branchCode, SHARED_EMAIL, SHARED_NAME } from './stock.ts'
import { TEXTS } from './texts.ts'

/** Of the largest call that a list takes, room for what is around the value that fills it; and so much is enough. */
const AROUND = 1_000
const BODY_BYTES = times(16 * 1_048_576)
const ROWS = 100
const ASKING_AT_ONCE = 20

const measured = useMeasuredServer()

const request = (method: string, path: string, body?: string) =>
  requestBytes(method, `/api/v1${path}`, { key: measured.stocked.attacker.key, ...(body !== undefined && { body }) })
const get = (path: string) => request('GET', path)
const put = (list: 'products' | 'customers', rows: object[]) =>
  request('PUT', `/${list}`, JSON.stringify({ [list]: rows }))

function products(skus: string, fields: (row: number) => object): object[] {
  return Array.from({ length: ROWS }, (_, row) => {
    return { sku: `${skus}-${row}`, name: `Plate ${row}`, listPrice: 100, unitLabel: 'each', ...fields(row) }
  })
}

// No larger than a call can be, in a field that the service does not know.
test.each([
  ...Object.keys(SHAPES).map((shape) => ['products', shape, LARGEST_PRODUCTS - AROUND] as const),
  ['customers', 'tiny objects', LARGEST_CUSTOMERS - AROUND] as const,
])('a body of %s with %s costs little more than its bytes', { timeout: PATIENCE_MS }, async (list, shape, most) => {
  const body = `{"${list}":[],"x":${SHAPES[shape]!(Math.min(most, BODY_BYTES))}}`
  await expectAffordable(measured, `${list} with ${shape}`, async (send) => {
    expect((await send(request('PUT', `/${list}`, body))).status).toBeGreaterThanOrEqual(400)
  })
})

test.each(Object.keys(TEXTS))(
  'descriptions of %s cost no more than their length',
  { timeout: PATIENCE_MS },
  async (name) => {
    await expectAffordable(measured, `descriptions of ${name}`, async (send, attempt) => {
      const rows = products(`${name} ${attempt}`, (row) => ({ description: TEXTS[name]!(4_000, attempt * ROWS + row) }))
      expect((await send(put('products', rows))).status).toBe(200)
    })
  },
)

test('a hundred products for two hundred customers each cost no more than that', { timeout: PATIENCE_MS }, async () => {
  const onlyFor = Array.from({ length: 200 }, (_, i) => branchCode(i))
  await expectAffordable(measured, 'onlyFor with 200 codes', async (send, attempt) => {
    expect(
      (
        await send(
          put(
            'products',
            products(`CODES-${attempt}`, () => ({ onlyFor })),
          ),
        )
      ).status,
    ).toBe(200)
  })
})

test('products for an e-mail that many customers share do not become a row for each', { timeout: PATIENCE_MS }, () =>
  expectAffordable(measured, 'onlyFor with a shared e-mail', (send, attempt) =>
    send(
      put(
        'products',
        products(`SHARED-${attempt}`, () => ({ onlyFor: [SHARED_EMAIL] })),
      ),
    ),
  ),
)

test.each([
  ['a name', (attempt: number) => ({ name: SHARED_NAME, accountCode: `NEW-TILL-${attempt}` })],
  ['an e-mail', (attempt: number) => ({ name: 'New', accountCode: `NEW-BRANCH-${attempt}`, email: SHARED_EMAIL })],
  ['an e-mail, without a code,', () => ({ name: 'New', email: SHARED_EMAIL })],
])(
  'a customer who shares %s with many costs no more than any other',
  { timeout: PATIENCE_MS },
  async (what, customer) => {
    await expectAffordable(measured, `a customer who shares ${what}`, (send, attempt) =>
      send(put('customers', [customer(attempt)])),
    )
  },
)

test('previews of one state of a workspace are assessed once, however many ask', { timeout: PATIENCE_MS }, async () => {
  const { draftId, attacker, lines } = measured.stocked
  const path = `/price-changes/${draftId}`
  // Else a price change that is assessed in another way would be counted as none.
  await measured.probe.begin(attacker.workspaceId)
  await fetch(`${measured.server.url}/api/v1${path}`, { headers: { authorization: `Bearer ${attacker.key}` } })
  expect((await measured.probe.read()).assessments).toBe(1)
  await expectAffordable(measured, `previews of ${lines} lines`, async (send, attempt) => {
    // Another state, of which nothing is known yet.
    await send(
      put(
        'products',
        products(`STATE-${attempt}`, () => ({})),
      ),
    )
    const asking = Array.from({ length: times(ASKING_AT_ONCE) }, (_, i) => send(get(`${path}?x=${attempt}-${i}`)))
    const statuses = (await Promise.all(asking)).map(({ status }) => status)
    expect(statuses).toContain(200)
  })
})

const LONG = 'x'.repeat(12_000)

test.each<[string, string, Record<string, string>?]>([
  ['a common word', '/products?q=common'],
  ['common words, far down', '/products?q=common%20plate&offset=1900'],
  ['a letter, far down', '/products?q=c&offset=1500'],
  ['letters, for a customer', '/products?q=p%20c&offset=100&customer=TILL-1'],
  ['a page past the end', '/products?offset=1000000000'],
  ['as many words as there is room for', `/products?q=${'a%20b%20'.repeat(25)}`],
  ['as many parts of words', `/products?q=${'1-'.repeat(100)}`],
  ['customers of one name, far down', '/customers?q=cash&offset=2500'],
  ['a customer with a long code', `/customers/${LONG}`],
  ['a product with a long id', `/products/${LONG}`],
  ['what a customer with a long code sees', `/products?customer=${LONG}`],
  ['what has one of many tags', '/products', { 'If-None-Match': '"a", '.repeat(2_400) }],
  ['anything with a long header', '/products', { 'X-Odd': LONG }],
])('asking for %s costs no more than a page', { timeout: PATIENCE_MS }, async (what, path, headers = {}) => {
  await expectAffordable(measured, `asking for ${what}`, (send, attempt) => {
    const other = `${path}${path.includes('?') ? '&' : '?'}x=${attempt}`
    return send(requestBytes('GET', `/api/v1${other}`, { key: measured.stocked.attacker.key, headers }))
  })
})
