import type { TestWorkspace } from './service.ts'

/** Every product of a workspace, or those that a search finds, page by page. */
export async function allProducts({ get }: Pick<TestWorkspace, 'get'>, q = ''): Promise<any[]> {
  const products = []
  for (let offset: number | null = 0; offset !== null;) {
    const { body } = await get(`/products?offset=${offset}&q=${encodeURIComponent(q)}`)
    products.push(...body.data)
    offset = body.nextOffset
  }
  return products
}

/** The drafts of a workspace, each with its new prices (minor units) by SKU. */
export async function drafts({
  context,
}: Pick<TestWorkspace, 'context'>): Promise<Record<string, Record<string, number>>> {
  const lines = await context.db
    .selectFrom('price_change as change')
    .innerJoin('price_change_line as line', (join) =>
      join.onRef('line.workspace_id', '=', 'change.workspace_id').onRef('line.price_change_id', '=', 'change.id'),
    )
    .innerJoin('product', (join) =>
      join.onRef('product.workspace_id', '=', 'line.workspace_id').onRef('product.id', '=', 'line.product_id'),
    )
    .where('change.workspace_id', '=', context.workspaceId)
    .select(['change.id', 'product.sku', 'line.new_price'])
    .execute()
  const byDraft: Record<string, Record<string, number>> = {}
  for (const { id, sku, new_price } of lines) (byDraft[id] ??= {})[sku] = Number(new_price)
  return byDraft
}

/** Products without what no two workspaces share: ids, times, and the order of those with one name. */
export function comparable(products: readonly Record<string, any>[]) {
  return products
    .map((product) => ({
      ...product,
      id: null,
      brandId: product['brandId'] && true,
      categoryId: product['categoryId'] && true,
      createdAt: null,
      updatedAt: null,
    }))
    .toSorted((a: Record<string, any>, b) => (a['sku'] < (b as Record<string, any>)['sku'] ? -1 : 1))
}
