/** What a buyer may do, for a combobox. */
export const ROLES = [
  { value: 'order', label: 'May order' },
  { value: 'prepare', label: 'May prepare a basket' },
]

export function roleOf(mayOrder: boolean): string {
  return ROLES[mayOrder ? 0 : 1]!.label
}
