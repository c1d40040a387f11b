import { expect, test } from 'vitest'
import { givenSignedInBuyer } from '../given/buyer.ts'
import { expectDone, items } from '../given/given.ts'
import { orderingShop } from '../given/order.ts'
import { observeStatements } from '../isolation/observe-statements.ts'
import type { Answer } from '../given/service.ts'
import { useOwnService } from '../given/service.ts'

const service = useOwnService()

/** The statements of an act, but those of its admission, which are of many requests together. */
async function statementsOf(act: () => Promise<Answer>): Promise<string[]> {
  const statements: string[] = []
  const stop = observeStatements((statement) => statements.push(statement))
  const answer = await act()
  stop()
  expectDone(answer)
  return statements.filter(
    (statement) => !/rate_limit_window|set last_used_at|as asked\(slug|k\.last_used_at/.test(statement),
  )
}

test('a basket is ordered, and mailed, in at most 20 statements', async () => {
  const { workspace, customerId } = await orderingShop(service)
  const buyer = await givenSignedInBuyer(service, workspace, customerId)
  const lines = ['PLATE', 'BOWL'].map((sku) => ({ sku, qty: 1 }))
  expectDone(await buyer.post('/basket/lines', { lines }))
  const { token, lines: kept } = (await buyer.get('/basket')).body.data
  const seen = kept.map(({ productId, qty, price }: any) => ({ productId, qty, unit: price.unit }))
  const statements = await statementsOf(() => buyer.post('/basket/order', { token, lines: seen }))
  expect(statements.some((statement) => statement.includes('insert into mail'))).toBe(true)
  expect(statements.slice(20)).toEqual([])
})

test('a hundred products are put in fewer than 12 statements', async () => {
  const workspace = await service.workspace()
  for (const listPrice of [1000, 1100]) {
    const products = items(100, (i) => ({ sku: `S-${i}`, listPrice: listPrice + i }))
    const statements = await statementsOf(() => workspace.put('/products', { products }))
    expect(statements.slice(11)).toEqual([])
  }
})
