import { useQuery } from '@tanstack/react-query'
import { moneyText } from '../../shared/money.tsx'
import { choiceOf } from '../choices.ts'
import { priceQuery } from '../prices/price-query.ts'
import { customerQuery } from '../customers/customer-queries.ts'
import { useWorkspace } from '../workspace-context.tsx'
import type { PromiseText } from './promise-form.ts'

type Asked = { customer?: string; product?: string; quantity?: string }

/** What a new promise begins with, by the address: a customer, and the present price of a product. Null until it is read. */
export function useBegun({ customer = '', product = '', quantity = '' }: Asked): Partial<PromiseText> | null {
  const { slug, currency } = useWorkspace()
  const ofCustomer = useQuery({ ...customerQuery(slug, customer), enabled: customer !== '' })
  const ofPrice = useQuery(priceQuery(slug, { customer, product, quantity: quantity || '1', date: '' }))
  if (customer === '') return {}
  const found = ofCustomer.data
  if (!found) return ofCustomer.isError ? {} : null
  const named = { customer: choiceOf(found.id, found.name, found.accountCode) }
  if (product === '') return named
  // Else it may be the price that was asked for before.
  if (!ofPrice.data || ofPrice.isPlaceholderData) return ofPrice.isError ? named : null
  const { sku, name, qty, price } = ofPrice.data
  const unit = price.unit === null ? '' : moneyText(price.unit, currency)
  return { ...named, lines: [{ key: 0, product: choiceOf(sku, `${sku} ${name}`), qty: String(qty), unit }] }
}
