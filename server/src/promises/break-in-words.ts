import { dayOf } from '../local-day.ts'
import type { NewBreak } from './evaluate-promise.ts'
import { labelOf } from './price-promise.ts'
import type { BrokenPrice, PricePromise } from './price-promise.ts'

/** What an act breaks of which promise. */
export type BrokenPromise = NewBreak & { promise: PricePromise }

export type Words = { money: (minor: number) => string; timeZone: string; now: Date }

/** Prices that a message tells of one. */
const PRICES_TOLD = 3

/** "HOL-1042 for Castle Lane Cafés, promised until 2027-06-30: £8.10 instead of £7.70, from 2027-01-01." */
export function breakInWords({ promise, at, broken }: BrokenPromise, words: Words): string {
  const { money, timeZone, now } = words
  const until = dayOf(new Date(promise.until.getTime() - 1), timeZone)
  const from = at > now ? `, from ${dayOf(at, timeZone)}` : ''
  const prices = broken.slice(0, PRICES_TOLD).map((price) => pricesInWords(price, promise.lines.length > 1, money))
  const others = broken.length > PRICES_TOLD ? [`${broken.length - PRICES_TOLD} more`] : []
  return `${labelOf(promise)}, promised until ${until}: ${[...prices, ...others].join(', ')}${from}.`
}

function pricesInWords({ sku, promised, actual }: BrokenPrice, isOneOfSeveral: boolean, money: Words['money']): string {
  const instead = `${actual === null ? 'no price' : money(actual)} instead of ${money(promised)}`
  if (sku === null) return `${instead} in total`
  return isOneOfSeveral ? `${sku} at ${instead}` : instead
}
