import { beforeAll, expect, test } from 'vitest'
import { createSample } from '../../server/src/ops/sample/create-sample.ts'
import { OPERATOR } from '../../server/src/ops/operations/operate.ts'
import { openApiDocument } from '../given/openapi-document.ts'
import { useOwnService } from '../given/service.ts'

const service = useOwnService()
let key: string

beforeAll(async () => {
  key = (await createSample({ ...service.context, actor: OPERATOR })).key!
})

test('each example of a request gets an answer on the sample, as it stands', async () => {
  const { paths } = await openApiDocument()
  const operations = Object.entries(paths!).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, any>).map(([method, operation]) => ({ method, path, ...operation })),
  )
  // What is read before it is changed.
  const tried = operations.toSorted((a, b) => Number(a.method !== 'get') - Number(b.method !== 'get'))
  const answers: Record<string, number> = {}
  for (const { method, path, operationId, parameters = [], requestBody } of tried) {
    // The sample has no import that came by the API.
    if (/imports\/\{id\}/.test(path)) continue
    const required = parameters.filter((parameter: any) => parameter.required)
    const query = required.filter((one: any) => one.in === 'query').map((one: any) => [one.name, one.example])
    const filled = required
      .filter((one: any) => one.in === 'path')
      .reduce((url: string, one: any) => url.replace(`{${one.name}}`, encodeURIComponent(one.example)), path)
    const example = (Object.values(requestBody?.content ?? {})[0] as any)?.example
    const body = typeof example === 'object' ? JSON.stringify(example) : example
    const url = `${filled.replace('/api/v1', '')}?${new URLSearchParams(query)}`
    answers[operationId] = (await service.call(method.toUpperCase(), url, { key, ...(body && { body }) })).status
  }
  expect(Object.keys(answers).length).toBeGreaterThan(15)
  expect(Object.entries(answers).filter(([, status]) => status !== 200 && status !== 202)).toEqual([])
})
