import { expect, test } from 'vitest'
import { REASONS } from '../../server/src/errors.ts'
import { openApiDocument } from '../given/openapi-document.ts'

test('every read but those of imports says that it has a tag, and that it answers 304 to a client that has it', async () => {
  const { paths } = await openApiDocument()
  for (const [name, path] of Object.entries(paths!)) {
    // How far an import has come is no part of what tags are made from.
    if (name.startsWith('/api/v1/imports')) continue
    const responses = path!.get?.responses as Record<string, any> | undefined
    for (const status of responses ? ['200', '304'] : []) {
      expect(responses![status].headers).toHaveProperty('ETag')
    }
  }
})

test('an answer to a method that a path does not have says which it has', async () => {
  const { components } = await openApiDocument()
  expect(components!.responses!['MethodNotAllowed']).toMatchObject({ headers: { Allow: expect.anything() } })
})

test('an e-mail address and an image URL are described as what is taken for one', async () => {
  const { CustomerItem, ProductItem } = (await openApiDocument()).components!.schemas as Record<string, any>
  const pattern = new RegExp(CustomerItem.properties.email.pattern, 'u')
  expect(['bo@quay.example', 'bo', 'Bo <bo@quay.example>'].map((text) => pattern.test(text))).toEqual([
    true,
    false,
    false,
  ])
  expect(ProductItem.properties.imageUrl).toMatchObject({ format: 'uri' })
})

test('every operation has a summary, a description, an id, a tag, and an example of its answer', async () => {
  const { paths } = await openApiDocument()
  const operations = Object.values(paths!).flatMap((path) => Object.values(path!) as any[])
  expect(operations.length).toBeGreaterThan(7)
  for (const operation of operations) {
    expect(operation).toMatchObject({
      operationId: expect.any(String),
      summary: expect.any(String),
      description: expect.any(String),
      tags: [expect.any(String)],
    })
    const { content } = operation.responses['200'] ?? operation.responses['202']
    expect(Object.values<any>(content)[0].example).toBeTruthy()
  }
})

test('"or null" is written in one way: in the type, or beside a reference', async () => {
  const odd: unknown[] = []
  JSON.stringify(await openApiDocument(), (_key, value) => {
    const { anyOf, oneOf, nullable } = value ?? {}
    const alternatives: any[] = anyOf ?? oneOf ?? []
    const isBesideReference = alternatives.length === 2 && alternatives[0].$ref && alternatives[1].type === 'null'
    if (nullable !== undefined || (alternatives.some(({ type }) => type === 'null') && !isBesideReference))
      odd.push(value)
    return value
  })
  expect(odd).toEqual([])
})

test('each list is a schema of its own, with a name that says of what', async () => {
  const { paths } = await openApiDocument()
  const operations = Object.values(paths!).flatMap((path) => Object.values(path!) as any[])
  const lists = operations.filter(({ operationId }) => /^list|Feed$/.test(operationId) && operationId !== 'listRejects')
  expect(lists.length).toBeGreaterThan(6)
  for (const { operationId, responses } of lists) {
    const { schema } = responses['200'].content['application/json']
    expect([operationId, schema]).toEqual([
      operationId,
      { $ref: expect.stringMatching(/schemas\/[A-Z]\w+(List|Feed)$/) },
    ])
  }
})

test('a file may be sent as what it is, or as bytes', async () => {
  const { paths } = await openApiDocument()
  const { content } = paths!['/api/v1/imports']!.post!.requestBody as any
  expect(Object.keys(content)).toEqual([
    'text/csv',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/octet-stream',
  ])
})

test('the description lists every reason with its meaning', async () => {
  const { ErrorReason } = (await openApiDocument()).components!.schemas as Record<string, any>
  expect(ErrorReason.enum).toEqual(Object.keys(REASONS))
  for (const [word, meaning] of Object.entries(REASONS)) {
    expect(ErrorReason.description).toContain(`- \`${word}\`: ${meaning}`)
  }
})
