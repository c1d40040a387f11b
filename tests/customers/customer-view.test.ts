import { randomUUIDv7 } from 'node:crypto'
import { expect, test } from 'vitest'
import { useService } from '../given/service.ts'
import { alter, refusal, givenCustomer, item, send, skus } from '../given/given.ts'

const service = useService()

async function shop() {
  const workspace = await service.workspace()
  await givenCustomer(workspace, { accountCode: 'QUAY' })
  await givenCustomer(workspace, { accountCode: 'PIER' })
  await send(workspace, [
    item({ sku: 'ALL' }),
    item({ sku: 'GONE' }),
    item({ sku: 'PIER-ONLY', onlyFor: ['PIER'] }),
    item({ sku: 'BOTH', onlyFor: ['PIER', 'QUAY'] }),
    item({ sku: 'NOBODY', onlyFor: [] }),
    item({ sku: 'GONE-QUAY', onlyFor: ['QUAY'] }),
  ])
  await alter(workspace, 'GONE', { active: false })
  await alter(workspace, 'GONE-QUAY', { active: false })
  return workspace
}

test('what a customer sees is what is active, and open to all or to this customer', async () => {
  const workspace = await shop()
  expect((await skus(workspace, 'customer=QUAY')).toSorted()).toEqual(['ALL', 'BOTH'])
  expect((await skus(workspace, 'customer=PIER')).toSorted()).toEqual(['ALL', 'BOTH', 'PIER-ONLY'])
  expect((await skus(workspace, 'customer=QUAY&active=true')).toSorted()).toEqual(['ALL', 'BOTH'])
  expect(await skus(workspace, 'customer=QUAY&active=false')).toEqual([])
  // The key itself sees all.
  expect(await skus(workspace, '')).toHaveLength(6)
  expect((await skus(workspace, 'active=false')).toSorted()).toEqual(['GONE', 'GONE-QUAY'])
})

test('what a customer sees pages like any list', async () => {
  const workspace = await shop()
  const { body } = await workspace.get('/products?customer=QUAY&limit=2')
  expect(body).toMatchObject({ nextOffset: 2 })
  expect((await workspace.get('/products?customer=QUAY&limit=2&offset=2')).body).toMatchObject({
    data: [],
    nextOffset: null,
  })
})

test('a customer that does not exist is not found, and the message names what was asked for', async () => {
  const workspace = await shop()
  for (const customer of ['NO-SUCH-CODE', randomUUIDv7()]) {
    const answer = await workspace.get(`/products?customer=${customer}`)
    expect(answer).toEqual(refusal(404, 'not_found'))
    expect(answer.body.error.message).toContain(customer)
  }
})

test('a customer whose account code looks like an id is found by it', async () => {
  const workspace = await service.workspace()
  const code = randomUUIDv7().toUpperCase()
  await givenCustomer(workspace, { accountCode: code })
  expect((await workspace.get(`/products?customer=${code.toLowerCase()}`)).status).toBe(200)
})
