import { isDay } from '../../../../server/src/shared/day-and-time.ts'
import { moneyText, parseMoney } from '../../shared/money.tsx'
import { parseQuantity } from '../../shared/quantity.ts'
import type { AgreedPrice } from './agreed-price-columns.tsx'

/** What the dialog of an agreed price holds, as typed. */
export type AgreedTermsText = { unit: string; minQty: string; startsOn: string; endsOn: string }

export type AgreedTerms = { unit: number; minQty: number; startsOn: string | null; endsOn: string | null }

export function agreedTermsText(price: AgreedPrice | undefined, currency: string): AgreedTermsText {
  return {
    unit: price ? moneyText(price.unit, currency) : '',
    minQty: String(price?.minQty ?? 1),
    startsOn: price?.startsOn ?? '',
    endsOn: price?.endsOn ?? '',
  }
}

/** What is wrong with each field, if anything. */
export function agreedTermsProblems({ unit, minQty, startsOn, endsOn }: AgreedTermsText, currency: string) {
  const price = parseMoney(unit, currency)
  const isLate = isDay(startsOn) && isDay(endsOn) && endsOn < startsOn
  return {
    unit: price.problem ?? (price.value === null ? 'Write a price.' : undefined),
    minQty: parseQty(minQty).problem,
    startsOn: dayProblem(startsOn),
    endsOn: dayProblem(endsOn) ?? (isLate ? 'The end is before the start.' : undefined),
  }
}

function dayProblem(day: string): string | undefined {
  return day === '' || isDay(day) ? undefined : 'Write the date as 2027-01-05.'
}

/** What is typed, as the service takes it; null while a field is wrong. */
export function readAgreedTerms(text: AgreedTermsText, currency: string): AgreedTerms | null {
  if (Object.values(agreedTermsProblems(text, currency)).some((problem) => problem !== undefined)) return null
  return {
    unit: parseMoney(text.unit, currency).value!,
    minQty: parseQty(text.minQty).value!,
    startsOn: text.startsOn || null,
    endsOn: text.endsOn || null,
  }
}

/** A blank quantity is 1. */
function parseQty(text: string) {
  return parseQuantity(text.trim() || '1')
}
