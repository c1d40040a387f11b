/** What makes a product one that a customer ordered regularly, and has stopped ordering. */
export const STOPPED = {
  /** At least so many orders have it, */
  orders: 3,
  /** the first and the last of them so many days apart. */
  days: 28,
  /** It was not ordered since for so many times the usual days between two orders, and for as many days as above. */
  times: 2,
} as const

/** The same in words. */
export const STOPPED_IN_WORDS =
  `Ordered at least ${STOPPED.orders} times over ${STOPPED.days / 7} weeks or more, then not for more than twice as ` +
  `long as usual between two orders, and ${STOPPED.days / 7} weeks at least.`
