import type { Price } from '../database/column-values.ts'
import { InvalidInput } from '../errors.ts'
import type { Issue } from '../errors.ts'
import type { Evaluation } from '../pricing/evaluate-price.ts'
import { BEATEN, isLowPrice, isSet, unitByRules } from '../shared/price-by-hand.ts'

/** A price that staff set for one line of an order. `unit` in minor units. */
export type ByHand = { unit: number; reason: string }

/**
 * The price by hand of a line, set by a person of that name. The prices by the rules stay, as candidates that lost. An
 * earlier price by hand goes. Pure.
 */
export function priceByHand(
  evaluation: Evaluation,
  { unit, reason, qty, by }: ByHand & { qty: number; by: string },
): Evaluation {
  return setPrice(evaluation, { source: 'manual', label: `Agreed by ${by}: ${reason}`, unit, qty })
}

/** The price of a quote, as its line in an order has it. `unit` in minor units. */
export type Quoted = { unit: number; label: string }

/** The price of a line that is ordered from a quote. What the rules give stays, as candidates that lost. Pure. */
export function quotedPrice(evaluation: Evaluation, quoted: Quoted & { qty: number }): Evaluation {
  return setPrice(evaluation, { ...quoted, source: 'quote' })
}

function setPrice(
  { price: { list }, candidates }: Evaluation,
  { qty, ...set }: Quoted & { source: 'manual' | 'quote'; qty: number },
): Evaluation {
  const own = { ...set, discountBp: 0 }
  const { unit, label, source, discountBp } = own
  const lost = candidates
    .filter((candidate) => candidate.source !== source)
    .map((candidate) => (candidate.applied ? { ...candidate, applied: false, reason: BEATEN[source] } : candidate))
  return {
    price: { unit, line: unit * qty, list, discountBp, source, label },
    candidates: [{ ...own, minQty: 1, applied: true, reason: 'Nothing comes before it.' }, ...lost],
  }
}

/** A price, of which a document says where it was set by hand. */
export type PricedByHand = Pick<Price, 'unit' | 'line'> & Partial<Pick<Price, 'source' | 'label'>>

/** Its label, if it was set by hand or quoted: documents have those of no other prices. */
export function labelByHand({ source, label }: PricedByHand): string[] {
  return source !== undefined && isSet(source) && label !== undefined ? [label] : []
}

/** Throws InvalidInput for set prices that are so low, unless somebody has confirmed them. Null: no such line. */
export function refuseLowPrices(
  lines: readonly ((Evaluation & { sku: string }) | null)[],
  { lowPrices = false, money }: { lowPrices?: boolean | undefined; money: (minor: number) => string },
): void {
  const issues = lines.flatMap((line, i): Issue[] => {
    const byRules = line && unitByRules(line.candidates)
    const source = line?.price.source
    if (!line || !source || !isSet(source) || !isLowPrice(line.price.unit!, byRules)) return []
    const [unit, rules] = [money(line.price.unit!), money(byRules!)]
    const message = `${unit} for "${line.sku}" is 30% or more below ${rules}, its price by the rules: say that it is meant.`
    return [{ path: `lines.${i}.${source === 'manual' ? 'manual' : 'unit'}`, message }]
  })
  if (issues.length > 0 && !lowPrices) throw new InvalidInput(issues)
}
