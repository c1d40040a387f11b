import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { rowset } from '../database/rowset.ts'
import { quoted } from '../errors.ts'
import { matchingKey } from '../lib/matching-key.ts'
import { readPictureName } from './picture-name.ts'
import type { PictureName } from './picture-name.ts'
import { bareCode, bareColumn } from './search/bare-code.ts'
import { shownPictures } from './shown-images.ts'
import type { ShownImage } from './shown-images.ts'

/** Names of one statement. */
const SLICE = 250

type Product = { id: string; sku: string; name: string }

/** What the name of a file means. */
export type MatchedPicture = {
  fileName: string
  /** Null where it names none. */
  product: Product | null
  /** From 1. */
  place: number
  /** The picture that is there now. */
  replaces: ShownImage | null
  /** Why the file cannot be taken. */
  problem: string | null
}

type Found = Product & { n: number; isExact: boolean; isNumbered: boolean }

/**
 * Matches files with products by their names: SKUs, ignoring case and, where that is unique, separators and leading
 * zeros. One entry for each name.
 */
export async function matchPictures(
  context: WorkspaceContext,
  fileNames: readonly string[],
): Promise<MatchedPicture[]> {
  const names = fileNames.map(readPictureName)
  const found: Found[] = []
  for (let from = 0; from < names.length; from += SLICE) {
    found.push(...(await findSlice(context, names.slice(from, from + SLICE), from)))
  }
  const byName = Map.groupBy(found, ({ n }) => n)
  const meant = names.map((name, n) => meaningOf(name, byName.get(n) ?? []))
  const pictures = await shownPictures(context, [...new Set(meant.flatMap(({ product }) => product?.id ?? []))])
  const taken = new Map<string, string>()
  return meant.map(({ product, place, problem }, n) => {
    const fileName = fileNames[n]!
    if (!product) return { fileName, product, place, replaces: null, problem }
    const other = taken.get(`${product.id} ${place}`)
    taken.set(`${product.id} ${place}`, other ?? fileName)
    const replaces = pictures.get(product.id)?.[place - 1] ?? null
    const twice = other === undefined ? null : `${quoted(other)} is picture ${place} of this product already.`
    return { fileName, product, place, replaces, problem: twice }
  })
}

type Names = ReturnType<typeof readPictureName>

/** The same code comes before one that is only alike; a number at the end of a name is rather that of the picture. */
function meaningOf({ whole, numbered }: Names, found: readonly Found[]) {
  const ways: [isExact: boolean, name: PictureName | null][] = [
    [true, whole],
    [true, numbered],
    [false, numbered],
    [false, whole],
  ]
  for (const [isExact, name] of ways) {
    const products = found.filter((one) => one.isExact === isExact && one.isNumbered === (name === numbered))
    if (!name || products.length === 0) continue
    const [{ id, sku, name: called }, ...others] = products as [Found, ...Found[]]
    if (others.length === 0) return { product: { id, sku, name: called }, place: name.place, problem: null }
    const problem = `It may mean ${quoted(sku)} or ${quoted(others[0]!.sku)}. Rename the file to the whole SKU.`
    return { product: null, place: name.place, problem }
  }
  return { product: null, place: 1, problem: 'No product has this SKU.' }
}

async function findSlice({ db, workspaceId }: WorkspaceContext, names: readonly Names[], from: number) {
  const asked = names.flatMap(({ whole, numbered }, i) =>
    [whole, numbered].flatMap((name) => {
      if (!name) return []
      const keys = { key: matchingKey(name.code), bare: bareCode(name.code) || null }
      return [{ n: from + i, numbered: name === numbered, ...keys }]
    }),
  )
  const { rows } = await sql<Found>`
    select asked.n, asked.numbered as "isNumbered", found.*
    from ${rowset(asked, 'n integer, numbered boolean, key text, bare text', 'asked')}
    cross join lateral (
      (${productsWith(workspaceId, sql.ref('sku_key'), sql`asked.key`, true)})
      union all (${productsWith(workspaceId, bareColumn('sku_key'), sql`asked.bare`, false)})) found`.execute(db)
  return rows
}

/** Two are enough to tell that it is not unique. */
function productsWith(workspaceId: string, by: RawBuilder<unknown>, value: RawBuilder<unknown>, isExact: boolean) {
  return sql`
    select id, sku, name, ${sql.lit(isExact)} as "isExact" from product
    where workspace_id = ${workspaceId} and ${by} = ${value} limit 2`
}
