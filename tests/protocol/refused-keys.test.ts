import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeKey, createKey, revokeKey } from '../../server/src/workspaces/keys.ts'
import { useService } from '../given/service.ts'
import { refusal } from '../given/given.ts'

const service = useService()

test('a refusal does not tell an unknown key from a revoked one, nor from one of a workspace that does not exist', async () => {
  const workspace = await service.workspace()
  const revoked = await createKey(workspace.context, { name: 'Old ERP', scope: 'write' })
  await revokeKey(workspace.context, revoked.id)
  const keys = {
    unknown: makeKey(workspace.id),
    revoked: revoked.key,
    'of no workspace': makeKey(randomUUIDv7()),
    'no key': 'hunter2',
  }
  for (const [method, path] of [
    ['GET', '/workspace'],
    ['GET', '/products?limit=0'],
    ['PUT', '/products'],
  ] as const) {
    const answers = []
    for (const key of Object.values(keys)) answers.push(told(await service.call(method, path, { key })))
    expect(answers[0]).toMatchObject(refusal(401, 'unauthorized').body)
    for (const answer of answers) expect(answer).toEqual(answers[0])
  }
})

/** All that an answer tells; the time and the request's own id, which differ with each, aside. */
function told({ status, headers, body }: Awaited<ReturnType<typeof service.call>>) {
  const passing = new Set(['date', 'x-request-id'])
  return { status, headers: [...headers].filter(([name]) => !passing.has(name)), ...body }
}

test('each 401 says how to send a key, and whether the one that was sent is not valid', async () => {
  const workspace = await service.workspace()
  const challengeOf = async (path: string, authorization?: string) => {
    const response = await fetch(service.url + path, { headers: authorization === undefined ? {} : { authorization } })
    expect(response.status).toBe(401)
    return response.headers.get('www-authenticate')
  }
  const plain = 'Bearer realm="Trade Catalogue"'
  const invalid = `${plain}, error="invalid_token"`
  for (const path of ['/api/v1/workspace', '/api/v1/products?limit=0', '/api/v1/prices?limit=nonsense']) {
    expect(await challengeOf(path)).toBe(plain)
    expect(await challengeOf(path, 'Basic aHVudGVyOjI=')).toBe(plain)
    expect(await challengeOf(path, 'Bearer')).toBe(plain)
    expect(await challengeOf(path, `Bearer ${makeKey(workspace.id)}`)).toBe(invalid)
    expect(await challengeOf(path, 'bearer hunter2')).toBe(invalid)
  }
  // No scheme for which a browser would ask for a password.
  expect(await challengeOf('/app-api/account/me')).toBe(plain)
})
