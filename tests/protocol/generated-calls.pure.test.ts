import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCall } from '../isolation/calls.ts'
import type { Call } from '../isolation/calls.ts'
import { openApiDocument } from '../given/openapi-document.ts'

/** Says nothing of any workspace, and needs no key. */
const OF_NO_WORKSPACE = 'GET /api/v1/openapi.json'

/** The endpoints that a generated call asks, named as in the description of the API. */
function endpoints(call: Call): string[] {
  if (call.does === 'read') return [endpoint('GET', call.path)]
  if (call.does === 'read together') return call.paths.map((path) => endpoint('GET', path))
  return call.does === 'write' ? [endpoint(call.method, call.path)] : []
}

function endpoint(method: string, path: string): string {
  const [list, one, part] = path.split('?')[0]!.slice(1).split('/')
  return `${method} /api/v1/${list}${one === undefined ? '' : '/{id}'}${part === undefined ? '' : `/${part}`}`
}

test('calls of every endpoint are generated', async () => {
  const { paths } = await openApiDocument()
  const described = Object.entries(paths!).flatMap(([path, methods]) =>
    Object.keys(methods!).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const made = new Set(fc.sample(anyCall, { numRuns: 2_000, seed: 1 }).flatMap(endpoints))
  expect([...made, OF_NO_WORKSPACE].toSorted()).toEqual(described.toSorted())
})
