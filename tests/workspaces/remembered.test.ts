import { LRUCache } from 'lru-cache'
import { expect, onTestFinished, test, vi } from 'vitest'
import { observeStatements } from '../isolation/observe-statements.ts'
import { useService } from '../given/service.ts'
import { givenCustomer, idOf, items, refusal, send, sendItems, skus } from '../given/given.ts'

const service = useService()
const unknown = (i: number) => `customer=${String(i).padEnd(15_000, 'x')}`

test('of customers that there are not, nothing is remembered, however long they are named', async () => {
  const workspace = await service.workspace()
  await sendItems(workspace, 100)
  await givenCustomer(workspace, { accountCode: 'QUAY' })
  const ask = async (i: number) => {
    for (const query of ['', '&q=plate', '&offset=50', '&q=plate&offset=1100']) {
      expect(await workspace.get(`/products?${unknown(i)}${query}`)).toEqual(refusal(404, 'not_found'))
    }
  }
  // Statements are remembered, too: those are all known then.
  for (let i = 0; i < 3; i++) await ask(i)
  const remember = vi.spyOn(LRUCache.prototype, 'set')
  for (let i = 3; i < 20; i++) await ask(i)
  // How long the workspace's reads have taken is kept under its own name.
  expect(remember.mock.calls.filter(([key]) => key !== workspace.id)).toEqual([])
  remember.mockRestore()
})

test('a search within a brand does not teach the same search of everything', async () => {
  const workspace = await service.workspace()
  // Of the brand, the first that are found come behind more others than a search walks past; of all, they come first.
  const described = { description: 'varnished and lacquered' }
  const products = [
    ...items(60, (i) => ({ sku: `C-${i}`, name: `A ${i}`, ...described })),
    ...items(3_050, (i) => ({ sku: `B-${i}`, name: `B ${i}`, brand: 'Rare' })),
    ...items(2_050, (i) => ({ sku: `R-${i}`, name: `Z ${i}`, brand: 'Rare', ...described })),
  ]
  for (let from = 0; from < products.length; from += 100) await send(workspace, products.slice(from, from + 100))
  const brand = await idOf(workspace, 'brands', 'Rare')

  let statements: string[] = []
  onTestFinished(observeStatements((statement) => void statements.push(statement)))
  const statementsOf = async (query: string) => {
    statements = []
    expect(await skus(workspace, query)).toHaveLength(50)
    return statements.filter((statement) => statement.includes('tier_0'))
  }
  const within = await statementsOf(`q=varnished&brand=${brand}`)
  // Neither attempt suffices: all matches are put in order, in slices.
  expect(within).toHaveLength(2)
  expect(await statementsOf('q=varnished')).toEqual(await statementsOf('q=lacquered'))
  // The next time, each starts with what sufficed.
  expect(await statementsOf(`q=varnished&brand=${brand}&again=1`)).toHaveLength(0)
})
