/** What a member of the staff can be, from the one that may most. */
export const ROLES = ['owner', 'manager', 'pricing', 'orders', 'viewer'] as const
export type Role = (typeof ROLES)[number]

/** Each role as pages name it, and what it may, in a line. */
export const ROLE_WORDS: Record<Role, { label: string; may: string }> = {
  owner: { label: 'Owner', may: 'Everything, people and API keys too.' },
  manager: { label: 'Manager', may: 'Everything but people and API keys.' },
  pricing: { label: 'Pricing', may: 'Products, terms, price changes and quotes. Reads orders.' },
  orders: { label: 'Orders', may: 'Orders, quotes, and the addresses and buyers of customers. Changes no prices.' },
  viewer: { label: 'Viewer', may: 'Reads everything but people and API keys, and changes nothing.' },
}
