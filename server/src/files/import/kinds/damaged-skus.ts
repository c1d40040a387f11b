import { sql } from 'kysely'
import type { WorkspaceContext } from '../../../context.ts'
import { rowset } from '../../../database/rowset.ts'
import { matchingKey } from '../../../lib/matching-key.ts'
import type { DamagedSku } from '../import-kind.ts'

const NUMBER = /^\d+$/
/** Scientific notation, as spreadsheets show long numbers: 1.23E+11. */
const SHORTENED = /^\d+(?:[.,]\d+)?E[+-]\d+$/i
const EXAMPLES = 3

type Seen = { count: number; leadingZeros: number; examples: string[] }

function newSeen(): Seen {
  return { count: 0, leadingZeros: 0, examples: [] }
}

/**
 * Detects SKUs that a spreadsheet has damaged. To detect lost leading zeros, it compares lengths: a number is suspect
 * if it is shorter than numbers with leading zeros, or than the length that most numbers have.
 */
export function watchForDamagedSkus(): { see: (sku: string, line: number) => void; warnings: () => string[] } {
  const shortened = newSeen()
  const byLength = new Map<number, Seen>()
  const note = (seen: Seen, sku: string, line: number) => {
    seen.count++
    if (sku.startsWith('0')) seen.leadingZeros++
    // Examples of damage are those without a leading zero.
    else if (seen.examples.length < EXAMPLES) seen.examples.push(`${sku} (row ${line})`)
  }
  return {
    see: (sku, line) => {
      if (SHORTENED.test(sku)) note(shortened, sku, line)
      if (NUMBER.test(sku)) note(byLength.getOrInsertComputed(sku.length, newSeen), sku, line)
    },
    warnings: () => {
      const { count, examples } = shortened
      const told = `${rowsHave(count)} a SKU that a spreadsheet has shortened: ${examples.join(', ')}.`
      return [...(count === 0 ? [] : [told]), ...lostZeros(byLength)]
    },
  }
}

function lostZeros(byLength: Map<number, Seen>): string[] {
  const width = usualWidth(byLength)
  if (width === undefined) return []
  const shorter = [...byLength].filter(([length]) => length < width).map(([, seen]) => seen)
  const count = shorter.reduce((sum, seen) => sum + seen.count - seen.leadingZeros, 0)
  if (count === 0) return []
  const examples = shorter.flatMap((seen) => seen.examples).slice(0, EXAMPLES)
  return [
    `${rowsHave(count)} a SKU of fewer than ${width} digits, which may have lost leading zeros: ${examples.join(', ')}.`,
  ]
}

/** The length of numbers with leading zeros, else the length of more than half of the numbers. */
function usualWidth(byLength: Map<number, Seen>): number | undefined {
  const entries = [...byLength]
  const total = entries.reduce((sum, [, { count }]) => sum + count, 0)
  const [zeroed] = entries
    .filter(([, { leadingZeros }]) => leadingZeros > 0)
    .toSorted(([, a], [, b]) => b.leadingZeros - a.leadingZeros)
  return (zeroed ?? entries.find(([, { count }]) => count * 2 > total))?.[0]
}

function rowsHave(count: number): string {
  return count === 1 ? '1 row has' : `${count} rows have`
}

export type SuspectSku = { sku: string; line: number }

/** What a damaged SKU may have been: one of these, or a number of that length that begins so. */
type Originals = { keys: string[]; prefix?: { digits: string; length: number } }

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** Zeros that may have been lost. */
const MAX_ZEROS = 6
/** Products that one SKU may mean. */
const MAX_ORIGINALS = 3

const SCIENTIFIC = /^(\d)(?:[.,](\d+))?e\+?(\d{1,2})$/i
/** What spreadsheets make dates of, and show: with the month as a number, or by its name. */
const DATES = [
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?: 00:00:00)?$/,
  /^(?<day>\d{1,2})[/.](?<month>\d{1,2})[/.](?<year>\d{2}|\d{4})$/,
  /^(?<month>\d{1,2})[/.](?<day>\d{1,2})[/.](?<year>\d{2}|\d{4})$/,
  /^(?<day>\d{1,2})-(?<name>[a-z]{3})(?:-\d{2,4})?$/i,
  /^(?<name>[a-z]{3})-(?<day>\d{1,2})$/i,
]

/** True if a spreadsheet may have made this SKU of another one. */
export function looksDamaged(sku: string): boolean {
  return originalsOf(sku) !== null
}

/** The products that damaged SKUs probably mean, some of them. SKUs for which there is none are left out. */
export async function findOriginals(
  { db, workspaceId }: WorkspaceContext,
  suspects: readonly SuspectSku[],
): Promise<DamagedSku[]> {
  const asked = suspects.flatMap(({ sku, line }) => {
    const { keys, prefix } = originalsOf(sku)!
    return prefix
      ? [{ line, sku, first: prefix.digits, last: `${prefix.digits}:`, length: prefix.length }]
      : keys.map((key) => ({ line, sku, first: key, last: `${key}\u0001`, length: key.length }))
  })
  const { rows } = await sql<{ line: number; sku: string; is: string; name: string }>`
    select asked.line, asked.sku, p.sku as is, p.name
    from ${rowset(asked, 'line integer, sku text, first text, last text, length integer', 'asked')}
    cross join lateral (
      select sku, name from product
      where workspace_id = ${workspaceId} and sku_key >= asked.first collate "C" and sku_key < asked.last collate "C"
        and length(sku_key) = asked.length
      order by workspace_id, sku_key limit ${sql.lit(MAX_ORIGINALS)}) p
    order by asked.line, p.sku`.execute(db)
  const found = new Map<number, DamagedSku>()
  for (const { line, sku, is, name } of rows) {
    const one = found.get(line) ?? { line, sku, probably: [] }
    found.set(line, one)
    if (one.probably.length < MAX_ORIGINALS) one.probably.push({ sku: is, name })
  }
  return [...found.values()]
}

function originalsOf(sku: string): Originals | null {
  if (NUMBER.test(sku)) {
    return { keys: Array.from({ length: MAX_ZEROS }, (_, zeros) => `${'0'.repeat(zeros + 1)}${sku}`) }
  }
  const [, first, rest = '', exponent] = SCIENTIFIC.exec(sku) ?? []
  if (first !== undefined) {
    const digits = `${first}${rest}`.replace(/0+$/, '') || first
    return { keys: [], prefix: { digits, length: Number(exponent) + 1 } }
  }
  const dates = datesOf(sku)
  return dates.length > 0 ? { keys: [...new Set(dates.flatMap(textsOf).map(matchingKey))] } : null
}

type DayAndMonth = { day: number; month: number; year: number | undefined }

function datesOf(sku: string): DayAndMonth[] {
  return DATES.flatMap((form) => {
    const { day, month: number, name = '', year } = form.exec(sku)?.groups ?? {}
    const month = number === undefined ? MONTHS.indexOf(name.toLowerCase()) + 1 : Number(number)
    if (day === undefined || month < 1 || month > 12) return []
    return { day: Number(day), month, year: year === undefined ? undefined : Number(year) }
  })
}

/** What people type that a spreadsheet takes for that date: 3-5, 03/05, MAR5, 5-MAR. */
function textsOf({ day, month, year }: DayAndMonth): string[] {
  const name = MONTHS[month - 1]!
  const [d, m] = [day, month].map((number) => [String(number), String(number).padStart(2, '0')])
  const numbers = d!.flatMap((day) => m!.flatMap((month) => [`${day}-${month}`, `${month}-${day}`, `${month}/${day}`]))
  const names = d!.flatMap((day) => [`${name}${day}`, `${name}-${day}`, `${day}-${name}`, `${day}${name}`])
  // "MAR12" may be a month and a year.
  const years = year === undefined ? [] : [`${name}${String(year).slice(-2)}`, `${name}-${String(year).slice(-2)}`]
  return [...names, ...years, ...numbers]
}
