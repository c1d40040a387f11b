import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeKey } from '../../server/src/workspaces/key-secret.ts'
import { createKey, revokeKey } from '../../server/src/workspaces/keys.ts'
import { useService } from '../service.ts'
import { refusal } from './given.ts'

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
