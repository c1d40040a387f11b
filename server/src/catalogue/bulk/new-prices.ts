import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { recordActivity } from '../../workspaces/activity/record-activity.ts'
import type { WorkspaceContext } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { applyEdit, lockForEdit } from '../../pricing/price-changes/apply-edit.ts'
import type { DraftEdit } from '../../pricing/price-changes/apply-edit.ts'
import { requireExpected, repriced } from '../../pricing/price-changes/edit-lines.ts'
import { ownDraft, startDraft, startOwnDraft } from '../../pricing/price-changes/price-change-drafts.ts'
import { subjectOf } from '../../pricing/price-changes/list-price-changes.ts'
import { reprice } from '../../shared/reprice.ts'
import type { Repricing } from '../../shared/reprice.ts'
import { changeInBp } from '../../shared/read-price.ts'
import { textArray } from '../../database/rowset.ts'
import { pack, unpack } from '../../database/paging/index.ts'
import type { Packed } from '../../database/paging/index.ts'
import { previewOf } from '../../pricing/impact/price-impact.ts'
import { bySku } from '../../pricing/impact/products.ts'
import { chosenInSlices, isChosen } from './chosen-products.ts'
import type { ChosenProducts } from './chosen-products.ts'
import { isPossible } from '../list-products.ts'
import { productsInSlices } from '../products-in-slices.ts'
import { matchesSearch } from '../search/search-tiers.ts'

/** For all that match a filter of its own, or for products that were chosen in a list. */
type NewPrices = { products: PricedFilter | ChosenProducts; repricing: Repricing }

/**
 * Sets new prices for products, in a draft that exists, in a new one, or in the person's own. Products without a list
 * price, and those whose price stays as it is, get no line. Throws NotFound, InvalidRequest where it is no draft any
 * more, or Conflict where not as many products match as expected.
 */
export async function draftNewPrices(
  context: WorkspaceContext,
  input: NewPrices & { draft: { id: string } | { name: string } | 'own'; expected?: number },
): Promise<{ id: string; name: string; edit: DraftEdit }> {
  return inTransaction(context, async (trx) => {
    const { id, isNew } = await draftOf(trx, input.draft)
    const draft = await lockForEdit(trx, id)
    const { matching, target } = await newPrices(trx, input)
    const expected = 'expected' in input.products ? input.products.expected : input.expected
    if (expected !== undefined) await requireCount(trx, matching, expected)
    const edit = await applyEdit(
      trx,
      draft,
      sql`select product_id, to_price from (${target}) t where to_price <> price`,
    )
    const { products, repricing } = input
    const told = 'ids' in products ? undefined : 'filter' in products ? products.filter : products
    const { changed, added, removed } = edit
    await recordActivity(trx, {
      ...(!isNew && edit.id !== null && { id: edit.id }),
      action: isNew ? 'price_change.create' : 'price_change.edit',
      subject: subjectOf(draft),
      changes: { ...(isNew ? { lineCount: added } : { changed, added, removed }), products: told, repricing },
    })
    return { id: draft.id, name: draft.name, edit }
  })
}

async function draftOf(trx: WorkspaceContext, draft: { id: string } | { name: string } | 'own') {
  if (draft === 'own') {
    const own = await ownDraft(trx, 'exclusive')
    return { id: own ?? (await startOwnDraft(trx)), isNew: own === null }
  }
  return 'id' in draft ? { id: draft.id, isNew: false } : { id: await startDraft(trx, draft.name), isNew: true }
}

/** The products that match, and their new prices beside the old ones. */
async function newPrices(trx: WorkspaceContext, { products, repricing }: NewPrices) {
  const isMeant = isChoice(products) ? isChosen(trx.workspaceId, products) : matchesPriced(trx.workspaceId, products)
  const matching = sql`select p.id, p.list_price from product p where ${isMeant}`
  const rows = sql`select id as product_id, list_price as price from (${matching}) m`
  return { matching, ...(await repriced(trx, rows, { repricing })) }
}

function isChoice(products: NewPrices['products']): products is ChosenProducts {
  return 'ids' in products || 'filter' in products
}

async function requireCount({ db }: WorkspaceContext, matching: RawBuilder<unknown>, expected: number): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${matching}) m`.execute(db)
  requireExpected(rows[0]!.count, expected, 'product')
}

/** Examples in a forecast. */
const EXAMPLES = 5

type Example = { skuKey: string; currentPrice: number; newPrice: number }

/** What `draftNewPrices` would do. Products are read in slices. */
export function forecastNewPrices(context: WorkspaceContext, input: NewPrices) {
  return previewOf(context, ['new prices', input], () => forecast(context, input))
}

async function forecast(context: WorkspaceContext, { products, repricing }: NewPrices) {
  const counts = { matching: 0, withoutPrice: 0, unchanged: 0, tooHigh: 0, lines: 0 }
  const largest = { rise: 0, drop: 0 }
  let examples: Example[] = []
  for await (const rows of matchingInSlices(context, products)) {
    counts.matching += rows.length
    for (const { skuKey, price } of rows) {
      const newPrice = price === '' ? null : reprice(Number(price), repricing)
      if (price === '') counts.withoutPrice++
      else if (newPrice === null) counts.tooHigh++
      else if (newPrice === Number(price)) counts.unchanged++
      else {
        counts.lines++
        const bp = changeInBp(Number(price), newPrice) ?? 0
        largest.rise = Math.max(largest.rise, bp)
        largest.drop = Math.min(largest.drop, bp)
        examples = withFirst(examples, { skuKey, currentPrice: Number(price), newPrice })
      }
    }
  }
  return {
    ...counts,
    largestRiseBp: largest.rise || null,
    largestDropBp: largest.drop || null,
    examples: await withNames(context, examples),
  }
}

/** The key as JSON: it may have any character. */
const COLUMNS = { skuKey: sql`to_json(p.sku_key)`, price: sql`p.list_price` }
type Column = keyof typeof COLUMNS

async function* matchingInSlices(context: WorkspaceContext, filter: NewPrices['products']) {
  if (isChoice(filter)) {
    for await (const slice of chosenInSlices(context, filter)) yield pricesIn(context, sql`${slice} p`)
    return
  }
  if (!isPossible(filter)) return
  for await (const slice of productsInSlices(context, filter)) {
    yield pricesIn(context, sql`${slice} p where ${matchesPriced(context.workspaceId, filter)}`)
  }
}

async function pricesIn({ db }: WorkspaceContext, products: RawBuilder<unknown>) {
  const { rows } = await sql<Packed<Column>>`select ${pack(COLUMNS)} from ${products}`.execute(db)
  return unpack<Column>(COLUMNS, rows[0]!)
}

function withFirst(examples: Example[], example: Example): Example[] {
  const isOneOfThem = examples.length < EXAMPLES || bySku(example, examples.at(-1)!) < 0
  return isOneOfThem ? [...examples, example].toSorted(bySku).slice(0, EXAMPLES) : examples
}

async function withNames({ db, workspaceId }: WorkspaceContext, examples: Example[]) {
  const keys = textArray(examples.map(({ skuKey }) => JSON.parse(skuKey)))
  const { rows } = await sql<{ skuKey: string; sku: string; name: string }>`
    select sku_key as "skuKey", sku, name from product
    where workspace_id = ${workspaceId} and sku_key = any(${keys})`.execute(db)
  const products = new Map(rows.map(({ skuKey, sku, name }) => [skuKey, { sku, name }]))
  return examples.flatMap(({ skuKey, ...prices }) => {
    const product = products.get(JSON.parse(skuKey))
    return product ? [{ ...product, ...prices }] : []
  })
}

/** Products of a brand and a category, found by words, with a list price from one amount to another, both included. */
type PricedFilter = {
  q?: string | undefined
  /** Ids. */
  brand?: string | undefined
  category?: string | undefined
  /** Minor units. */
  minPrice?: number | undefined
  maxPrice?: number | undefined
}

/** SQL: true for a product, `p`, of the workspace that matches. Words find what the list finds. */
export function matchesPriced(workspaceId: string, filter: PricedFilter): RawBuilder<boolean> {
  const { q, brand, category, minPrice, maxPrice } = filter
  const ours = sql`p.workspace_id = ${workspaceId}`
  if (!isPossible(filter)) return sql`(${ours} and false)`
  const conditions = [
    ours,
    ...(brand === undefined ? [] : [sql`p.brand_id = ${brand}`]),
    ...(category === undefined ? [] : [sql`p.category_id = ${category}`]),
    ...(minPrice === undefined ? [] : [sql`p.list_price >= ${minPrice}`]),
    ...(maxPrice === undefined ? [] : [sql`p.list_price <= ${maxPrice}`]),
    ...(q === undefined ? [] : [matchesSearch(workspaceId, q)]),
  ]
  return sql`(${sql.join(conditions, sql` and `)})`
}
