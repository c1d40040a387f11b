import { isDeepStrictEqual } from 'node:util'

/**
 * The fields that differ, as an entry of the activity tells them. What is undefined afterwards stays as it is. Pure.
 */
export function differences<Field extends string>(
  before: { readonly [F in Field]: unknown },
  after: { readonly [F in Field]?: unknown },
  fields: readonly Field[],
): Record<string, { from: unknown; to: unknown }> {
  const changed = fields.filter(
    (field) => after[field] !== undefined && !isDeepStrictEqual(before[field], after[field]),
  )
  return Object.fromEntries(changed.map((field) => [field, { from: before[field], to: after[field] }]))
}
