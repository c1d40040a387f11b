import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evaluatePrice, priceOf } from '../../server/src/pricing/evaluate-price.ts'
import type { CustomerTerms, Terms } from '../../server/src/pricing/kinds-of-term.ts'
import { byDepth } from '../depth.ts'
import {
  expectDone,
  givenAgreedPrice,
  givenCustomer,
  givenDiscount,
  givenPriceGroup,
  idOf,
  item,
  send,
} from '../http/given.ts'
import { preview } from '../http/given-price-change.ts'
import { useService } from '../service.ts'
import type { TestWorkspace } from '../service.ts'

/**
 * What the database says of terms, against the pure evaluation: the prices that are read, the customers that a price
 * change affects, and that what previews and answers are known by changes whenever time alone changes a price.
 */

const service = useService()

const BRANDS = ['Denby', 'Hollin']
const CATEGORIES = ['Plates', 'Bowls']
const PRODUCTS = 4
const QUANTITIES = [1, 3]
const NOW = new Date('2026-03-02T09:30:00.000Z')

/** Milliseconds from now: so few that moments fall on them often. */
const offset = fc.constantFrom(-1, 0, 1)
const timeAt = (milliseconds: number) => new Date(NOW.getTime() + milliseconds)
const isoAt = (milliseconds: number | undefined) =>
  milliseconds === undefined ? undefined : timeAt(milliseconds).toISOString()
const amount = fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 1_000_000 }))

const GROUPS = ['Gold', 'Silver']

/** Any terms of one customer or price group, of each kind. */
const terms = {
  discounts: fc.uniqueArray(
    fc.record({
      on: fc.constantFrom('', ...BRANDS, ...CATEGORIES),
      discountBp: fc.oneof(fc.integer({ min: 1, max: 10_000 }), fc.constantFrom(9_500, 10_000)),
    }),
    { selector: ({ on }) => on, maxLength: 4 },
  ),
  agreedPrices: fc.array(
    fc.record({
      product: fc.nat(PRODUCTS - 1),
      unit: amount,
      minQty: fc.constantFrom(1, 1, 2),
      times: fc.record({ startsAt: offset, endsAt: offset }, { requiredKeys: [] }).filter(isPeriod),
    }),
    { maxLength: 5 },
  ),
}

function isPeriod({ startsAt = -Infinity, endsAt = Infinity }: { startsAt?: number; endsAt?: number }): boolean {
  return startsAt < endsAt
}

const scenario = fc.record({
  products: fc.array(
    fc.record({
      brand: fc.constantFrom(undefined, ...BRANDS),
      category: fc.constantFrom(undefined, ...CATEGORIES),
      before: amount,
      after: amount,
    }),
    { minLength: 1, maxLength: PRODUCTS },
  ),
  groups: fc.tuple(fc.record(terms), fc.record(terms)),
  customers: fc.array(fc.record({ ...terms, group: fc.option(fc.nat(GROUPS.length - 1), { nil: null }) }), {
    minLength: 1,
    maxLength: 3,
  }),
  moments: fc.constantFrom([-1, 0], [0, 1], [-1, 1]),
})
type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never
type Product = Scenario['products'][number]

/** What of a customer's terms concerns a product, as the evaluation takes it: a kind that is added is missed here. */
function termsOn({ groups, customers, products }: Scenario, c: number, p: number): CustomerTerms {
  const { group } = customers[c]!
  const ofGroup = group === null ? null : { name: GROUPS[group]!, ...partOn(groups[group]!, p, products[p]!) }
  return { ...partOn(customers[c]!, p, products[p]!), group: ofGroup }
}

function partOn({ discounts, agreedPrices }: Scenario['groups'][number], p: number, product: Product): Terms {
  return {
    discounts: discounts
      .filter(({ on }) => ['', product.brand, product.category].includes(on))
      .map(({ on, discountBp }) => ({ appliesTo: scopeOf(on), on: on || null, discountBp })),
    agreedPrices: agreedPrices
      .filter((agreed) => agreed.product === p)
      .map(({ unit, minQty, times }) => ({
        unit,
        minQty,
        startsAt: isoAt(times.startsAt) ?? null,
        endsAt: isoAt(times.endsAt) ?? null,
      })),
  }
}

function scopeOf(on: string): 'all' | 'brand' | 'category' {
  if (on === '') return 'all'
  return BRANDS.includes(on) ? 'brand' : 'category'
}

const sku = (p: number) => `P${p}`
const code = (c: number) => `C${c}`

function row({ brand, category }: Product, p: number, listPrice: number) {
  return item({ sku: sku(p), name: sku(p), listPrice, ...(brand && { brand }), ...(category && { category }) })
}

/** Puts it all there; returns the draft that moves the prices, null where none moves. */
async function arrange(workspace: TestWorkspace, { products, customers, groups }: Scenario): Promise<string | null> {
  // Names both lists whole, so that each brand and category can have a discount.
  const named = BRANDS.map((brand, i) => item({ sku: `X${i}`, brand, category: CATEGORIES[i]! }))
  await send(workspace, [...products.map((product, p) => row(product, p, product.before)), ...named])
  const { priceChangeId } = await send(
    workspace,
    products.map((product, p) => row(product, p, product.after)),
  )
  const scopes = new Map<string, { brandId?: string; categoryId?: string }>([['', {}]])
  for (const brand of BRANDS) scopes.set(brand, { brandId: await idOf(workspace, 'brands', brand) })
  for (const category of CATEGORIES) {
    scopes.set(category, { categoryId: await idOf(workspace, 'categories', category) })
  }
  const ids: string[] = []
  for (const c of customers.keys()) ids.push(await givenCustomer(workspace, { accountCode: code(c) }))
  const owners: { owner: string | { group: string }; terms: Scenario['groups'][number] }[] = customers.map(
    (terms, c) => ({ owner: ids[c]!, terms }),
  )
  for (const [g, terms] of groups.entries()) {
    const members = ids.filter((_, c) => customers[c]!.group === g)
    owners.push({ owner: { group: await givenPriceGroup(workspace, { name: GROUPS[g]!, customers: members }) }, terms })
  }
  for (const { owner, terms } of owners) {
    const { discounts, agreedPrices } = terms
    for (const { on, discountBp } of discounts) await givenDiscount(workspace, owner, discountBp, scopes.get(on))
    for (const { product, unit, minQty, times } of agreedPrices) {
      if (product >= products.length) continue
      await givenAgreedPrice(workspace, owner, sku(product), {
        unit,
        minQty,
        ...(times.startsAt !== undefined && { startsAt: isoAt(times.startsAt)! }),
        ...(times.endsAt !== undefined && { endsAt: isoAt(times.endsAt)! }),
      })
    }
  }
  return priceChangeId
}

/** What every customer pays for every product, with what it was weighed against. */
function evaluated(given: Scenario, at: Date) {
  return given.customers.flatMap((_, c) =>
    given.products.flatMap((product, p) =>
      QUANTITIES.map((qty) => ({
        path: `/prices?customer=${code(c)}&sku=${sku(p)}&qty=${qty}`,
        ...evaluatePrice(product.before, termsOn(given, c, p), qty, at),
      })),
    ),
  )
}

/** How many customers a price change makes pay more, less, and so on. */
function affected(given: Scenario, at: Date) {
  const counts = { payMore: 0, payLess: 0, mixed: 0, paySame: 0 }
  for (const c of given.customers.keys()) {
    const moves = given.products.map((product, p) => {
      const unit = (listPrice: number) => priceOf(listPrice, termsOn(given, c, p), 1, at).unit!
      return unit(product.after) - unit(product.before)
    })
    const [more, less] = [moves.some((by) => by > 0), moves.some((by) => by < 0)]
    counts[more ? (less ? 'mixed' : 'payMore') : less ? 'payLess' : 'paySame'] += 1
  }
  return counts
}

/** What prices are at that moment, and what answers and the preview are known by then. */
async function observe(workspace: TestWorkspace, given: Scenario, draft: string | null, at: Date) {
  service.time.now = at
  const expected = evaluated(given, at)
  const answers = await Promise.all(expected.map(({ path }) => workspace.get(path)))
  answers.forEach(expectDone)
  expect(answers.map(({ body }) => ({ price: body.data.price, candidates: body.data.candidates }))).toEqual(
    expected.map(({ price, candidates }) => ({ price, candidates: expect.toSatisfy(sameOffers(candidates)) })),
  )
  const shown = draft === null ? null : await preview(workspace, draft)
  if (shown) expect(shown.summary.customers).toEqual(affected(given, at))
  return {
    prices: expected.map(({ path, price }) => ({ path, price })),
    tags: answers.map(({ headers }) => headers.get('etag')),
    fingerprint: shown?.fingerprint as string | undefined,
    lines: new Set<string>(shown?.lines.map((line: { sku: string }) => line.sku)),
  }
}

/** The same in any order: of terms that are worth the same, either may come first. */
function sameOffers(candidates: readonly object[]) {
  return (found: readonly object[]) => JSON.stringify(sorted(found)) === JSON.stringify(sorted(candidates))
}

function sorted(candidates: readonly object[]): string[] {
  return candidates.map((one) => JSON.stringify(one, Object.keys(one).toSorted())).toSorted()
}

test('whatever the terms and whenever it is, the database agrees with the evaluation of prices', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async (given) => {
      service.time.now = NOW
      const workspace = await service.workspace()
      const draft = await arrange(workspace, given)
      const [first, second] = [
        await observe(workspace, given, draft, timeAt(given.moments[0]!)),
        await observe(workspace, given, draft, timeAt(given.moments[1]!)),
      ]
      for (const [i, { path, price }] of first.prices.entries()) {
        if (JSON.stringify(price) === JSON.stringify(second.prices[i]!.price)) continue
        expect(second.tags[i], `the tag of ${path}`).not.toBe(first.tags[i])
        const line = new URLSearchParams(path.split('?')[1]).get('sku')!
        if (first.lines.has(line)) expect(second.fingerprint, 'the fingerprint').not.toBe(first.fingerprint)
      }
    }),
    { numRuns: byDepth({ quick: 15, deep: 60 }) },
  )
})
