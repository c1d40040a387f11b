import type { Customer, Known, Product } from './reference.ts'
import type { Changed, Shop, Way } from './shop.ts'

/**
 * Keeps how an act can be undone: each record gets back what it was, and new ones go, but for what anybody has changed
 * since, or needs. The version comes back, so that an act before can be undone, too.
 */
export function keepUndo(shop: Shop, way: Way, changes: readonly Changed[]): void {
  const left = changes.map(({ record }) => record.version)
  const undo = () => {
    const back = changes.filter(
      (change, i) => change.record.version === left[i] && isThere(shop, change.record) && mayGo(shop, change),
    )
    for (const { record, was } of back) {
      if (was === null) remove(shop, record)
      else Object.assign(record, was)
    }
    return { undoes: back.length, leaves: changes.length - back.length }
  }
  shop.undoable.push({ ...way, undo })
}

function isThere({ state }: Shop, record: Known): boolean {
  return Object.values(state).some((records) => (records as unknown[]).includes(record))
}

/** A brand, category or group that is gone does not come back, and a new product that is used stays. */
function mayGo({ state, used }: Shop, { record, was }: Changed): boolean {
  if (was === null) {
    return !('sku' in record) || !(used.has(record.id) || state.agreed.some(({ product }) => product === record.id))
  }
  const { brand, category, group } = was as Partial<Product & Customer>
  const places = [brand, category].every((id) => id == null || state.places.some((place) => place.id === id))
  return places && (group == null || state.groups.some(({ id }) => id === group))
}

function remove({ state }: Shop, record: Known): void {
  for (const records of Object.values(state)) {
    const place = (records as unknown[]).indexOf(record)
    if (place >= 0) records.splice(place, 1)
  }
}
