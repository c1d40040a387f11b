import fc from 'fast-check'
import { discounted } from '../../server/src/pricing/discount.ts'
import type { TestWorkspace } from '../service.ts'
import { alter, givenAgreedPrice, givenCustomer, givenDiscount, idOf, item, send } from './given.ts'

export const everyone = (counts: object) => ({ payMore: 0, payLess: 0, mixed: 0, paySame: 0, ...counts })

const PRODUCTS = 8
export const BRANDS = ['Denby', 'Hollin']
export const CATEGORIES = ['Plates', 'Bowls', 'Mugs']
const price = fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 1_000_000_000 }))
const basisPoints = fc.oneof(fc.integer({ min: 1, max: 10_000 }), fc.constantFrom(5_000, 9_500, 10_000))
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
export const scenario = fc.record({
  products: fc.array(
    fc.record({
      brand: fc.constantFrom(undefined, ...BRANDS),
      category: fc.constantFrom(undefined, ...CATEGORIES),
      before: price,
      after: price,
      active: fc.boolean(),
      selected: fc.constantFrom(undefined, [0], [1, 2], []),
    }),
    { minLength: 1, maxLength: PRODUCTS },
  ),
  customers: fc.array(
    fc.record({
      all: maybe(basisPoints),
      brands: fc.tuple(maybe(basisPoints), maybe(basisPoints)),
      categories: fc.tuple(maybe(basisPoints), maybe(basisPoints), maybe(basisPoints)),
      agreed: fc.uniqueArray(
        fc.record({
          product: fc.nat(PRODUCTS - 1),
          unit: price,
          minQty: fc.constantFrom(1, 1, 5),
          state: fc.constantFrom('holds', 'over', 'to come'),
        }),
        { maxLength: 6, selector: ({ product, minQty }) => `${product} ${minQty}` },
      ),
    }),
    { minLength: 3, maxLength: 4 },
  ),
})
type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never

export const DATES = {
  holds: {},
  over: { endsAt: '2026-03-01T00:00:00.000Z' },
  'to come': { startsAt: '2026-03-03T00:00:00.000Z' },
} as const

/** Products at their first list prices, and customers `C0`, `C1` and so on with their terms. */
export async function givenScenario(workspace: TestWorkspace, { products, customers }: Scenario) {
  const codes = customers.map((_, c) => `C${c}`)
  const ids = await Promise.all(codes.map((accountCode) => givenCustomer(workspace, { accountCode })))
  const rows = products.map(({ brand, category, before, selected }, p) =>
    item({
      sku: `P${p}`,
      listPrice: before,
      ...(brand && { brand }),
      ...(category && { category }),
      ...(selected && { onlyFor: selected.map((c) => codes[c]) }),
    }),
  )
  // Names both lists, so that each brand and category can have a rule.
  const named = CATEGORIES.map((category, i) => item({ sku: `X${i}`, category, brand: BRANDS[i % 2] }))
  await send(workspace, [...rows, ...named])
  for (const [c, { all, brands, categories, agreed }] of customers.entries()) {
    if (all) await givenDiscount(workspace, ids[c]!, all)
    for (const [i, bp] of brands.entries()) {
      if (bp) await givenDiscount(workspace, ids[c]!, bp, { brandId: await idOf(workspace, 'brands', BRANDS[i]!) })
    }
    for (const [i, bp] of categories.entries()) {
      const name = CATEGORIES[i]!
      if (bp) await givenDiscount(workspace, ids[c]!, bp, { categoryId: await idOf(workspace, 'categories', name) })
    }
    for (const { product, unit: amount, minQty, state } of agreed) {
      if (product >= rows.length) continue
      await givenAgreedPrice(workspace, ids[c]!, `P${product}`, { unit: amount, minQty, ...DATES[state] })
    }
  }
  for (const [p, { active }] of products.entries()) {
    if (!active) await alter(workspace, `P${p}`, { active: false })
  }
  return { codes, ids, rows }
}

/** What one of it costs the customer, told the slow way. */
export function unit({ products, customers }: Scenario, c: number, p: number, list: number): number {
  const customer = customers[c]!
  const agreed = customer.agreed.find((a) => a.product === p && a.minQty === 1 && a.state === 'holds')
  if (agreed) return agreed.unit
  const { brand, category } = products[p]!
  const bp =
    (brand && customer.brands[BRANDS.indexOf(brand)]) ??
    (category && customer.categories[CATEGORIES.indexOf(category)]) ??
    customer.all
  return bp === undefined || bp === '' ? list : discounted(list, bp)
}

export function expectedImpact(given: Scenario) {
  const { products, customers } = given
  const counts = everyone({})
  const shielded = new Set<number>()
  let inverted = 0
  for (const [c, customer] of customers.entries()) {
    const seen = [...products.entries()].filter(
      ([, p]) => p.active && (!p.selected || (p.selected as readonly number[]).includes(c)),
    )
    const moves = seen.map(([p, { before, after }]) => unit(given, c, p, after) - unit(given, c, p, before))
    const [more, less] = [moves.some((by) => by > 0), moves.some((by) => by < 0)]
    counts[more ? (less ? 'mixed' : 'payMore') : less ? 'payLess' : 'paySame'] += 1
    for (const { product, minQty, state, unit: agreed } of customer.agreed) {
      const line = products[product]
      if (!line || line.before === line.after) continue
      if (state === 'holds' && minQty === 1 && seen.some(([p]) => p === product)) shielded.add(product)
      if (state !== 'over' && agreed > line.after) inverted += 1
    }
  }
  return { customers: counts, shieldedLines: shielded.size, inverted: { count: inverted } }
}

/**
 * The average change of each customer who is listed, by account code, in basis points; told the slow way. Listed is who
 * pays more for something, and who pays less on average. With a discount of 100%, somebody may pay less while list
 * prices rise.
 */
export function expectedAverages(given: Scenario): Record<string, number> {
  const averages = given.customers.map((customer, c): [string, number] => {
    const seen = [...given.products.entries()].filter(
      ([, p]) => p.active && p.before !== p.after && (!p.selected || (p.selected as readonly number[]).includes(c)),
    )
    const moves = seen.map(([p, { before, after }]) => unit(given, c, p, after) - unit(given, c, p, before))
    const comparable = seen.filter(([, { before }]) => before > 0)
    if (moves.every((by) => by === 0) || comparable.length === 0) return [`C${c}`, 0]
    const sum = comparable.reduce((total, [p, { before, after }]) => {
      const isAgreed = customer.agreed.some((a) => a.product === p && a.minQty === 1 && a.state === 'holds')
      return isAgreed ? total : total + halfAwayFromZero((10_000 * (after - before)) / before)
    }, 0)
    const average = halfAwayFromZero(sum / comparable.length)
    return [`C${c}`, average < 0 || moves.some((by) => by > 0) ? average : 0]
  })
  return Object.fromEntries(averages.filter(([, bp]) => bp !== 0))
}

function halfAwayFromZero(value: number): number {
  return Math.sign(value) * Math.round(Math.abs(value))
}
