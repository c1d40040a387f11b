import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { invalidFields, read } from '../given/given.ts'
import { shopInTime } from '../given/price-steps.ts'

const service = useService()

const minutes = (count: number) => new Date(service.time.now.getTime() + count * 60_000)
const at = (time: Date) => `at=${encodeURIComponent(time.toISOString())}`

test('terms are not guessed for a time from which they are not kept; list prices are known', async () => {
  const workspace = await shopInTime(service)
  await workspace.context.db
    .updateTable('workspace')
    .set({ created_at: service.time.now })
    .where('id', '=', workspace.id)
    .execute()
  const early = minutes(-1)
  for (const path of ['/products?customer=QUAY', '/prices?customer=QUAY&sku=A-1']) {
    const answer = await workspace.get(`${path}&${at(early)}`)
    expect(invalidFields(answer)).toEqual(['at'])
    expect(answer.body.error.message).toContain(service.time.now.toISOString())
  }
  expect((await workspace.get(`/products?${at(early)}`)).status).toBe(200)
})

test('a time more than two years ahead is refused', async () => {
  const workspace = await shopInTime(service)
  const id = (await read(workspace, 'A-1')).id
  for (const path of ['/products?', '/prices?customer=QUAY&sku=A-1&', `/products/${id}?`]) {
    expect(invalidFields(await workspace.get(`${path}at=2028-03-03T00:00:00Z`))).toEqual(['at'])
  }
})

test('what is no time, or before all prices, is refused', async () => {
  const workspace = await shopInTime(service)
  for (const time of ['tomorrow', '2027-01-05', '1970-01-01T00:00:00Z']) {
    expect(invalidFields(await workspace.get(`/prices?customer=QUAY&sku=A-1&at=${time}`))).toEqual(['at'])
  }
})
