/** What a search finds when it is written in another way: `q` is that way. */
type Similar<Product> = { q: string; products: Product[] }

/** How many similar products are shown. */
export const SIMILAR = 8

/** Where products are found, a code or size may still mean others, which are written differently. */
const HAS_NUMBER = /\d/

/** Whether to ask for another way to write a search that found so many products. */
export function asksForSimilar(q: string, found: number): boolean {
  return q !== '' && (found === 0 || HAS_NUMBER.test(q))
}

type Suggest = () => Promise<string | null>
type Find<Product> = (q: string) => Promise<readonly Product[]>

/** What another way to write the search finds beside the products that are shown; null for nothing. */
export async function findSimilar<Product extends { id: string }>(
  shown: readonly Product[],
  q: string | null,
  find: Find<Product>,
): Promise<Similar<Product> | null> {
  if (q === null) return null
  const ids = new Set(shown.map(({ id }) => id))
  const products = (await find(q)).filter(({ id }) => !ids.has(id))
  return products.length === 0 ? null : { q, products }
}

/** What a search finds, and then what another way to write it finds, marked as similar. */
export async function withSimilar<Product extends { id: string }>(
  q: string,
  suggest: Suggest,
  find: Find<Product>,
): Promise<(Product & { isSimilar?: true })[]> {
  const isSure = asksForSimilar(q, 1)
  const [found, early] = await Promise.all([find(q), isSure ? suggest() : null])
  const other = !isSure && asksForSimilar(q, found.length) ? await suggest() : early
  const similar = await findSimilar(found, other, find)
  return [...found, ...(similar?.products ?? []).map((product) => ({ ...product, isSimilar: true as const }))]
}
