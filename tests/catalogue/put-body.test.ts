import { describe, expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { invalidFields, item, items, read, refusal, sendItems } from '../given/given.ts'

const service = useService()

const JSON_TYPE = { 'content-type': 'application/json' }

describe('a body that is not JSON is refused as such', () => {
  test.each([
    ['empty', ''],
    ['blank', '  \n'],
    ['cut short', '{"products": ['],
    ['with a comma too many', '{"products": [],}'],
    ['in single quotes', "{'products': []}"],
    ['not a number', '{"products": NaN}'],
    ['a form', 'products=1'],
    ['followed by more', '{} {}'],
    ['UTF-8 cut in the middle of a character', new Uint8Array([0x22, 0xc3, 0x22])],
    ['UTF-8 with half a surrogate pair', new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['UTF-16', new Uint8Array(Buffer.from('\ufeff{"products":[]}', 'utf16le'))],
    ['with a raw line break in a string', '{"products": [{"sku": "a\nb"}]}'],
  ])('%s', async (_case, body) => {
    const { key } = await service.workspace()
    const answer = await service.call('PUT', '/products', { key, body, headers: JSON_TYPE })
    expect(answer).toEqual(refusal(400, 'invalid_json'))
  })

  test.each(['', ';', '/', 'text', 'application/json; charset="', 'a/b, c/d'])('said to be "%s"', async (type) => {
    const { key } = await service.workspace()
    const send = (body: string) => service.call('PUT', '/products', { key, body, headers: { 'content-type': type } })
    expect(await send('{"products": [')).toEqual(refusal(400, 'invalid_json'))
    expect((await send(JSON.stringify({ products: [item()] }))).status).toBe(200)
  })

  test('a call without a body is refused as not JSON', async () => {
    const { key } = await service.workspace()
    const answer = await service.call('PUT', '/products', { key })
    expect(answer.status).toBe(400)
    expect(answer.body.error.code).toMatch(/^(invalid_json|validation_error)$/)
  })
})

describe('a body that is JSON but no call is invalid', () => {
  test.each(['null', '[]', '"products"', '1', 'true'])('%s', async (body) => {
    const { key } = await service.workspace()
    const answer = await service.call('PUT', '/products', { key, body, headers: JSON_TYPE })
    expect(answer).toEqual(refusal(400, 'validation_error'))
  })

  test.each([
    ['left out', {}],
    ['null', { products: null }],
    ['an object', { products: { 0: item() } }],
    ['text', { products: 'all' }],
    ['empty', { products: [] }],
    ['101 rows', { products: items(101) }],
  ])('products that are %s', async (_case, body) => {
    const { put } = await service.workspace()
    expect(invalidFields(await put('/products', body))).toEqual(['products'])
  })

  test.each([null, 'DEN-1042', 7, [item()], true])('a product that is %j', async (product) => {
    const { put } = await service.workspace()
    expect(invalidFields(await put('/products', { products: [item(), product] }))).toEqual(['products.1'])
  })

  test('a body that is nested a hundred thousand deep is invalid', async () => {
    const { key } = await service.workspace()
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    const body = `{"products": [${JSON.stringify(item()).slice(0, -1)}, "details": {"a": ${deep}}}]}`
    expect((await service.call('PUT', '/products', { key, body, headers: JSON_TYPE })).status).toBe(400)
  })
})

test('a call may be one row, or a hundred', async () => {
  const workspace = await service.workspace()
  expect(await sendItems(workspace, 1)).toMatchObject({ created: 1 })
  expect(await sendItems(workspace, 100)).toMatchObject({ created: 99, updated: 1 })
})

test('a call may come with a byte-order mark, with any content type, and with fields that nobody knows', async () => {
  const workspace = await service.workspace()
  const body = `\ufeff${JSON.stringify({ dryRun: true, products: [item({ colour: 'blue', id: 7, active: false })] })}`
  for (const headers of [JSON_TYPE, { 'content-type': 'text/plain' }, { 'content-type': 'application/xml' }]) {
    expect((await service.call('PUT', '/products', { key: workspace.key, body, headers })).status).toBe(200)
  }
  const product = await read(workspace, 'DEN-1042')
  expect(product).toMatchObject({ active: true })
  expect(product).not.toHaveProperty('colour')
})
