import type { TestService } from '../service.ts'
import { newDraft } from './given-draft.ts'
import { importingStaff } from './given-import.ts'
import { done, find, givenAgreedPrice, givenDiscount, givenPriceGroup, idOf, item, send } from './given.ts'
import { pageOf } from './priced-pages.ts'

export const SKUS = ['A-1', 'B-2', 'C-3']
export const CODES = ['QUAY', 'MILL', 'FARM']
export const GROUPS = ['Gold', 'Silver']
export const BRANDS = ['Denby', 'Hollin', 'Lime']

/** Products of two brands, customers, and price groups whose terms move prices. */
export async function shopToUndo(on: TestService) {
  const { workspace, staff, upload, act } = await importingStaff(on)
  await send(
    workspace,
    SKUS.map((sku, i) => item({ sku, name: sku, brand: BRANDS[i % 2], listPrice: 1_000 + i })),
  )
  for (const [i, name] of GROUPS.entries()) {
    const group = await givenPriceGroup(workspace, { name })
    await givenDiscount(workspace, { group }, 500 + 700 * i, { brandId: await idOf(workspace, 'brands', BRANDS[i]!) })
    await givenAgreedPrice(workspace, { group }, 'C-3', { unit: 800 + i })
  }
  await workspace.put('/customers', {
    customers: CODES.map((accountCode, i) => ({ accountCode, name: accountCode, group: GROUPS[i] ?? null })),
  })
  const customers: { id: string; accountCode: string }[] = await done(workspace.get('/customers'))
  const idOfCustomer = (code: string) => customers.find(({ accountCode }) => accountCode === code)!.id
  const products = await Promise.all(SKUS.map(async (sku): Promise<string> => (await find(workspace, sku)).id))

  const draft = await newDraft(staff)

  /** Products, customers, their terms and the lines of the draft, by their ids. */
  const records = async () => {
    const { db } = workspace.context
    const listed = await done(workspace.get('/products?limit=50'))
    const access = await db
      .selectFrom('product_access')
      .select(['product_id', 'customer_id'])
      .where('workspace_id', '=', workspace.id)
      .orderBy('customer_id')
      .execute()
    const agreed = await db
      .selectFrom('agreed_price')
      .select(['id', 'unit', 'min_qty', 'starts_at', 'ends_at'])
      .where('workspace_id', '=', workspace.id)
      .execute()
    const discounts = await db
      .selectFrom('discount_rule')
      .select(['id', 'discount_bp', 'brand_id'])
      .where('workspace_id', '=', workspace.id)
      .execute()
    const lines = await db
      .selectFrom('price_change_line')
      .select(['product_id', 'new_price'])
      .where('workspace_id', '=', workspace.id)
      .where('price_change_id', '=', draft)
      .execute()
    return new Map<string, unknown>([
      ...lines.map(({ product_id, new_price }) => [`line of ${product_id}`, new_price] as const),
      ...listed.map(({ id, brandId, categoryId, minOrderQty }: any) => {
        const seenBy = access.filter(({ product_id }) => product_id === id).map(({ customer_id }) => customer_id)
        return [id, { brandId, categoryId, minOrderQty, seenBy }] as const
      }),
      ...(await done(workspace.get('/customers?limit=50'))).map(
        ({ id, name, group, paymentTermsDays, active }: any) =>
          [id, { name, group, paymentTermsDays, active }] as const,
      ),
      ...agreed.map(({ id, ...terms }) => [id, terms] as const),
      ...discounts.map(({ id, ...terms }) => [id, terms] as const),
    ])
  }
  const pages = async () => {
    const there = await done(workspace.get('/customers?limit=50'))
    return new Map<string, Awaited<ReturnType<typeof pageOf>>>(
      await Promise.all(there.map(async ({ id }: { id: string }) => [id, await pageOf(workspace, id)] as const)),
    )
  }
  /** The ids of records that were changed away and back, oldest first. */
  const meant: string[] = []
  return { workspace, staff, upload, act, records, pages, products, idOfCustomer, draft, meant }
}

export type Shop = Awaited<ReturnType<typeof shopToUndo>>
