/** What a buyer may do, for a combobox. */
export const BUYER_ROLES = [
  { value: 'order', label: 'May order' },
  { value: 'prepare', label: 'May prepare a basket' },
]

export function buyerRole(mayOrder: boolean): string {
  return BUYER_ROLES[mayOrder ? 0 : 1]!.label
}
