import type { Customer } from './customer-queries.ts'

export type DiscountRule = Customer['discountRules'][number]

/** What a discount applies to, as the service takes it. */
export type DiscountScope = { appliesTo: 'all' } | { appliesTo: 'brand' | 'category'; name: string }

export function scopeOf({ brand, category }: Pick<DiscountRule, 'brand' | 'category'>): DiscountScope {
  if (brand !== null) return { appliesTo: 'brand', name: brand }
  return category === null ? { appliesTo: 'all' } : { appliesTo: 'category', name: category }
}

export function isSameScope(a: DiscountScope, b: DiscountScope): boolean {
  return a.appliesTo === b.appliesTo && (a.appliesTo === 'all' || b.appliesTo === 'all' || a.name === b.name)
}

/** What a discount applies to, in words. */
export function scopeWords({ brand, category }: Pick<DiscountRule, 'brand' | 'category'>): string {
  if (brand !== null) return `Brand ${brand}`
  return category === null ? 'Everything' : `Category ${category}`
}
