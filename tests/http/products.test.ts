import { expect, test } from 'vitest'
import { useService } from '../service.ts'

const service = useService()

test('a product that was sent can be read back, with its price', async () => {
  const { put, get } = await service.workspace()
  const sent = await put('/products', {
    products: [{ sku: 'DEN-1042', name: 'Azure plate', listPrice: 2550, unitLabel: 'each', brand: 'Denby' }],
  })
  expect(sent.status).toBe(200)
  expect(sent.body).toEqual({
    data: { created: 1, updated: 0, priceChanges: 0, priceChangeId: null, unknownCustomers: [] },
  })
  const list = await get('/products')
  expect(list.body).toMatchObject({ currency: 'GBP', nextOffset: null, data: [{ sku: 'DEN-1042' }] })
})
