/** The statuses of an order, in the order of its life. */
export const ORDER_STATUSES = ['new', 'confirmed', 'dispatched', 'completed', 'cancelled'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

type OrderStep = {
  label: string
  /** What staff do to bring an order here, and what was done then. The verb names the action in the activity. */
  verb: string
  done: string
  /** Where the order can go from here. */
  next: readonly OrderStatus[]
  /** What mails to buyers say of the order; null: none is sent. */
  news: string | null
  colour: string
}

/** All that is known of the steps of an order. Service and pages take names, moves and words from here. */
export const ORDER_STEPS: Record<OrderStatus, OrderStep> = {
  new: {
    label: 'New',
    verb: 'Place',
    done: 'placed',
    next: ['confirmed', 'cancelled'],
    news: 'was placed',
    colour: 'indigo',
  },
  confirmed: {
    label: 'Confirmed',
    verb: 'Confirm',
    done: 'confirmed',
    next: ['dispatched', 'cancelled'],
    news: 'is confirmed',
    colour: 'blue',
  },
  dispatched: {
    label: 'Dispatched',
    verb: 'Dispatch',
    done: 'dispatched',
    next: ['completed'],
    news: 'is on its way',
    colour: 'cyan',
  },
  completed: {
    label: 'Completed',
    verb: 'Complete',
    done: 'completed',
    next: [],
    news: null,
    colour: 'green',
  },
  cancelled: {
    label: 'Cancelled',
    verb: 'Cancel',
    done: 'cancelled',
    next: [],
    news: 'is cancelled',
    colour: 'gray',
  },
}

/** Orders that are neither completed nor cancelled. */
export const OPEN: readonly OrderStatus[] = ORDER_STATUSES.filter((status) => ORDER_STEPS[status].next.length > 0)

/** A move that staff make along the usual way of an order. To cancel an order is none. */
export type OrderTransition = { verb: string; from: OrderStatus; to: OrderStatus }

export const ORDER_MOVES: readonly OrderTransition[] = ORDER_STATUSES.flatMap((from) =>
  ORDER_STEPS[from].next.filter((to) => to !== 'cancelled').map((to) => ({ verb: ORDER_STEPS[to].verb, from, to })),
)

/** The only step back: a dispatch by mistake, in the application alone. */
export const DISPATCH_TAKEN_BACK = {
  verb: 'Back to confirmed',
  from: 'dispatched',
  to: 'confirmed',
  /** How long it is possible, in milliseconds. */
  withinMs: 3_600_000,
  news: 'is not on its way yet',
} as const

/** Until when the dispatch of an order can be taken back; null if there is none. `history` is in the order of time. */
export function takenBackUntil(history: readonly { status: OrderStatus; at: string }[]): Date | null {
  const last = history.at(-1)
  if (last?.status !== DISPATCH_TAKEN_BACK.from) return null
  return new Date(Date.parse(last.at) + DISPATCH_TAKEN_BACK.withinMs)
}

/** The statuses in which staff can change the lines of an order. */
export const CHANGEABLE: readonly OrderStatus[] = ['new', 'confirmed']

/** The statuses from which an order can be cancelled. */
export const CANCELLABLE = ORDER_STATUSES.filter((status) => ORDER_STEPS[status].next.includes('cancelled'))

/** The name of a status for buyers: to them, no order is new. */
export function labelForBuyers(status: OrderStatus): string {
  return status === 'new' ? 'Placed' : ORDER_STEPS[status].label
}

/** The status as it stands within a sentence: "confirmed". */
export function statusInWords(status: OrderStatus): string {
  return ORDER_STEPS[status].label.toLowerCase()
}

/** "new", "new or confirmed", "new, confirmed or dispatched". */
export function listInWords(words: readonly string[], type: 'conjunction' | 'disjunction'): string {
  return new Intl.ListFormat('en-GB', { type }).format(words)
}
