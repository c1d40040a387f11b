import { InvalidRequest } from '../errors.ts'
import { ORDER_STEPS } from '../shared/order-steps.ts'
import type { OrderStatus } from '../shared/order-steps.ts'

/** Throws InvalidRequest if the move is not allowed. The message names the allowed moves. */
export function requireMove(from: OrderStatus, to: OrderStatus, note: string | undefined): void {
  if (to === 'cancelled' && note === undefined) {
    throw new InvalidRequest('Give a reason in `note`: an order is only cancelled with one.')
  }
  if (ORDER_STEPS[from].next.includes(to)) return
  const refusal = from === to ? `The order is ${to} already.` : `${sentenceName(from)} cannot be marked ${to}.`
  throw new InvalidRequest(`${refusal} ${whatNext(from)}`)
}

/** Messages call a new order a received one. */
function sentenceName(status: OrderStatus): string {
  return `A ${status === 'new' ? 'received' : status} order`
}

function whatNext(from: OrderStatus): string {
  const words = ORDER_STEPS[from].next.map((to) => (to === 'cancelled' ? 'cancelled with a reason' : `marked ${to}`))
  return words.length === 0 ? 'Nothing comes after that.' : `It can be ${words.join(', or ')}.`
}
