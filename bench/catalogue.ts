/** Generated catalogues that look real, the same for the same numbers: uneven brands, words of uneven frequency. */

const ADJECTIVES =
  'Azure Ivory Brushed Matt Slim Heavy Compact Galvanised Oak Walnut Clear Frosted Stackable Folding'.split(' ')
const NOUNS =
  'Plate Bowl Hinge Bracket Valve Coupling Lantern Candle Tray Basket Clamp Screw Washer Cable Socket Switch Brush Roller Apron Ladle'.split(
    ' ',
  )
const FINISHES = 'Chrome Brass Nickel Black White Copper Zinc Natural Grey Blue Green Red'.split(' ')

export type GeneratedProduct = {
  sku: string
  name: string
  listPrice: number
  unitLabel: string
  brand: string
  category: string
  manufacturerRef: string
  description: string
  availability: 'in_stock' | 'low_stock' | 'out_of_stock'
  details: Record<string, string>
}

/** The product of that number. `edition` changes its description and price, and nothing else. */
export function product(number: number, edition = 0): GeneratedProduct {
  const random = sequence(number)
  const pick = (words: string[]) => words[Math.floor(random() ** 2 * words.length)]!
  const size = 5 + Math.floor(random() * 400)
  const [adjective, noun, finish] = [pick(ADJECTIVES), pick(NOUNS), pick(FINISHES)]
  const availability = random()
  return {
    sku: `${noun.slice(0, 2).toUpperCase()}-${String(number).padStart(7, '0')}`,
    name: `${adjective} ${noun} ${size} mm ${finish} No. ${number % 997}`,
    listPrice: 95 + Math.floor(random() ** 3 * 60_000) + edition,
    unitLabel: random() < 0.8 ? 'each' : 'box of 10',
    brand: `Maker ${Math.floor(random() ** 3 * 200)}`,
    category: `${pick(NOUNS)}s`,
    manufacturerRef: `MF${Math.floor(random() * 1e8)}/${number % 31}`,
    description: `${adjective} ${noun.toLowerCase()} in ${finish.toLowerCase()}, for trade use. Edition ${edition}.`,
    availability: availability < 0.85 ? 'in_stock' : availability < 0.95 ? 'low_stock' : 'out_of_stock',
    details: { Finish: finish, 'Size mm': String(size) },
  }
}

/** Products `from` to `from + count - 1`. */
export function products(from: number, count: number, edition = 0): GeneratedProduct[] {
  return Array.from({ length: count }, (_, i) => product(from + i, edition))
}

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
function sequence(seed: number): () => number {
  let state = (seed * 0x9e3779b1) | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
