import { detailsAfter } from '../../../catalogue/plan-upsert.ts'
import type { ProductItem, StoredProduct } from '../../../catalogue/plan-upsert.ts'
import { counted } from '../../../shared/counted.ts'
import { readPrice } from '../../../shared/read-price.ts'
import type { Currency } from '../../../shared/read-price.ts'
import { moneyOf } from '../../../workspaces/money-of.ts'

/** As much as this, or as little, is probably a slipped decimal mark. */
const TIMES = 10
const EXAMPLES = 3
/** Names of the price that shops are recommended to ask, and what may stand beside them: "RRP (inc. VAT)". */
const RETAIL = new Set(['rrp', 'srp', 'msrp', 'uvp'])
const BESIDE = new Set(['inc', 'incl', 'inkl', 'ex', 'exc', 'excl', 'exkl', 'vat', 'tax', 'mwst', 'ust', ''])

type Row = { line: number; item: ProductItem; before: StoredProduct | undefined }

/** Finds prices that can be imported, but are probably mistakes. */
export function watchForOddPrices(workspace: Currency): { see: (row: Row) => void; warnings: () => string[] } {
  const money = moneyOf(workspace)
  const [free, jumps, aboveRetail] = [watch(), watch(), watch()]
  return {
    see: ({ line, item, before }) => {
      const { sku, listPrice } = item
      const old = before?.values.list_price ?? null
      const price = listPrice ?? old
      if (listPrice === 0) free.note(`${sku} (row ${line})`)
      if (listPrice && old && (listPrice >= TIMES * old || listPrice * TIMES <= old)) {
        jumps.note(`${sku} (row ${line}, ${money(old)} to ${money(listPrice)})`)
      }
      // What the file leaves as it is needs no warning.
      const details = listPrice === undefined ? item.changedDetails : detailsAfter(item, before?.values.details)
      const retail = retailPriceIn(details, workspace)
      if (price !== null && retail !== undefined && price > retail) {
        aboveRetail.note(`${sku} (row ${line}, ${money(price)} with an RRP of ${money(retail)})`)
      }
    },
    warnings: () => [
      ...free.told((count) => `${pricesAre(count)} ${money(0)}`),
      ...jumps.told((count) => `${pricesAre(count)} ten times the old price or more, or a tenth or less`),
      ...aboveRetail.told((count) => `${counted(count, 'list price')} ${count === 1 ? 'is' : 'are'} above the RRP`),
    ],
  }
}

function watch() {
  const examples: string[] = []
  let count = 0
  return {
    note: (example: string) => {
      if (++count <= EXAMPLES) examples.push(example)
    },
    told: (inWords: (count: number) => string): string[] =>
      count === 0 ? [] : [`${inWords(count)}: ${examples.join(', ')}${count > EXAMPLES ? ', …' : '.'}`],
  }
}

function pricesAre(count: number): string {
  return `${counted(count, 'price')} ${count === 1 ? 'is' : 'are'}`
}

/** The first RRP that can be read. */
function retailPriceIn(details: Record<string, string | null> = {}, currency: Currency): number | undefined {
  for (const [name, text] of Object.entries(details)) {
    if (text === null || !isRetailPrice(name, currency)) continue
    const { value } = readPrice(text, { ...currency, rounds: true })
    if (value) return value
  }
  return undefined
}

function isRetailPrice(name: string, { currency }: Currency): boolean {
  const [first, ...others] = name.toLowerCase().split(/[^\p{L}%]+/u)
  return RETAIL.has(first!) && others.every((word) => BESIDE.has(word) || word === currency.toLowerCase())
}
