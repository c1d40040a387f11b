/** Generated catalogues that look real, the same for the same numbers: words, brands and prices of uneven frequency. */
import type { ProductItem } from '@trade-catalogue/client'
import { ADJECTIVES, COMMON_WORDS, FILLERS, FINISHES, NOUNS, PLACES, TRADES } from './words.ts'

/** As many products share a range, whose name stands within theirs: a word that 200 products have, in any catalogue. */
export const RANGE_SIZE = 200
const COMMON_SHARE = 0.3

/** The largest first. */
export const BRANDS = [1, 2].flatMap((series) =>
  TRADES.flatMap((trade) => PLACES.map((place) => `${place} ${trade}${series > 1 ? ` ${series}` : ''}`)),
)
/** The largest first. */
export const CATEGORIES = NOUNS.map((noun) => `${noun}s`)

/** The product of that number, as it is sent. An edition differs in its description and details, and in no price. */
export function product(number: number, edition = 0): ProductItem {
  const random = sequence(number)
  const [adjective, noun, finish] = [pick(random, ADJECTIVES), pick(random, NOUNS), pick(random, FINISHES)]
  const size = 5 + Math.floor(random() * 400)
  const common = COMMON_WORDS.filter(() => random() < COMMON_SHARE)
  const named = common.length > 0 && random() < 0.1 ? `, ${common[0]}` : ''
  const filling = Array.from({ length: 4 + Math.floor(30 * random() ** 2) }, () => pick(random, FILLERS))
  const availability = random()
  return {
    sku: `${noun.slice(0, 2).toUpperCase()}-${String(number).padStart(7, '0')}`,
    name: `${adjective} ${noun} ${rangeName(rangeOf(number))} ${size} mm ${finish}${named}`,
    listPrice: price(random),
    unitLabel: random() < 0.8 ? 'each' : `box of ${10 * (1 + Math.floor(random() * 10))}`,
    brand: BRANDS[zipf(random, BRANDS.length)]!,
    category: pick(random, CATEGORIES),
    manufacturerRef: random() < 0.8 ? `MF${Math.floor(random() * 1e8)}/${number % 31}` : undefined,
    description: `${[`${adjective} ${noun}`, ...common].join(', ')}: ${filling.join(' ')}.${edition > 0 ? ` Revision ${edition}.` : ''}`,
    availability: availability < 0.85 ? 'in_stock' : availability < 0.95 ? 'low_stock' : 'out_of_stock',
    details: { Finish: finish, 'Size mm': String(size), ...(edition > 0 && { Revision: String(edition) }) },
  }
}

/** Products `from` to `from + count - 1`. */
export function products(from: number, count: number, edition = 0): ProductItem[] {
  return Array.from({ length: count }, (_, i) => product(from + i, edition))
}

/** The number of a generated product. */
export function numberOf(sku: string): number {
  return Number(sku.slice(3))
}

export function rangeOf(number: number): number {
  return Math.floor(number / RANGE_SIZE)
}

/** A made-up word of six letters, another one for each of the first million ranges: none begins with another. */
export function rangeName(range: number): string {
  const scattered = (range * 7_919 + 104_729) % 1_000_000
  const word = [10_000, 100, 1].map((place) => SYLLABLES[Math.floor(scattered / place) % 100]).join('')
  return word[0]!.toUpperCase() + word.slice(1)
}

const SYLLABLES = [...'bdfgklmnprstvwxzjhqc'].flatMap((consonant) => [...'aeiou'].map((vowel) => consonant + vowel))

/** Minor units: half of the prices are under 10.00, one in a hundred over 200.00. */
function price(random: () => number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return Math.min(100_000_000, Math.max(5, Math.round(Math.exp(6.9 + 1.3 * normal) / 5) * 5))
}

function pick(random: () => number, words: readonly string[]): string {
  return words[zipf(random, words.length)]!
}

/** A rank from 0, each about as frequent as its place is small: the second half as often as the first, and so on. */
function zipf(random: () => number, ranks: number): number {
  return Math.floor((ranks + 1) ** random()) - 1
}

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
export function sequence(seed: number): () => number {
  let state = (seed * 0x9e3779b1) | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
