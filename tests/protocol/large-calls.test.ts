import { expect, test } from 'vitest'
import { callAppApi } from '../given/app-api-calls.ts'
import { item, refusal, send } from '../given/given.ts'
import { givenMember } from '../given/member.ts'
import { useService } from '../given/service.ts'

// Calls as large, and requests as many, as there may be, and more.
const service = useService({ rateLimit: 120 })

const letters = (length: number, seed: number) =>
  Array.from({ length }, (_, i) => (i % 40 === 39 ? ' ' : String.fromCodePoint(0x1f300 + ((i + seed) % 97)))).join('')
const full = (length: number, seed: number) => `${letters(length - 1, seed)}\u{1f600}`

const MAX = { description: 4_000, leadTimeNote: 200, brand: 120, category: 120, manufacturerRef: 120 }

function largest(i: number) {
  const texts = Object.fromEntries(Object.entries(MAX).map(([name, length]) => [name, full(length, i)]))
  return {
    ...texts,
    sku: full(61, i) + String(i).padStart(3, '0'),
    name: full(200, i),
    listPrice: 1_000_000_000,
    unitLabel: full(60, i),
    availability: 'made_to_order',
    imageUrl: `https://images.example/${'x'.repeat(2_000)}`,
    details: Object.fromEntries(Array.from({ length: 30 }, (_, k) => [full(58, k) + (10 + k), full(500, k)])),
    onlyFor: Array.from({ length: 200 }, (_, k) => full(60, k) + k),
  }
}

test('a hundred rows with every field full are taken, of four bytes a character', async () => {
  const workspace = await service.workspace()
  const result = await send(
    workspace,
    Array.from({ length: 100 }, (_, i) => largest(i)),
  )
  expect(result).toMatchObject({ created: 100 })
  expect(result.unknownCustomers).toHaveLength(50)
  const { body } = await workspace.get('/products?limit=1')
  expect(body.data[0]).toMatchObject({ description: expect.stringMatching(/^.{4000}$/u) })
})

test('a body of more than 16 MB is refused: fewer rows are to be sent', async () => {
  const workspace = await service.workspace()
  const body = JSON.stringify({ products: [item()], padding: 'x'.repeat(16 * 1024 * 1024) })
  const answer = await service.call('PUT', '/products', {
    key: workspace.key,
    body,
    headers: { 'content-type': 'application/json' },
  })
  expect(answer).toEqual(refusal(413, 'payload_too_large'))
  expect((await workspace.get('/products')).body.data).toEqual([])
})

test('a call of a great many bad rows, entries or details is refused in a few words', async () => {
  const { put } = await service.workspace()
  const many = Array.from({ length: 500_000 }, () => 0)
  const details = Object.fromEntries(many.map((_, i) => [`n${i}`, 0]))
  const calls = [{ products: many }, { products: [item({ onlyFor: many })] }, { products: [item({ details })] }]
  for (const call of calls) {
    const answer = await put('/products', call)
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body).length).toBeLessThan(500)
  }
})

test('a session makes 600 requests in a minute, to all pages together, and others as many', async () => {
  const workspace = await service.workspace()
  const [busy, other] = [
    await givenMember(service, workspace, 'manager'),
    await givenMember(service, workspace, 'manager'),
  ]
  const statuses: number[] = []
  for (let i = 0; i < 20; i++) {
    const answers = await Promise.all(Array.from({ length: 30 }, () => busy.get('/workspace')))
    statuses.push(...answers.map(({ status }) => status))
  }
  expect(statuses).toEqual(statuses.map(() => 200))
  expect(await busy.get('/workspace')).toEqual(refusal(429, 'rate_limited'))
  expect((await callAppApi(service, busy.token, 'GET', '/account/me')).status).toBe(429)
  expect((await other.get('/workspace')).status).toBe(200)
})

test('an address without a session makes 600 requests in a minute', async () => {
  const answers = await Promise.all(
    Array.from({ length: 601 }, () => callAppApi(service, undefined, 'GET', '/account/me')),
  )
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
})
