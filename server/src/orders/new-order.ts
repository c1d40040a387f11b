import type { OrderingCustomer } from './find-orderer.ts'
import type { PricedLine } from './price-lines.ts'

/** An order as it is asked for. */
export type NewOrder = {
  /** Id or account code. */
  customer: string
  lines: { sku: string; qty: number }[]
  /** E-mail of the buyer who orders; left out where staff or the operator do. */
  buyer?: string | undefined
  poNumber?: string | undefined
  note?: string | undefined
  /** A repeat with the same one returns the order that is there, and places none. */
  token?: string | undefined
}

export type PlacedOrder = { id: string; number: number }

/** An order that can be written. */
export type OrderToWrite = Omit<NewOrder, 'customer' | 'buyer' | 'lines'> & {
  number: number
  currency: string
  customer: OrderingCustomer
  buyer: { name: string; email: string } | null
  lines: PricedLine[]
  subtotal: number
}
