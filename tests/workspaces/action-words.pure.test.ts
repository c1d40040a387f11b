import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ACTIONS, KINDS, VERBS } from '../../web/src/console/activity/action-words.ts'

const folder = fileURLToPath(new URL('../../server/src/', import.meta.url))
const sources = globSync(`${folder}**/*.ts`).map((file) => readFileSync(file, 'utf8'))

function found(pattern: RegExp): string[] {
  return sources.flatMap((source) => [...source.matchAll(pattern)].map(([, word]) => word!))
}

test('each action that the service records has words on the pages', () => {
  // `customer.name` and `promise.id` are columns.
  const verbs = found(
    new RegExp(`['"\`](?:member|${Object.keys(KINDS).join('|')})\\.(?!name|id|customer_id)([a-z][a-z_-]+)['"\`]`, 'g'),
  )
  expect(new Set(verbs).size).toBeGreaterThan(30)
  expect([...new Set(verbs)].filter((verb) => !(verb in VERBS))).toEqual([])
  for (const { value } of ACTIONS) expect(VERBS).toHaveProperty(value.split('.')[1]!)
})

test('each kind of thing that the service records a change of has words on the pages', () => {
  const kinds = found(/subject: \{\s*type: '(\w+)'/g)
  expect(new Set(kinds).size).toBeGreaterThan(10)
  expect([...new Set(kinds)].filter((kind) => !(kind in KINDS))).toEqual([])
})
