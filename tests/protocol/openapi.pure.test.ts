import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Spectral } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { expect, test } from 'vitest'
import { openApiDocument } from '../given/openapi-document.ts'

test('Redocly finds nothing to complain about in the OpenAPI document', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const problems = await lintFromString({ source: JSON.stringify(await openApiDocument()), config })
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
})

test('Spectral finds nothing to complain about in the OpenAPI document', async () => {
  const spectral = new Spectral()
  spectral.setRuleset({ extends: [oas] } as Parameters<typeof spectral.setRuleset>[0])
  const problems = await spectral.run(JSON.stringify(await openApiDocument()))
  expect(problems.map(({ code, message, path }) => [code, message, path.join('.')])).toEqual([])
})

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
  const pattern = new RegExp(CustomerItem.properties.email.anyOf[0].pattern, 'u')
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
