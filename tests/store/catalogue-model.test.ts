import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byDepth } from '../depth.ts'
import { useService } from '../service.ts'
import type { TestWorkspace } from '../service.ts'

const service = useService()

/** What a caller may send of a product, over few SKUs, so that calls meet the same ones. */
const sent = fc.record(
  {
    sku: fc.constantFrom('A', 'a', 'B', 'C', 'Ä', 'ä'),
    name: fc.constantFrom('Plate', 'Bowl', 'Jug'),
    listPrice: fc.integer({ min: 0, max: 3 }),
    unitLabel: fc.constantFrom('each', 'box'),
    brand: fc.constantFrom('Hollin', 'HOLLIN', 'Wexcombe', ' '),
    description: fc.constantFrom('Fine', 'Finer'),
    availability: fc.constantFrom('in_stock', 'made_to_order'),
    leadTimeNote: fc.constantFrom('1 week', '2 weeks'),
    details: fc.dictionary(fc.constantFrom('Colour', 'Size'), fc.constantFrom('red', '')),
  },
  { requiredKeys: ['sku', 'name', 'listPrice', 'unitLabel'] },
)
type Sent = typeof sent extends fc.Arbitrary<infer T> ? T : never

const call = fc.uniqueArray(sent, { minLength: 1, maxLength: 4, selector: (product) => product.sku.toLowerCase() })

/** A catalogue as the contract describes it, kept in a map. */
class Model {
  readonly products = new Map<string, Record<string, unknown>>()
  readonly #brands = new Map<string, string>()

  put(products: Sent[]) {
    for (const { brand } of products) {
      const name = brand?.trim()
      if (name && !this.#brands.has(name.toLowerCase())) this.#brands.set(name.toLowerCase(), name)
    }
    const known = products.filter(({ sku }) => this.products.has(sku.toLowerCase()))
    const repriced = known.filter(({ sku, listPrice }) => this.products.get(sku.toLowerCase())!['list'] !== listPrice)
    for (const product of products) {
      const key = product.sku.toLowerCase()
      const before = this.products.get(key)
      this.products.set(key, {
        sku: before?.['sku'] ?? product.sku,
        name: product.name,
        unitLabel: product.unitLabel,
        list: before?.['list'] ?? product.listPrice,
        brand: this.#brands.get(product.brand?.trim().toLowerCase() ?? '') ?? null,
        description: product.description ?? null,
        availability: product.availability ?? before?.['availability'] ?? 'not_tracked',
        leadTimeNote: product.leadTimeNote ?? before?.['leadTimeNote'] ?? null,
        details: product.details ?? before?.['details'] ?? {},
      })
    }
    return { created: products.length - known.length, updated: known.length, priceChanges: repriced.length }
  }
}

async function catalogue({ get }: TestWorkspace) {
  const brands = new Map<string, string>(
    (await get('/brands')).body.data.map(({ id, name }: { id: string; name: string }) => [id, name]),
  )
  return (await get('/products')).body.data.map((product: any) => ({
    sku: product.sku,
    name: product.name,
    unitLabel: product.unitLabel,
    list: product.price.list,
    brand: brands.get(product.brandId) ?? null,
    description: product.description,
    availability: product.availability,
    leadTimeNote: product.leadTimeNote,
    details: product.details,
  }))
}

const bySku = (a: any, b: any) => (a.sku < b.sku ? -1 : 1)

test('after any sequence of calls the catalogue is what a simple model of it says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 6 }), async (calls) => {
      const workspace = await service.workspace()
      const model = new Model()
      for (const products of calls) {
        const { body } = await workspace.put('/products', { products })
        expect(body.data).toMatchObject(model.put(products))
      }
      expect((await catalogue(workspace)).toSorted(bySku)).toEqual([...model.products.values()].toSorted(bySku))
    }),
    { numRuns: byDepth({ quick: 20, deep: 60 }) },
  )
})
