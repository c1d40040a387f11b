import { fold } from '../../lib/matching-key.ts'
import { readQuantity } from '../../shared/order-quantity.ts'
import { readPrice } from '../../shared/read-price.ts'
import type { MoneyForm } from '../../shared/read-price.ts'
import { isUnitOf } from '../order-lines/line-readings.ts'

/** A price as it is written. Of several texts one is of the whole line. `per`: of how many, where a column says it. */
export type WrittenPrice = { texts: string[]; per?: string }

/** What the customer expects one to cost, in minor units. `problem`: why that is to be asked. */
export type ExpectedPrice = { unit: number | null; written: string; problem: string | null }

type Beside = { form: MoneyForm; qty: number | null; soldBy: string | undefined }

/** Of one of what is sold: "each", "piece". What is sold so is one, whatever a customer calls one. */
const PIECES = new Set(
  'each ea one pc pcs piece unit item stk stuck stueck st bottle tin can jar tub tube roll pot'.split(' '),
)
const OF_MANY = /\s*(?:\/|(?<!\p{L})(?:per|pro|je)(?!\p{L}))\s*/iu
const MARKER = /^(?:@|(?:at|à|je|zu|price|preis)(?!\p{L}):?)\s*/iu
const EACH = /\s*(?:each|ea\.?|apiece)$/i

/** Reads the price of one. Never guesses: what could be another price is asked. Pure. */
export function readExpected({ texts, per: column }: WrittenPrice, beside: Beside): ExpectedPrice {
  const written = `${texts.join(' or ')}${column ? ` per ${column}` : ''}`
  const ask = (why: string): ExpectedPrice => ({ unit: null, written, problem: `${why} What is the price of one?` })
  const [first = '', second, ...more] = texts
  if (second !== undefined) {
    const [one, all] = [first, second].map((text) => readPrice(bareAmount(text), beside.form).value)
    const fits = more.length === 0 && one !== undefined && beside.qty !== null && one * beside.qty === all
    return fits && all !== one
      ? { unit: one, written: first, problem: null }
      : ask(`“${written}” can mean several prices.`)
  }
  const [amount = '', ofMany = column ?? '', ...rest] = first.replace(MARKER, '').split(OF_MANY)
  const { per = '', unit = '' } = /^(?<per>\d[\d.,]*)?\s*(?<unit>.*)$/.exec(ofMany)?.groups ?? {}
  const read = readPrice(bareAmount(amount), beside.form)
  if (read.reason !== undefined || rest.length > 0)
    return ask(`${read.reason ?? `“${written}” is no price`}.`.replaceAll(/"(.*?)"/g, '“$1”'))
  if (unit !== '' && !(beside.soldBy && isSameUnit([unit], beside.soldBy)))
    return ask(otherUnit(written, beside.soldBy))
  const base = per === '' ? 1 : readQuantity(per).value
  if (base === undefined) return ask(`“${written}” is no price of a whole number.`)
  if (read.value % base !== 0) return ask(`“${written}” is no whole amount for one.`)
  return { unit: read.value / base, written, problem: null }
}

function bareAmount(text: string): string {
  return text.replace(MARKER, '').replace(EACH, '')
}

/** Why a quantity or price in another unit is asked about. */
export function otherUnit(written: string, soldBy: string | undefined): string {
  return `“${written}” is not clear${soldBy ? `, as this is sold by “${soldBy}”` : ''}.`
}

/** Whether a unit, by one of its names, is the one that a product is sold by. */
export function isSameUnit(names: readonly string[], soldBy: string): boolean {
  const ofLabel = fold(soldBy)
  if (names.some((name) => fold(name) === ofLabel)) return true
  // "Case" may be any case, but a case of 12 is no case of 6.
  return names.some((name) => (PIECES.has(fold(name).replace(/s$/, '')) ? PIECES.has(ofLabel) : isUnitOf(name, soldBy)))
}
