import { PROMISE_LIMITS } from '../../../../server/src/rules/limits.ts'
import { isDay } from '../../../../server/src/rules/day-and-time.ts'
import { moneyText, parseMoney } from '../../shared/money.tsx'
import { parseQuantity } from '../../shared/quantity.ts'
import type { Choice } from '../../shared/search-select.tsx'
import { choiceOf } from '../choices.ts'
import type { PricePromise } from './promise-queries.ts'

export const MOST_LINES = PROMISE_LIMITS.lines
/** Minor units; as the service takes it. */
const MAX_TOTAL = 1_000_000_000_000

/** What is typed of a line. `key` tells lines apart while they are edited. */
export type LineText = { key: number; product: Choice | null; qty: string; unit: string }

/** What is typed of a promise: a price for each line, or a total for all of them. */
export type PromiseText = {
  customer: Choice | null
  kind: 'lines' | 'total'
  lines: LineText[]
  total: string
  untilOn: string
  note: string
}

export function emptyLine(key: number): LineText {
  return { key, product: null, qty: '1', unit: '' }
}

/** The fields of a promise that is changed. */
export function textOf(promise: PricePromise, currency: string): PromiseText {
  const { customer, lines, total, untilOn, note } = promise
  return {
    customer: choiceOf(customer.id, customer.name, customer.accountCode),
    kind: total === null ? 'lines' : 'total',
    lines: lines.map(({ sku, qty, unit }, key) => ({
      key,
      product: choiceOf(sku, sku),
      qty: String(qty),
      unit: unit === null ? '' : moneyText(unit, currency),
    })),
    total: total === null ? '' : moneyText(total, currency),
    untilOn,
    note,
  }
}

/** What is wrong, by field. */
export function problemsOf(
  { customer, kind, lines, total, untilOn }: PromiseText,
  currency: string,
): Record<string, string | undefined> {
  const ofLines = lines.flatMap(({ product, qty, unit }, i) => [
    [`lines.${i}.sku`, product === null ? 'Choose a product.' : undefined],
    [`lines.${i}.qty`, parseQuantity(qty).problem],
    [`lines.${i}.unit`, kind === 'lines' ? problemOf(unit, currency) : undefined],
  ])
  return {
    ...Object.fromEntries(ofLines),
    customer: customer === null ? 'Choose a customer.' : undefined,
    total: kind === 'total' ? problemOf(total, currency, MAX_TOTAL) : undefined,
    untilOn: isDay(untilOn.trim()) ? undefined : 'Write a day, such as 2027-06-30.',
  }
}

function problemOf(text: string, currency: string, max?: number): string | undefined {
  const { value, problem } = parseMoney(text, currency, { max })
  return problem ?? (typeof value === 'number' ? undefined : 'Write an amount.')
}

/** What is sent of a form without problems. */
export function bodyOf({ customer, kind, lines, total, untilOn, note }: PromiseText, currency: string) {
  const amount = (text: string) => parseMoney(text, currency, { max: MAX_TOTAL }).value as number
  return {
    customer: customer!.value,
    lines: lines.map(({ product, qty, unit }) => ({
      sku: product!.value,
      qty: parseQuantity(qty).value!,
      unit: kind === 'lines' ? amount(unit) : null,
    })),
    total: kind === 'total' ? amount(total) : null,
    untilOn: untilOn.trim(),
    note: note.trim(),
  }
}
