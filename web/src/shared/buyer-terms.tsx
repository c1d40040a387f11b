import { Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { MAX_CREDIT_LIMIT, ORDER_LIMITS } from '../../../server/src/shared/limits.ts'
import { limitInWords } from '../../../server/src/shared/order-quantity.ts'
import type { OrderLimit } from '../../../server/src/shared/order-quantity.ts'
import { formatMoney, MoneyInput, moneyText, parseMoney } from './money.tsx'
import { throwProblems } from './use-submit.ts'

/** On what terms a buyer orders. */
export type BuyerTerms = { orderLimit: OrderLimit; costCentre: string | null }

const KINDS = [
  { value: 'any', label: 'Any sum' },
  { value: 'limit', label: 'Up to a sum' },
  { value: 'nothing', label: 'Nothing: prepares baskets' },
]

/** "Any sum", "Up to £500.00" or "Prepares baskets" */
export function limitLabel(limit: OrderLimit, currency: string): string {
  if (limit === 0) return 'Prepares baskets'
  const words = limitInWords(limit, (minor) => formatMoney(minor, currency))
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What was saved: "Ida Third may order up to £500.00." */
export function savedTerms(name: string, { orderLimit, costCentre }: Partial<BuyerTerms>, currency: string): string {
  if (orderLimit !== undefined) {
    return `${name} may order ${limitInWords(orderLimit, (minor) => formatMoney(minor, currency))}.`
  }
  return costCentre ? `Orders of ${name} say ${costCentre}.` : `Orders of ${name} say no cost centre.`
}

/** The terms as somebody types them. `read` throws what is wrong at its field. */
export function useBuyerTerms(initial: BuyerTerms, currency: string) {
  const { orderLimit } = initial
  const [kind, setKind] = useState(orderLimit === null ? 'any' : orderLimit === 0 ? 'nothing' : 'limit')
  const [limit, setLimit] = useState(orderLimit ? moneyText(orderLimit, currency) : '')
  const [costCentre, setCostCentre] = useState(initial.costCentre ?? '')
  const read = (): BuyerTerms => {
    const typed = parseMoney(limit, currency, { max: MAX_CREDIT_LIMIT })
    const missing = typed.value ? undefined : 'Write the largest sum, above zero.'
    throwProblems({ orderLimit: kind === 'limit' ? (typed.problem ?? missing) : undefined })
    const sum = kind === 'limit' ? typed.value! : kind === 'any' ? null : 0
    return { orderLimit: sum, costCentre: costCentre.trim() || null }
  }
  return { kind, setKind, limit, setLimit, costCentre, setCostCentre, currency, read }
}

type FieldsProps = {
  terms: ReturnType<typeof useBuyerTerms>
  /** Whether the limit stays as it is. */
  isLimitFixed?: boolean
  fieldError: (path: string) => string | undefined
}

/** Up to which sum a buyer may order, and the cost centre. */
export function BuyerTermsFields({ terms, isLimitFixed = false, fieldError }: FieldsProps) {
  const isLimited = !isLimitFixed && terms.kind === 'limit'
  return (
    <>
      {!isLimitFixed && (
        <Select
          label="May order"
          description="In one order, before tax. For more, a colleague is asked to approve it."
          data={KINDS}
          value={terms.kind}
          allowDeselect={false}
          error={isLimited ? undefined : fieldError('orderLimit')}
          onChange={(kind) => terms.setKind(kind ?? 'any')}
        />
      )}
      {isLimited && (
        <MoneyInput
          label="Limit"
          name="orderLimit"
          required
          currency={terms.currency}
          max={MAX_CREDIT_LIMIT}
          value={terms.limit}
          onChange={terms.setLimit}
          error={fieldError('orderLimit')}
        />
      )}
      <TextInput
        label="Cost centre"
        description="Or another reference. It is shown on each order."
        name="costCentre"
        autoComplete="off"
        maxLength={ORDER_LIMITS.costCentre}
        value={terms.costCentre}
        error={fieldError('costCentre')}
        onChange={(event) => terms.setCostCentre(event.currentTarget.value)}
      />
    </>
  )
}
