import { counted } from '../../../../server/src/shared/counted.ts'
import { percent } from '../../../../server/src/shared/basis-points.ts'
import { formatMoney } from '../../shared/money.tsx'
import type { Customer } from './customer-queries.ts'
import { scopeWords } from './discount-scope.ts'
import type { DiscountRule } from './discount-scope.ts'

/** Discounts that are named one by one. */
const NAMED = 3

/** "brand Hollin", as it stands within a sentence. */
function scopeInSentence(rule: DiscountRule): string {
  const words = scopeWords(rule)
  return words[0]!.toLowerCase() + words.slice(1)
}

/** What was agreed with a customer, in one line: "Payment in 30 days, no credit limit, 5% on everything." */
export function termsInWords(customer: Customer, currency: string): string {
  const { paymentTermsDays: days, creditLimit, poRequired, group, discountRules, agreedPriceCount } = customer
  const words = [
    days === null ? 'No payment terms' : days === 0 ? 'Payment at once' : `Payment in ${counted(days, 'day')}`,
    creditLimit === null ? 'no credit limit' : `a credit limit of ${formatMoney(creditLimit, currency)}`,
    ...(poRequired ? ['a PO number for each order'] : []),
    ...(group ? [`price group ${group.name}`] : []),
    ...(discountRules.length > NAMED
      ? [counted(discountRules.length, 'discount')]
      : discountRules.map((rule) => `${percent(rule.discountBp)} on ${scopeInSentence(rule)}`)),
    ...(agreedPriceCount > 0 ? [counted(agreedPriceCount, 'agreed price')] : []),
  ]
  return `${words.join(', ')}.`
}
