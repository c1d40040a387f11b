import { ROLES, ROLE_WORDS } from './roles.ts'
import type { Role } from './roles.ts'

export { ROLES, ROLE_WORDS }
export type { Role }

export type Right = keyof typeof TABLE

const SELLERS = ['owner', 'manager', 'orders'] as const
const PRICERS = ['owner', 'manager', 'pricing'] as const
const MANAGERS = ['owner', 'manager'] as const

/**
 * Who may what: the only place that says it. Each operation of the console names its right; the service, the pages and
 * docs/people.md follow from this.
 */
const TABLE = {
  read: { words: 'reading all but people and API keys; own views, mails and leaving', roles: ROLES },
  orders: { words: 'placing, changing and moving orders', roles: SELLERS },
  quotes: { words: 'making quotes', roles: ['owner', 'manager', 'pricing', 'orders'] },
  othersQuotes: { words: 'changing, sending and withdrawing quotes that a colleague made', roles: PRICERS },
  // "Orders" has it too where the settings say so: `mayPriceByHand`.
  pricesByHand: { words: 'prices by hand in orders and quotes', roles: PRICERS },
  buyers: { words: 'the addresses and buyers of customers', roles: SELLERS },
  customers: { words: 'adding and changing customers, and their part numbers', roles: MANAGERS },
  terms: { words: 'discounts, agreed prices and price groups', roles: PRICERS },
  priceChanges: { words: 'price changes', roles: PRICERS },
  products: { words: 'adding and changing products and pictures', roles: PRICERS },
  imports: { words: 'importing files', roles: PRICERS },
  deletions: { words: 'deleting products and customers', roles: MANAGERS },
  settings: { words: 'settings of the workspace, of ordering and of the trade portal', roles: MANAGERS },
  people: { words: 'inviting people, changing roles, removing people, and personal data', roles: ['owner'] },
  keys: { words: 'API keys', roles: ['owner'] },
} as const satisfies Record<string, { words: string; roles: readonly Role[] }>

export const RIGHTS: Record<Right, { words: string; roles: readonly Role[] }> = TABLE

/** Whether somebody with that role has the right, or one of several. */
export function may(role: Role, right: Right | readonly Right[]): boolean {
  return [right].flat().some((one) => RIGHTS[one].roles.includes(role))
}

/** The rights that a change of the role takes away. */
export function lostRights(from: Role, to: Role): Right[] {
  return (Object.keys(RIGHTS) as Right[]).filter((right) => may(from, right) && !may(to, right))
}

/** Whether somebody with that role may set prices by hand. `allowed`: whether the settings allow it to "Orders". */
export function mayPriceByHand(role: Role, allowed: boolean): boolean {
  return may(role, 'pricesByHand') || (allowed && role === 'orders')
}

/** The rights that are left to who is held to the customers whose contact they are: what names one of these customers. */
const LEFT = ['read', 'orders', 'quotes', 'othersQuotes', 'pricesByHand', 'buyers', 'terms'] as const satisfies Right[]
export const HELD_RIGHTS: readonly Right[] = LEFT

/** The rights that are not: each operation that needs one of them refuses who is held. */
export type RightBeyondOwn = Exclude<Right, (typeof LEFT)[number]>

/** Roles that can be held so. */
export function canBeHeld(role: Role): boolean {
  return role !== 'owner' && role !== 'manager'
}

/** What they are told of the rest. */
export const HELD = 'You are held to your own customers, and this shows or changes more than these. Ask an owner.'

type MadeQuote = { history: readonly { by: { type: string; id: string | null; name: string } }[] }

/**
 * Why a member cannot work on a quote, or null: without the right to those of colleagues, on own ones and those that
 * buyers asked for; any can be ordered from.
 */
export function notOwnQuote({ id, role }: { id: string; role: Role }, { history }: MadeQuote): string | null {
  const by = history[0]?.by
  if (may(role, 'othersQuotes') || by?.type !== 'staff' || by.id === id) return null
  // Without an id, they were erased.
  return by.id === null
    ? 'Somebody who has left made this quote. Copy it to go on.'
    : `${by.name} made this quote. Ask them, or copy it.`
}

/** The rights that it takes to import a file of that kind, or to undo that. */
export function rightsOfImport(kind: string): Right[] {
  return kind === 'customers' || kind === 'customer_codes' ? ['imports', 'customers'] : ['imports']
}

/** What somebody is told who lacks the right: what their role does not include, and who can help. */
export function lackOf(role: Role, right: Right | readonly Right[]): string {
  const rights = [right].flat()
  const missing = rights.map((one) => RIGHTS[one].words).join(', or ')
  const helpers = ROLES.filter((other) => may(other, rights)).map((other) => ROLE_WORDS[other].label)
  const who = helpers.length === 1 ? 'Ask an owner.' : `Ask somebody with one of the roles ${helpers.join(', ')}.`
  return `Your role, ${ROLE_WORDS[role].label}, does not include ${missing}. ${who}`
}
