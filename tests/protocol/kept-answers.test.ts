import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../server/src/app.ts'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { givenAgreedPrice, givenCustomer, item, send } from '../given/given.ts'

const service = useService()
let other: Awaited<ReturnType<typeof buildApp>>

beforeAll(async () => {
  other = await buildApp(service.context, { rateLimit: 1_000_000, logLevel: 'error', tls: undefined })
})
afterAll(() => other.close())

/** The answer of the first process and of another one, asked often enough for both to know it by heart. */
async function ask({ get, key }: TestWorkspace, path: string): Promise<unknown[]> {
  const answers = []
  for (let i = 0; i < 4; i++) {
    answers.push((await get(path)).body)
    const response = await other.inject({ url: `/api/v1${path}`, headers: { authorization: `Bearer ${key}` } })
    answers.push(response.json())
  }
  for (const answer of answers) expect(answer).toEqual(answers[0])
  return answers
}

test('an answer that was given before is given again, until something is written, in every process', async () => {
  const workspace = await service.workspace()
  for (const name of ['First', 'Second', 'Third']) {
    await send(workspace, [item({ name })])
    for (const path of ['/products', '/products?q=den-1042']) {
      expect(await ask(workspace, path)).toContainEqual(
        expect.objectContaining({ data: [expect.objectContaining({ name })] }),
      )
    }
  }
})

/** An answer with one product, at that price. */
function price(unit: number) {
  return expect.objectContaining({ data: [expect.objectContaining({ price: expect.objectContaining({ unit }) })] })
}

test('an answer that was given before is not given once time has changed a price', async () => {
  const workspace = await service.workspace()
  await send(workspace, [item()])
  const customer = await givenCustomer(workspace, { accountCode: 'QUAY' })
  const startsAt = new Date(service.time.now.getTime() + 60_000)
  await givenAgreedPrice(workspace, customer, 'DEN-1042', { unit: 5, startsAt: startsAt.toISOString() })
  expect(await ask(workspace, '/products?customer=QUAY')).toContainEqual(price(2550))
  service.time.now = startsAt
  expect(await ask(workspace, '/products?customer=QUAY')).toContainEqual(price(5))
})

test('an answer is given in its own workspace only, and with its own count', async () => {
  const [mine, yours] = [await service.workspace(), await service.workspace()]
  await send(mine, [item({ name: 'Mine' })])
  await send(yours, [item({ name: 'Yours' })])
  for (let i = 0; i < 4; i++) {
    const answers = [await mine.get('/products'), await yours.get('/products')]
    expect(answers.map(({ body }) => body.data[0].name)).toEqual(['Mine', 'Yours'])
  }
  const left = []
  for (let i = 0; i < 3; i++)
    left.push(Number(/r=(\d+)/.exec((await mine.get('/products')).headers.get('ratelimit')!)![1]))
  expect(left).toEqual([left[0], left[0]! - 1, left[0]! - 2])
})

test('requests of several keys that come at the same time are each counted once', async () => {
  const workspaces = [await service.workspace(), await service.workspace()]
  const left = await Promise.all(
    Array.from({ length: 60 }, async (_, i) => {
      const { headers } = await workspaces[i % 2]!.get(`/brands?n=${i}`)
      return Number(/r=(\d+)/.exec(headers.get('ratelimit')!)![1])
    }),
  )
  for (const remainder of [0, 1]) {
    const ofKey = left.filter((_, i) => i % 2 === remainder).toSorted((a, b) => b - a)
    expect(ofKey).toEqual(Array.from({ length: 30 }, (_, i) => 999_999 - i))
  }
})
