import { z } from 'zod'
import { DETAIL_NAME, DETAIL_VALUE, MAX_DETAILS } from '../../rules/limits.ts'
import { anyText, text } from '../../text-input.ts'

/** Characters of the largest details. */
export const DETAILS_CHARACTERS = MAX_DETAILS * (DETAIL_NAME + DETAIL_VALUE)

/** Custom fields of a product: texts by name. */
export const ProductDetails = z
  .preprocess(
    checkNames,
    z.record(text(DETAIL_NAME), anyText(DETAIL_VALUE), {
      error: ({ code }) =>
        code === 'invalid_key' ? `A name must have 1 to ${DETAIL_NAME} characters.` : 'Must be an object of texts.',
    }),
  )
  .meta({ maxProperties: MAX_DETAILS })

/** Refuses names that a record would drop silently, and more entries than it can report one by one. */
function checkNames(details: unknown, context: z.RefinementCtx): unknown {
  if (typeof details !== 'object' || details === null || Array.isArray(details)) return details
  const names = Object.keys(details)
  const refuse = (message: string) => {
    context.addIssue({ code: 'custom', message })
    return {}
  }
  if (names.length > MAX_DETAILS) return refuse(`Must have at most ${MAX_DETAILS} entries, and has ${names.length}.`)
  const trimmed = new Set(names.map((name) => name.trim()))
  if (trimmed.has('__proto__')) return refuse('"__proto__" cannot be the name of a detail.')
  if (trimmed.size < names.length) return refuse('Two names differ only in the space around them.')
  return details
}
