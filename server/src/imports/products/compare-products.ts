import { changedFields } from '../../catalogue/changed-fields.ts'
import { forecastUpsert } from '../../catalogue/forecast-upsert.ts'
import type { Forecast } from '../../catalogue/forecast-upsert.ts'
import { NEW_PRODUCT } from '../../catalogue/plan-upsert.ts'
import type { ProductItem } from '../../catalogue/plan-upsert.ts'
import type { WorkspaceContext } from '../../context.ts'
import { matchingKey } from '../../matching-key.ts'
import { PriceMovesSum } from '../../price-changes/price-moves.ts'
import { stateOfPrices } from '../../pricing/kinds-of-term.ts'
import { readWorkspace } from '../../workspaces/workspaces.ts'
import type { ImportCheck, PriceMove } from '../import-check.ts'
import type { Comparer } from '../import-kind.ts'
import { EXAMPLES, CheckSummary } from '../check-summary.ts'
import { findOriginals, looksDamaged } from './damaged-products.ts'
import type { SuspectSku } from './damaged-products.ts'
import { movedProducts } from './moved-products.ts'
import { watchForOddPrices } from './odd-prices.ts'

const MOVES = 100
const MAX_SUSPECTS = 500

/** Compares products as a bulk call would write them. */
export function compareProducts(context: WorkspaceContext): Comparer<ProductItem> {
  const summary = new CheckSummary()
  const prices: ImportCheck['prices'] = { up: 0, down: 0, moves: [] }
  const suspects: SuspectSku[] = []
  const unknown = new Set<string>()
  const priceMoves = new PriceMovesSum(context)
  let priceState: string | undefined
  let odd: ReturnType<typeof watchForOddPrices> | undefined
  return {
    add: async (rows) => {
      priceState ??= await stateOfPrices(context, context.clock())
      odd ??= watchForOddPrices(await readWorkspace(context, context.workspaceId))
      const lines = new Map(rows.map(({ line, item }) => [matchingKey(item.sku), line]))
      const forecast = await forecastUpsert(
        context,
        rows.map(({ item }) => item),
      )
      addForecast(summary, forecast, lines)
      addMoves(prices, movesOf(forecast))
      await priceMoves.add(await movedProducts(context, forecast))
      for (const [row, { line, item }] of rows.entries()) {
        const before = forecast.before.get(matchingKey(item.sku))
        if (!forecast.refused.has(row)) odd.see({ line, item, before })
        if (!before && suspects.length < MAX_SUSPECTS && looksDamaged(item.sku)) suspects.push({ sku: item.sku, line })
      }
      for (const customer of forecast.unknownCustomers) if (unknown.size < EXAMPLES) unknown.add(customer)
      return [...forecast.refused].map(([row, reason]) => {
        const { line, label } = rows[row]!
        return { line, label, reason }
      })
    },
    summary: async () => ({
      ...summary.result(),
      prices,
      priceMoves: priceMoves.result(),
      ...(priceState !== undefined && { priceState }),
      damaged: await findOriginals(context, suspects),
      warnings: odd?.warnings() ?? [],
      unknownCustomers: [...unknown],
    }),
  }
}

/** `lines` has the line of each row, by SKU key. */
function addForecast(summary: CheckSummary, { plan, before }: Forecast, lines: ReadonlyMap<string, number>): void {
  for (const product of plan.creates) {
    const { sku: label, skuKey, values } = product
    summary.created({
      line: lines.get(skuKey)!,
      label,
      name: values.name,
      changes: changedFields(NEW_PRODUCT, product),
    })
  }
  for (const after of plan.updates) {
    const { sku: label, skuKey, values } = after
    const one = { line: lines.get(skuKey)!, label, name: values.name }
    summary.changed(one, changedFields(before.get(skuKey)!, after))
  }
  summary.unchanged(before.size - plan.updates.length)
}

function movesOf({ plan, before }: Forecast): PriceMove[] {
  const existing = new Map([...before.values()].map((product) => [product.id, product]))
  return plan.priceLines.map(({ productId, newPrice: to }) => {
    const { sku, values } = existing.get(productId)!
    const from = values.list_price
    return { sku, name: values.name, from, to, changeBp: from ? Math.round(((to - from) / from) * 10_000) : null }
  })
}

function addMoves(prices: ImportCheck['prices'], moves: readonly PriceMove[]): void {
  if (moves.length === 0) return
  prices.up += moves.filter(({ from, to }) => to > (from ?? 0)).length
  prices.down += moves.filter(({ from, to }) => to < (from ?? 0)).length
  prices.moves = [...prices.moves, ...moves].toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, MOVES)
}

function sizeOf({ changeBp }: PriceMove): number {
  return changeBp === null ? Infinity : Math.abs(changeBp)
}
