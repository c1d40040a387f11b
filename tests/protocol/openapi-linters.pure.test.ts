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
