import type { ChangeLines } from './read-change-lines.ts'
import { tariffOf } from './read-payers.ts'
import type { Payer } from './read-payers.ts'

/** Marks the lines on which the agreed price of a price group keeps a customer who sees the product from the change. */
export function shieldByGroups({ agreed, seen }: ChangeLines, payers: readonly Payer[]): void {
  const inGroup = payers.filter(({ group }) => group !== null)
  for (const [groupId, members] of Map.groupBy(inGroup, ({ group }) => group!.id)) {
    const seenBy = new Map(members.map(({ id }) => [id, new Set(seen.get(id))]))
    const openPlaces = new Map<string, boolean>()
    for (const line of agreed.get(groupId) ?? []) {
      const { brandId, categoryId } = line
      if (line.shielded || !line.active || line.before === null || line.before === line.after) continue
      const payIt = (payer: Payer) => tariffOf(payer, brandId, categoryId).group !== null
      line.shielded = line.isSelected
        ? members.some((payer) => seenBy.get(payer.id)!.has(line) && payIt(payer))
        : openPlaces.getOrInsertComputed(`${brandId} ${categoryId}`, () => members.some(payIt))
    }
  }
}
