import { sql } from 'kysely'
import { deleteProduct } from '../../server/src/catalogue/product-writes.ts'
import { renameGroup } from '../../server/src/catalogue/groups/write-groups.ts'
import { updateProduct } from '../../server/src/catalogue/edit-product.ts'
import { deleteCustomer } from '../../server/src/customers/edit-customer.ts'
import { placeOrder } from '../../server/src/orders/place-order.ts'
import { setDiscount } from '../../server/src/pricing/terms/discounts.ts'
import { createKey, revokeKey } from '../../server/src/workspaces/keys.ts'
import { SAMPLE_WORKSPACE_ID } from '../../server/src/workspaces/workspaces.ts'
import { OPERATOR } from '../../server/src/ops/operations/operate.ts'
import type { TestService } from './service.ts'

/** The context of the sample, for its operator. */
export function sampleOf({ context }: TestService) {
  return { ...context, workspaceId: SAMPLE_WORKSPACE_ID, actor: OPERATOR }
}

/** Writes of all kinds to the sample of a service, each named. `key` answers a key that may write. */
export function changesOfSample(service: TestService, key: () => string) {
  const inSample = () => sampleOf(service)
  const rows = (table: 'product' | 'customer' | 'buyer' | 'brand') => rowsOf(service, table)
  const sku = async (n: number) => {
    const products = await rows('product')
    return products[n % products.length]!.sku as string
  }
  return {
    'sync products': async () => {
      const products = Array.from({ length: 50 }, (_, i) => ({
        sku: `NEW-${i}`,
        name: 'N',
        listPrice: i,
        unitLabel: 'each',
      }))
      await service.call('PUT', '/products', { key: key(), body: JSON.stringify({ products }) })
    },
    'delete a product': async (n: number) => void (await deleteProduct(inSample(), { sku: await sku(n) })),
    'hide a product': async (n: number) => void (await updateProduct(inSample(), { sku: await sku(n), active: false })),
    'delete a customer': async (n: number) => {
      // A restore gives nobody access back, so it would bring back the others as disabled.
      const signIn = (await rows('buyer')).filter(({ person_id }) => person_id !== null)
      const others = (await rows('customer')).filter(({ id }) => !signIn.some(({ customer_id }) => customer_id === id))
      await deleteCustomer(inSample(), { customer: others[n % 3]!.id as string })
    },
    'set a discount': async (n: number) => {
      const customer = (await rows('customer'))[n % 3]!.id as string
      await setDiscount(inSample(), { customer, on: { appliesTo: 'all' }, discountBp: 1 + n })
    },
    'rename a brand': async (n: number) => {
      const name = (await rows('brand'))[n % 5]!.name as string
      await renameGroup(inSample(), { grouping: 'brand', name, to: `${name} ${n}` })
    },
    'place an order': async (n: number) => {
      const customer = (await rows('customer')).find(({ active }) => active)!.id as string
      const { body } = await service.call('GET', `/products?customer=${customer}`, { key: key() })
      await placeOrder(inSample(), { customer, poNumber: 'PO-1', lines: [{ sku: body.data[n % 5].sku, qty: 1 + n }] })
    },
    'revoke another key': async () => {
      const other = await createKey(inSample(), { name: 'Other', scope: 'read' })
      await revokeKey(inSample(), other.id)
    },
  }
}

async function rowsOf({ context }: TestService, table: string): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select * from ${sql.table(table)} where workspace_id = ${SAMPLE_WORKSPACE_ID} order by id`.execute(context.db)
  return rows
}
