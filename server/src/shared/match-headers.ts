const NOTHING_TAKEN = { fields: new Set<never>(), columns: new Set<number>() }

/**
 * Finds the column of each field by the usual headers: words, most likely first, without case, space and punctuation.
 * Skips the columns and the fields in `taken`.
 */
export function matchHeaders<F extends string>(
  fields: Readonly<Record<F, { headers: string }>>,
  header: readonly string[],
  taken: { fields: ReadonlySet<F>; columns: ReadonlySet<number> } = NOTHING_TAKEN,
): Map<F, number> {
  const read = header.flatMap((name, at) => (taken.columns.has(at) ? [] : { at, ...readHeader(name) }))
  const columns = Map.groupBy(
    read.toSorted((a, b) => b.rank - a.rank),
    ({ name }) => name,
  )
  const found = new Map<F, number>()
  for (const field of Object.keys(fields) as F[]) {
    if (taken.fields.has(field)) continue
    const names = fields[field].headers.split(' ')
    const best = names
      .flatMap((name) => columns.get(name) ?? [])
      .find(({ isDoubtful }) => !isDoubtful || !names.includes('price'))
    if (best === undefined) continue
    found.set(field, best.at)
    columns.set(
      best.name,
      columns.get(best.name)!.filter((column) => column !== best),
    )
  }
  return found
}

const TAX = '(?:vat|tax|gst|mwst|ust|tva|iva|moms|mva|btw|dph)'
/** What headers say of the amounts below them: with tax, without it, of many units, of before, and whose they are. */
const TAXED = new RegExp(
  `\\b(?:inc|incl|including|inkl|with|mit)\\W*${TAX}\\b|\\b(?:gross|brutto|ttc)\\b|\\((?:inc|incl|inkl)\\W*\\)`,
)
const UNTAXED = new RegExp(`\\b(?:ex|exc|excl|excluding|exkl|without|ohne|plus|before)\\W*${TAX}\\b|\\bht\\b`)
const OF_MANY =
  /\b(?:per|pro|je)\s*(?!1\b(?![.,]\d))\d[\d.,]*|\b(?:per|pro|je)\s*(?:hundred|thousand|dozen)\b|\/\s*1[.,]?0?00\b/
const OF_BEFORE = /\b(?:old|previous|former|was|until|alt)\b/
const FOR_BUYERS = /\b(?:new|trade|net|wholesale|neu)\b/
const FOR_SHOPPERS = /\b(?:rrp|msrp|retail|uvp)\b/
const ASIDE = /\(.*?\)|\[.*?\]/g
/** Usual headers are shorter. */
const MAX_HEADER = 100

type ReadHeader = { name: string; rank: number; isDoubtful: boolean }

/**
 * The name in a header, and what the header says besides it, mostly in parentheses: "Unit price (ex VAT, EUR)". A price
 * with tax, of many units or of before is doubtful: it is no price to take unasked. Of several columns with one name,
 * the one of the highest rank is meant.
 */
function readHeader(header: string): ReadHeader {
  if (header.length > MAX_HEADER) return { name: '', rank: 0, isDoubtful: false }
  const text = header.normalize('NFKD').toLowerCase()
  const aside = (text.match(ASIDE) ?? []).join(' ')
  const isUntaxed = UNTAXED.test(text)
  const isDoubtful = (TAXED.test(text) && !isUntaxed) || OF_MANY.test(text) || OF_BEFORE.test(aside)
  const rank = isDoubtful ? -2 : isUntaxed || FOR_BUYERS.test(aside) ? 1 : FOR_SHOPPERS.test(aside) ? -1 : 0
  const code = new RegExp(`\\b(?:in )?${/^[A-Z]{3}$/.exec(currencyOf(header) ?? '')?.[0].toLowerCase() ?? '-'}\\b`)
  const name = [ASIDE, TAXED, UNTAXED, OF_MANY, code].reduce((left, said) => left.replace(said, ' '), text)
  return { name: bareName(name), rank, isDoubtful }
}

/**
 * The words of a header next to each other, joined: "Our item code" has `item`, `itemcode` and more. None where the header
 * names an amount that is not to be taken unasked.
 */
export function wordsWithin(header: string): ReadonlySet<string> {
  if (header.length > MAX_HEADER || readHeader(header).isDoubtful) return new Set()
  const text = [ASIDE, TAXED, UNTAXED, OF_MANY].reduce((left, said) => left.replace(said, ' '), header)
  const words =
    text
      .normalize('NFKD')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(
    words.flatMap((_, from) => words.slice(from).map((_, to) => words.slice(from, from + to + 1).join(''))),
  )
}

/** Whether a header names a price, but one that is not to be taken unasked. */
export function isDoubtfulPrice(header: string, names: string): boolean {
  const { name, isDoubtful } = readHeader(header)
  return isDoubtful && names.split(' ').includes(name)
}

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))

/** The currency that a header names besides its own name, as a code or a sign. */
export function currencyOf(header: string): string | undefined {
  const [sign] = /\p{Sc}/u.exec(header) ?? []
  return sign ?? header.match(/(?<=\W)[A-Z]{3}\b|\b[A-Z]{3}(?= \w)/g)?.find((code) => CURRENCIES.has(code))
}

/** "Unit price (£)" as `unitprice`. */
export function bareName(header: string): string {
  return header
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(ASIDE, '')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
