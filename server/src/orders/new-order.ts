import type { OrderingBuyer, OrderingCustomer } from './find-orderer.ts'
import type { CreditHold } from '../shared/credit.ts'
import type { Delivery } from './delivery.ts'
import type { Totals } from './order-settings.ts'
import type { PricedLine } from './price-lines.ts'
import type { ByHand, Quoted } from './price-by-hand.ts'

/**
 * `unit` is the unit price that was shown, in minor units: an order at any other is refused. Left out: at any price.
 */
export type NewLine = {
  sku: string
  qty: number
  unit?: number | undefined
  /** A price that staff set for this line. */
  manual?: ByHand | undefined
  /** The price of the quote that it is ordered from. */
  quoted?: Quoted | undefined
}

/** The input for a new order. */
export type NewOrder = {
  /** Id or account code. */
  customer: string
  lines: NewLine[]
  /** Id or e-mail of the buyer who orders; left out if staff or the operator order. */
  buyer?: string | undefined
  /** The buyer who asked for approval, where the one who orders has approved it. */
  requestedBy?: { id: string; name: string; email: string } | undefined
  poNumber?: string | undefined
  /** Left out: that of the buyer. */
  costCentre?: string | null | undefined
  note?: string | undefined
  /** Id of a delivery address of the customer. */
  deliverTo?: string | null | undefined
  /** A day: 2027-01-05. */
  wantedOn?: string | null | undefined
  /** Staff have seen that it stays below the minimum order value, and place it in spite of that. */
  belowMinimum?: boolean | undefined
  /** Staff have seen that prices by hand are far below those by the rules, and mean it. */
  lowPrices?: boolean | undefined
  /** An idempotency token: a repeat with the same token returns the existing order, and places no second one. */
  token?: string | undefined
}

export type PlacedOrder = { id: string; number: number }

/** The same with whom it is for and from, as they were read. `customer` is locked. */
export type OrderOf = Omit<NewOrder, 'customer' | 'buyer'> & {
  customer: OrderingCustomer
  buyer: OrderingBuyer | null
}

/** A checked and priced order, ready to write. */
export type OrderToWrite = Omit<OrderOf, 'lines' | keyof Delivery> & {
  currency: string
  lines: PricedLine[]
  creditHold: CreditHold | null
} & Totals &
  Delivery
