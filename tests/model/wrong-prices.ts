import type { Cut } from '../engines/take-out.ts'

/** Expressions of the server that make prices, each with one that makes a wrong one. */
export const WRONG_PRICES: Record<string, { file: string; right: string; wrong: string }> = {
  'the cheapest term wins': {
    file: 'pricing/evaluate-price',
    right: 'considered.find((offer) => offer.obstacle === null)!',
    wrong: '[...considered].filter((o) => o.obstacle === null).toSorted((a, b) => (a.unit ?? 0) - (b.unit ?? 0))[0]!',
  },
  'a line costs as much as one unit': {
    file: 'pricing/evaluate-price',
    right: '(unit ?? 0) * qty',
    wrong: 'unit ?? 0',
  },
  'the label does not name the group': {
    file: 'pricing/evaluate-price',
    right: 'group === null ? label : `${group}: ${label}`',
    wrong: 'label',
  },
  'half a minor unit is rounded down': {
    file: 'pricing/discount-terms',
    right: 'shareOf(listPrice, WHOLE_BP - discountBp)',
    wrong: 'Math.ceil((listPrice * (WHOLE_BP - discountBp)) / WHOLE_BP - 0.5)',
  },
  'the smallest quantity comes first': {
    file: 'pricing/agreed-price-terms',
    right: 'b.minQty - a.minQty',
    wrong: 'a.minQty - b.minQty',
  },
  'an agreed price ends a moment late': {
    file: 'pricing/agreed-price-terms',
    right: 'at >= new Date(endsAt)',
    wrong: 'at > new Date(endsAt)',
  },
  'one more has to be ordered': { file: 'pricing/agreed-price-terms', right: 'qty < minQty', wrong: 'qty <= minQty' },
  'discounts on categories do not count': {
    file: 'pricing/discount-terms',
    right: 'onPlace.get(place) ?? []',
    wrong: 'place !== null && place === categoryId ? [] : (onPlace.get(place) ?? [])',
  },
  'of then are terms that came since': {
    file: 'pricing/priced-at',
    right: 'sql`r.updated_at <= ${past}`',
    wrong: 'sql`true`',
  },
  'of then are terms that came and went since': {
    file: 'pricing/priced-at',
    right: 'sql`(r.updated_at <= ${past} and r.until > ${past})`',
    wrong: 'sql`r.until > ${past}`',
  },
  'of then is the group of now': { file: 'pricing/customer-terms', right: 'past === undefined', wrong: 'true' },
  'of then is the last list price but one': {
    file: 'pricing/priced-at',
    right: 'sql`change.published_at, change.id`',
    wrong: 'sql`change.published_at desc, change.id`',
  },
  'of then is the brand of now': {
    file: 'pricing/priced-at',
    right: 'sql`case when was.found then was.brand_id else p.brand_id end`',
    wrong: 'sql`p.brand_id`',
  },
  'a product had a price before it was there': {
    file: 'pricing/priced-at',
    right: 'sql`case when p.created_at <= ${at} then ${listPrice} end`',
    wrong: 'listPrice',
  },
  'the group has the terms of the customer': {
    file: 'pricing/customer-terms',
    right: "termsOf({ column: 'group_id', id: sql`of_group.id` })",
    wrong: "termsOf({ column: 'customer_id', id: customerId })",
  },
  'scheduled list prices are not told': {
    file: 'pricing/unit-over-time',
    right: 'Map.groupBy(rows, ({ productId }) => productId)',
    wrong: 'new Map()',
  },
  'a break is no other price': {
    file: 'pricing/quantity-breaks',
    right: 'from === null || from === last',
    wrong: 'from === null',
  },
  'the feed forgets the group': {
    file: 'pricing/feed/feed-changes',
    right: 'groupId === null ? [] : [sql<boolean>`group_id = ${groupId}`]',
    wrong: '[]',
  },
  'sorted are prices without brands': {
    file: 'portal/buyers-catalogue',
    right: 'brandId || null',
    wrong: 'null',
  },
  'an order has the price of one': {
    file: 'orders/price-lines',
    right: 'evaluatePrice(product.listPrice, ownTerms, line.qty, at)',
    wrong: 'evaluatePrice(product.listPrice, ownTerms, 1, at)',
  },
  'a basket counts what cannot be ordered': {
    file: 'portal/read-basket',
    right: 'problem === null ? price!.line : 0',
    wrong: 'price?.line ?? 0',
  },
}

/** The server of which each price can be made wrong, by its name in `globalThis.wrongPrice`. */
export const RIGHT_PRICES = {
  'right prices': Object.entries(WRONG_PRICES).map(([name, { file, right, wrong }]): Cut => {
    const isWrong = `(globalThis as any).wrongPrice === ${JSON.stringify(name)}`
    return { file: `server/src/${file}.ts`, text: right, by: `(${isWrong} ? (${wrong}) : (${right}))` }
  }),
}
