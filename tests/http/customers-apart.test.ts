import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runOperation } from '../../server/src/operator/run-operation.ts'
import { useService } from '../service.ts'
import type { TestWorkspace } from '../service.ts'
import { expectDone, item, send } from './given.ts'

const service = useService()

const PRODUCTS = 16
const CUSTOMERS = 4
/** What no customer is given a product by: it is everyone's, or of the customer of that number. */
const EVERYONE = -1

type Read = { customer: number | null; limit: number; offset: number; as: 'page' | 'product' | 'search' }

const code = (customer: number) => `C${customer}`
const sku = (product: number) => `P-${String(product).padStart(2, '0')}`
/** What a customer pays for a product: nobody else pays that for anything. */
const unit = (customer: number | null, product: number) => 1_000 * ((customer ?? CUSTOMERS) + 1) + product

/** Products that everyone sees or one customer does, and a price of its own for each customer and product. */
async function shop(owners: readonly number[]): Promise<{ workspace: TestWorkspace; ids: string[] }> {
  const workspace = await service.workspace()
  const customers = Array.from({ length: CUSTOMERS }, (_, i) => ({ accountCode: code(i), name: code(i) }))
  expectDone(await workspace.put('/customers', { customers }))
  await send(
    workspace,
    owners.map((owner, i) => product(owner, i)),
  )
  for (const [i] of owners.entries()) {
    for (const { accountCode: customer } of customers) {
      const price = { customer, sku: sku(i), unit: String(unit(Number(customer.slice(1)), i)) }
      await runOperation(service.context, 'agreed-price set', { workspaceId: workspace.id, ...price })
    }
  }
  const answer = await workspace.get('/products')
  return { workspace, ids: answer.body.data.map(({ id }: { id: string }) => id) }
}

function product(owner: number, i: number, description = 'As it was') {
  const onlyFor = owner === EVERYONE ? {} : { onlyFor: [code(owner)] }
  return item({ sku: sku(i), name: `Plate ${sku(i)}`, listPrice: unit(null, i), description, ...onlyFor })
}

const owner = fc.constantFrom(EVERYONE, EVERYONE, 0, 1, 2)
const read: fc.Arbitrary<Read> = fc.record({
  customer: fc.option(fc.nat(CUSTOMERS - 1)),
  limit: fc.integer({ min: 1, max: 9 }),
  offset: fc.nat(PRODUCTS),
  as: fc.constantFrom('page', 'page', 'page', 'search', 'product'),
})

test('one customer is never given the answer of another, however many ask at once while products are written', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(owner, { minLength: PRODUCTS, maxLength: PRODUCTS }),
      fc.array(fc.array(read, { minLength: 10, maxLength: 40, size: 'max' }), { minLength: 3, maxLength: 6 }),
      async (owners, rounds) => {
        const { workspace, ids } = await shop(owners)
        for (const [round, reads] of rounds.entries()) {
          // Asked three times at once and twice in turn: computed, kept and given again, with a write among them.
          const write = send(workspace, [product(owners[0]!, 0, `Round ${round}`)])
          const ask = () => Promise.all(reads.map((read) => expectOwnAnswer(workspace, ids, owners, read)))
          await Promise.all([write, ask(), ask(), ask().then(ask)])
        }
      },
    ),
    { numRuns: 3, endOnFailure: true },
  )
})

async function expectOwnAnswer(workspace: TestWorkspace, ids: string[], owners: readonly number[], read: Read) {
  const { customer, limit, offset, as } = read
  const seen = owners.flatMap((owner, i) => (customer === null || [EVERYONE, customer].includes(owner) ? [i] : []))
  const query = customer === null ? '' : `&customer=${code(customer)}`
  if (as === 'product') {
    const { status, body } = await workspace.get(`/products/${ids[offset % PRODUCTS]}?${query.slice(1)}`)
    expect([status, body.data?.price.unit]).toEqual(
      seen.includes(offset % PRODUCTS) ? [200, unit(customer, offset % PRODUCTS)] : [404, undefined],
    )
    return
  }
  const q = as === 'search' ? '&q=plate' : ''
  const answer = await workspace.get(`/products?limit=${limit}&offset=${offset}${q}${query}`)
  expectDone(answer)
  expect(answer.body.data.map((shown: any) => [shown.sku, shown.price.unit])).toEqual(
    seen.slice(offset, offset + limit).map((i) => [sku(i), unit(customer, i)]),
  )
}
