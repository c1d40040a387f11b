/*
 * What prices are, as `docs/prices.md` tells it, over plain data. It knows no SQL and nothing of the service: it looks at
 * every term for every price.
 */

/** Times are milliseconds; null: no limit. Amounts are minor units. `version` is another one after each change. */
export type Owner = { customer: string } | { group: number }
export type Place = { id: number; kind: 'brand' | 'category'; name: string }
export type Group = { id: number; name: string }
export type Customer = { id: string; code: string; group: number | null; version: number }
export type Discount = { id: string | null; owner: Owner; on: number | null; bp: number; version: number }
export type Agreed = {
  id: string | null
  owner: Owner
  product: string
  unit: number
  minQty: number
  from: number | null
  until: number | null
  version: number
}
export type Product = {
  id: string
  sku: string
  list: number | null
  brand: number | null
  category: number | null
  /** Account codes; null: everybody. */
  seenBy: string[] | null
  active: boolean
  minOrderQty: number
  version: number
}
export type Known = Product | Customer | Agreed | Discount
/** A draft, or scheduled at a time. New list prices by product. */
export type PriceChange = { id: string; at: number | null; lines: Map<string, number> }

export type State = {
  places: Place[]
  groups: Group[]
  customers: Customer[]
  products: Product[]
  discounts: Discount[]
  agreed: Agreed[]
  changes: PriceChange[]
}

/** More than any quantity from which prices are agreed. */
export const MOST = 30

export type Asked = { customer: string | null; product: Product; qty: number; at: number; list?: number | null }

type Candidate = {
  source: string
  label: string
  unit: number | null
  discountBp: number
  minQty: number
  applied: boolean
}

export const isSame = (a: Owner, b: Owner) => JSON.stringify(a) === JSON.stringify(b)

/** The price, and all that was considered, in order. `list`: another list price than the present one. */
export function priceOf(state: State, { customer, product, qty, at, list = product.list }: Asked) {
  const candidates: Candidate[] = []
  let winner: Candidate | undefined
  const consider = (candidate: Omit<Candidate, 'applied'>, applies: boolean) => {
    candidates.push({ ...candidate, applied: applies && !winner })
    if (applies) winner ??= candidates.at(-1)
  }
  const group = state.groups.find(({ id }) => id === state.customers.find(({ code }) => code === customer)?.group)
  const owners: { owner: Owner; prefix: string }[] = customer === null ? [] : [{ owner: { customer }, prefix: '' }]
  if (group) owners.push({ owner: { group: group.id }, prefix: `${group.name}: ` })
  for (const { owner, prefix } of owners) {
    const agreed = state.agreed
      .filter((term) => isSame(term.owner, owner) && term.product === product.id)
      .toSorted((a, b) => b.minQty - a.minQty || a.unit - b.unit || (a.from ?? 0) - (b.from ?? 0))
    for (const { unit, minQty, from, until } of agreed) {
      const label = prefix + (minQty > 1 ? `Agreed price from ${minQty}` : 'Agreed price')
      const holds = (from === null || from <= at) && (until === null || at < until)
      consider({ source: 'agreed', label, unit, discountBp: 0, minQty }, holds && minQty <= qty)
    }
    const scopes = { brand: product.brand, category: product.category, customer: null }
    for (const [source, on] of Object.entries(scopes)) {
      const bp = state.discounts.find((term) => isSame(term.owner, owner) && term.on === on)?.bp
      if (bp === undefined || (on === null && source !== 'customer')) continue
      const label = `${prefix}${bp / 100}% off ${state.places.find(({ id }) => id === on)?.name ?? 'everything'}`
      const unit = list === null ? null : discounted(list, bp)
      consider({ source, label, unit, discountBp: bp, minQty: 1 }, list !== null)
    }
  }
  consider({ source: 'list', label: '', unit: list, discountBp: 0, minQty: 1 }, true)
  const { unit, discountBp, source, label } = winner!
  const price = { unit, line: (unit ?? 0) * qty, list: list ?? 0, discountBp, source, label }
  return { price, candidates }
}

/** Half a minor unit is rounded up. */
function discounted(list: number, bp: number): number {
  return Number((2n * BigInt(list) * BigInt(10_000 - bp) + 10_000n) / 20_000n)
}

export function isVisible({ active, seenBy }: Product, customer: string | null): boolean {
  return active && (customer === null || seenBy === null || seenBy.includes(customer))
}

/** At each larger quantity at which one unit costs something else than at one less. */
export function breaksOf(state: State, asked: Asked): { minQty: number; unit: number }[] {
  const unit = (qty: number) => priceOf(state, { ...asked, qty }).price.unit
  const found: { minQty: number; unit: number }[] = []
  for (let qty = asked.qty + 1; qty <= MOST; qty++) {
    if (unit(qty) !== unit(qty - 1)) found.push({ minQty: qty, unit: unit(qty)! })
  }
  return found
}

/** The list price once all that is scheduled by then is published. */
export function listAt({ changes }: State, { id, list }: Product, at: number): number | null {
  const set = changes.filter((change) => change.at !== null && change.at <= at && change.lines.has(id))
  return (
    set
      .toSorted((a, b) => a.at! - b.at!)
      .at(-1)
      ?.lines.get(id) ?? list
  )
}

/** The first price after now that differs from the present one, until a time. */
export function comingOf(state: State, asked: Asked, until: number): { unit: number | null; from: string } | null {
  const { product, at: now } = asked
  const present = priceOf(state, asked).price.unit
  const scheduled = state.changes.flatMap(({ at, lines }) => (at !== null && lines.has(product.id) ? [at] : []))
  const turns = state.agreed
    .flatMap(({ from, until: end }) => [from, end])
    .filter((time) => time !== null && time > now)
  for (const time of [...scheduled, ...(turns as number[])].toSorted((a, b) => a - b)) {
    if (time > until) break
    const then = { ...asked, at: Math.max(time, now), list: listAt(state, product, time) }
    const { unit } = priceOf(state, then).price
    if (unit !== present) return { unit, from: new Date(time).toISOString() }
  }
  return null
}

/** What each customer sees at a time, at the price of one, by SKU. */
export function pagesOf(state: State, at: number) {
  return state.customers.map(({ code }) => {
    const seen = state.products.filter((product) => isVisible(product, code))
    return new Map(seen.map((product) => [product.sku, priceOf(state, { customer: code, product, qty: 1, at }).price]))
  })
}
