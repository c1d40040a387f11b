import type { Price } from '../database/column-values.ts'
import { InvalidInput } from '../errors.ts'
import type { Issue } from '../errors.ts'
import type { Evaluation } from '../pricing/evaluate-price.ts'
import { BEATEN_BY_HAND, isLowPrice, unitByRules } from '../shared/price-by-hand.ts'

/** A price that staff set for one line of an order. `unit` in minor units. */
export type ByHand = { unit: number; reason: string }

/**
 * The price by hand of a line, set by a person of that name. The prices by the rules stay, as candidates that lost. An
 * earlier price by hand goes. Pure.
 */
export function priceByHand(
  { price: { list }, candidates }: Evaluation,
  { unit, reason, qty, by }: ByHand & { qty: number; by: string },
): Evaluation {
  const own = { source: 'manual', label: `Agreed by ${by}: ${reason}`, unit, discountBp: 0 } as const
  const { label, source, discountBp } = own
  const lost = candidates
    .filter((candidate) => candidate.source !== 'manual')
    .map((candidate) => (candidate.applied ? { ...candidate, applied: false, reason: BEATEN_BY_HAND } : candidate))
  return {
    price: { unit, line: unit * qty, list, discountBp, source, label },
    candidates: [{ ...own, minQty: 1, applied: true, reason: 'Nothing comes before it.' }, ...lost],
  }
}

/** A price, of which a document says where it was set by hand. */
export type PricedByHand = Pick<Price, 'unit' | 'line'> & Partial<Pick<Price, 'source' | 'label'>>

/** Its label, if it was set by hand: documents have those of no other prices. */
export function labelByHand({ source, label }: PricedByHand): string[] {
  return source === 'manual' && label !== undefined ? [label] : []
}

/** Throws InvalidInput for prices by hand that are so low, unless somebody has confirmed them. Null: no such line. */
export function refuseLowPrices(
  lines: readonly ((Evaluation & { sku: string }) | null)[],
  { lowPrices = false, money }: { lowPrices?: boolean | undefined; money: (minor: number) => string },
): void {
  const issues = lines.flatMap((line, i): Issue[] => {
    const byRules = line && unitByRules(line.candidates)
    if (line?.price.source !== 'manual' || !isLowPrice(line.price.unit!, byRules)) return []
    const [unit, rules] = [money(line.price.unit!), money(byRules!)]
    const message = `${unit} for "${line.sku}" is 30% or more below ${rules}, its price by the rules: say that it is meant.`
    return [{ path: `lines.${i}.manual`, message }]
  })
  if (issues.length > 0 && !lowPrices) throw new InvalidInput(issues)
}
