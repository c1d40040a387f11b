import { WHOLE_BP } from './read-price.ts'
import { MAX_PRICE } from './limits.ts'

/** The limits of `changeBp`: prices down to 0, or up to eleven times as high. */
export const CHANGE_BP = { min: -WHOLE_BP, max: 10 * WHOLE_BP }

/** Where to a price is rounded. */
export const ROUNDING_MODES = ['nearest', 'up', 'down'] as const
export type RoundingMode = (typeof ROUNDING_MODES)[number]

/** How a price becomes a new one: by a share, or by an amount; then it is rounded. */
export type Repricing = {
  /** Basis points of the price: 400 is +4%. */
  changeBp?: number | undefined
  /** Minor units, added to the price. */
  changeBy?: number | undefined
  /**
   * Rounds to a price with this remainder, by default the nearest: a step of 5 gives multiples of 0.05, a step of 100
   * with the ending 95 prices such as 12.95, and a step of 10 with the ending 9 prices whose last digit is 9. Minor
   * units; the ending is below the step.
   */
  round?: { step: number; ending?: number | undefined; mode?: RoundingMode | undefined } | undefined
}

const ROUND: Record<RoundingMode, (steps: { from: number; size: number }) => number> = {
  // Half up.
  nearest: ({ from, size }) => Math.floor((2 * from + size) / (2 * size)),
  up: ({ from, size }) => Math.ceil(from / size),
  down: ({ from, size }) => Math.floor(from / size),
}

/**
 * The new price, in minor units, rounded once. Of two nearest prices it is the higher. Null where it would be above the
 * highest price. A result below 0 is 0 (with an ending: the ending, also where prices are rounded down). A price of 0 that nothing is added to stays 0: what is free stays free.
 */
export function reprice(price: number, { changeBp = 0, changeBy = 0, round }: Repricing): number | null {
  if (price === 0 && changeBy === 0) return 0
  const { step, ending = 0, mode = 'nearest' } = round ?? { step: 1 }
  // In ten-thousandths of a minor unit, so that a share of the price is exact: below 2^53 up to the highest price.
  const exact = price * (WHOLE_BP + changeBp) + changeBy * WHOLE_BP
  const steps = ROUND[mode]({ from: exact - ending * WHOLE_BP, size: step * WHOLE_BP })
  const repriced = Math.max(0, steps) * step + ending
  return repriced > MAX_PRICE ? null : repriced
}
