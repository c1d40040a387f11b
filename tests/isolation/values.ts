import fc from 'fast-check'

/** The kinds of things that are named by id. */
export const KINDS = [
  'product',
  'brand',
  'category',
  'customer',
  'order',
  'change',
  'import',
  'discount',
  'agreed',
  'buyer',
] as const
export type Kind = (typeof KINDS)[number]

export const id = (kind: Kind) =>
  fc.tuple(fc.constantFrom('own', 'own', 'other'), fc.nat(4)).map(([whose, i]) => `{${whose}.${kind}.${i}}`)
// What is only asked for can be another's; what is stored is the workspace's own.
export const sku = fc.constantFrom('DEN-1', 'DEN-2', 'DEN-3', 'den-1', 'KT-9', 'NEW-5', '{mark}')
export const askedSku = fc.oneof({ weight: 4, arbitrary: sku }, fc.constant('{other.mark}'))
export const code = fc.constantFrom('QUAY', 'CASTLE', 'moor', 'NOBODY', '{mark}', '{other.mark}')
export const customer = fc.oneof({ weight: 2, arbitrary: code }, id('customer'))
export const email = fc.constantFrom('orders@quay.example', 'bo@quay.example', 'moor@moor.example')
export const askedEmail = fc.oneof(email, fc.constant('{other.mark}@quay.example'))
export const group = fc.constantFrom('Hollin', 'Wexcombe', 'Plates', '{mark} group')
export const askedGroup = fc.oneof(group, fc.constant('{other.mark} group'))
export const money = fc.nat(40).map((i) => `{money.${i}}`)
export const some = (max: number) => fc.integer({ min: 1, max })
export const digits = (max: number) => some(max).map(String)

export const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
