/** The statuses of a quote, in the order of its life. `expired` is told by the day, and never stored. */
export const QUOTE_STATUSES = ['asked', 'sent', 'ordered', 'declined', 'expired', 'withdrawn'] as const
export type QuoteStatus = (typeof QUOTE_STATUSES)[number]
export type StoredQuoteStatus = Exclude<QuoteStatus, 'expired'>

/** What a status is called, and how it looks. */
export const QUOTE_WORDS: Record<QuoteStatus, { label: string; forBuyers: string; colour: string }> = {
  asked: { label: 'To price', forBuyers: 'Asked', colour: 'orange' },
  sent: { label: 'Sent', forBuyers: 'Valid', colour: 'indigo' },
  ordered: { label: 'Ordered', forBuyers: 'Ordered', colour: 'green' },
  declined: { label: 'Declined', forBuyers: 'Declined', colour: 'gray' },
  expired: { label: 'Expired', forBuyers: 'Expired', colour: 'gray' },
  withdrawn: { label: 'Withdrawn', forBuyers: 'Withdrawn', colour: 'gray' },
}

/** The most days from today on which a quote can still be valid. */
export const QUOTE_DAYS = 366

/** A day, 2027-06-30, as "30 June". */
function dayAndMonth(day: string): string {
  const options = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', options)
}

/** What names a quote beside its price: "Quote 17, until 30 June". */
export function quoteLabel(number: number, validUntil: string): string {
  return `Quote ${number}, until ${dayAndMonth(validUntil)}`
}

/** Whether that quantity of a line has its quoted price. */
export function isQuoted({ qty, orMore }: { qty: number; orMore: boolean }, wanted: number): boolean {
  return orMore || wanted <= qty
}
