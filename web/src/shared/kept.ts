/** Whose data this browser keeps for times without a connection. All tabs look here before they write more of it. */
const KEPT_FOR = 'portal-kept-for'
export const KEPT_DATABASE = 'trade-portal'

export function keepFor(buyerId: string): void {
  localStorage.setItem(KEPT_FOR, buyerId)
}

export function isKeptFor(buyerId: string): boolean {
  return localStorage.getItem(KEPT_FOR) === buyerId
}

/** Deletes what is kept, as somebody else may use this browser next. A tab that still has it open closes it soon. */
export function forgetKept(): void {
  localStorage.removeItem(KEPT_FOR)
  indexedDB.deleteDatabase(KEPT_DATABASE)
}
