import { recordPart } from '../../activity/record-activity.ts'
import type { WorkspaceContext } from '../../context.ts'
import type { AgreedTerms } from '../../agreed-prices/agreed-price-placement.ts'
import type { OwnedPrice } from '../../agreed-prices/agreed-price-rows.ts'
import { placeAgreedPrices } from '../../agreed-prices/place-agreed-prices.ts'
import type { AgreedPriceItem, AgreedPricePlacement, PlacedRow } from '../../agreed-prices/place-agreed-prices.ts'
import { intactAgreedPrices, restoreAgreedPrices } from '../../agreed-prices/restore-agreed-prices.ts'
import type { AgreedPriceBefore } from '../../agreed-prices/restore-agreed-prices.ts'
import type { Batch, Undone, UndoneChange, Written } from '../import-kind.ts'
import type { NotedChange } from '../note-changes.ts'
import { changesOf, NO_TERMS } from './agreed-price-changes.ts'

/** Writes agreed prices as they are pasted: those that fit. */
export async function writeAgreedPriceRows(trx: WorkspaceContext, { rows }: Batch<AgreedPriceItem>): Promise<Written> {
  const placement = await placeAgreedPrices(
    trx,
    rows.map(({ item }) => item),
  )
  const { placed, refused } = placement
  const changes = notedChanges(placement)
  if (changes.length > 0) await recordPart(trx)
  const labels = new Map(rows.map(({ line, label }) => [line, label]))
  const count = (wanted: PlacedRow['kind']) => placed.filter(({ kind }) => kind === wanted).length
  return {
    created: count('add'),
    updated: count('change'),
    unchanged: count('same'),
    changes,
    rejected: refused.map(({ line, reason }) => ({ line, label: labels.get(line) ?? null, reason })),
  }
}

/** A row may also end another price where its own begins. */
function notedChanges({ placed, inserts, updates, stored }: AgreedPricePlacement): NotedChange[] {
  const rowOf = new Map(placed.flatMap((row) => (row.ends ? [[row.ends.id, row] as const] : [])))
  for (const row of placed) if (row.kind !== 'same') rowOf.set(row.id, row)
  const noted = (price: OwnedPrice) => {
    const { line, product, customer } = rowOf.get(price.id)!
    return { recordId: price.id, shownOn: price.customerId, label: `${product.sku} for ${customer.name}`, line }
  }
  return [
    ...inserts.map((price): NotedChange => ({
      ...noted(price),
      kind: 'created',
      changes: changesOf(NO_TERMS, price),
      before: null,
    })),
    ...updates.map((price): NotedChange => {
      const { unit, minQty, startsAt, endsAt } = stored.get(price.id)!
      const before = { unit, minQty, startsAt, endsAt }
      return { ...noted(price), kind: 'updated', changes: changesOf(before, price), before }
    }),
  ]
}

/** Gives agreed prices their old terms back, and removes new ones. */
export async function undoAgreedPrices(trx: WorkspaceContext, changes: readonly UndoneChange[]): Promise<Undone> {
  const undone = await restoreAgreedPrices(trx, changes.map(beforeOf))
  await recordPart(trx)
  return undone
}

export function intactAgreedPriceRows(context: WorkspaceContext, changes: readonly UndoneChange[]): Promise<string[]> {
  return intactAgreedPrices(context, changes.map(beforeOf))
}

function beforeOf({ recordId: id, before, version }: UndoneChange): AgreedPriceBefore {
  return { id, version, before: termsOf(before as AgreedTerms | null) }
}

/** From JSON, which has times as texts. */
function termsOf(before: AgreedTerms | null): AgreedTerms | null {
  if (before === null) return null
  const { startsAt, endsAt, ...terms } = before
  return { ...terms, startsAt: startsAt && new Date(startsAt), endsAt: endsAt && new Date(endsAt) }
}
