import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runOperation } from '../../server/src/ops/all-operations.ts'
import { byDepth } from '../given/depth.ts'
import { useService } from '../given/service.ts'
import type { TestWorkspace } from '../given/service.ts'
import { done, expectDone, item, send } from '../given/given.ts'

const service = useService()

const PRODUCTS = 12
const CUSTOMERS = 3
/** Whose a product is that every customer sees; another one is of the customer of that number. */
const EVERYONE = -1

type Shop = { workspace: TestWorkspace; owners: readonly number[]; second: boolean; ids: string[] }
type Read = {
  second: boolean
  customer: number | null
  limit: number
  offset: number
  as: 'page' | 'product' | 'search'
}

const code = (customer: number) => `C${customer}`
const sku = (product: number) => `P-${String(product).padStart(2, '0')}`

/** What a customer pays for a product: nobody else pays that for anything. */
function unit({ second }: Pick<Shop, 'second'>, customer: number | null, product: number): number {
  return (second ? 100_000 : 0) + 1_000 * ((customer ?? CUSTOMERS) + 1) + product
}

/** A product that everyone sees or one customer does. In the second workspace their names are in the opposite order. */
function product({ second, owners }: Pick<Shop, 'second' | 'owners'>, i: number, description = 'As it was') {
  const onlyFor = owners[i] === EVERYONE ? {} : { onlyFor: [code(owners[i]!)] }
  const name = `Plate ${sku(second ? PRODUCTS - 1 - i : i)}`
  return item({ sku: sku(i), name, listPrice: unit({ second }, null, i), description, ...onlyFor })
}

/** The same products and customers in every workspace, written in as many calls, and a price for each of them. */
async function shop(owners: readonly number[], second: boolean): Promise<Shop> {
  const workspace = await service.workspace()
  const customers = Array.from({ length: CUSTOMERS }, (_, i) => ({ accountCode: code(i), name: code(i) }))
  expectDone(await workspace.put('/customers', { customers }))
  await send(
    workspace,
    owners.map((_, i) => product({ second, owners }, i)),
  )
  for (const [i] of owners.entries()) {
    for (const [number, { accountCode: customer }] of customers.entries()) {
      const price = { customer, sku: sku(i), unit: String(unit({ second }, number, i)) }
      await runOperation(service.context, 'agreed-price set', { workspaceId: workspace.id, ...price })
    }
  }
  const { data } = (await workspace.get('/products')).body
  const ids = data.toSorted((a: any, b: any) => (a.sku < b.sku ? -1 : 1)).map(({ id }: { id: string }) => id)
  return { workspace, owners, second, ids }
}

const owner = fc.constantFrom(EVERYONE, EVERYONE, 0, 1)
const read: fc.Arbitrary<Read> = fc.record({
  second: fc.boolean(),
  customer: fc.option(fc.nat(CUSTOMERS - 1)),
  limit: fc.integer({ min: 1, max: 5 }),
  offset: fc.nat(PRODUCTS),
  as: fc.constantFrom('page', 'page', 'page', 'search', 'product'),
})

test('nobody is given the answer of another customer or workspace, however many ask at once while products are written', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(owner, { minLength: PRODUCTS, maxLength: PRODUCTS }),
      fc.array(fc.array(read, { minLength: 10, maxLength: 40, size: 'max' }), { minLength: 3, maxLength: 6 }),
      async (owners, rounds) => {
        const shops = [await shop(owners, false), await shop(owners, true)]
        for (const [round, reads] of rounds.entries()) {
          const write = (shop: Shop) => send(shop.workspace, [product(shop, 0, `Round ${round}`)])
          const ask = () => Promise.all(reads.map((read) => expectOwnAnswer(shops[read.second ? 1 : 0]!, read)))
          // At once and in turn: computed, kept and given again, with a write among them.
          await Promise.all([...shops.map(write), ask(), ask().then(ask)])
        }
      },
    ),
    { numRuns: byDepth({ quick: 1, deep: 2 }), endOnFailure: true },
  )
})

async function expectOwnAnswer(shop: Shop, { customer, limit, offset, as }: Read): Promise<void> {
  const { workspace, owners, second, ids } = shop
  const seen = owners.flatMap((owner, i) => (customer === null || [EVERYONE, customer].includes(owner) ? [i] : []))
  const query = customer === null ? '' : `&customer=${code(customer)}`
  if (as === 'product') {
    const i = offset % PRODUCTS
    const { status, body } = await workspace.get(`/products/${ids[i]}?${query.slice(1)}`)
    expect([status, body.data?.price.unit]).toEqual(
      seen.includes(i) ? [200, unit(shop, customer, i)] : [404, undefined],
    )
    return
  }
  const q = as === 'search' ? '&q=plate' : ''
  const answer = await done(workspace.get(`/products?limit=${limit}&offset=${offset}${q}${query}`))
  const inOrder = second ? seen.toReversed() : seen
  expect(answer.map((shown: any) => [shown.sku, shown.price.unit])).toEqual(
    inOrder.slice(offset, offset + limit).map((i) => [sku(i), unit(shop, customer, i)]),
  )
}
