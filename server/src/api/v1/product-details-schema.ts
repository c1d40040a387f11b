import { z } from 'zod'
import { DETAIL_NAME, DETAIL_VALUE, MAX_DETAILS } from '../../shared/limits.ts'
import { anyText, text } from '../../lib/text-input.ts'

const Name = text(DETAIL_NAME)
const Value = anyText(DETAIL_VALUE)

/** Custom fields of a product: texts by name. Any name is one, also `__proto__`, which a record would drop. */
export const ProductDetails = z
  .unknown()
  .transform(readDetails)
  .meta({
    type: 'object',
    propertyNames: z.toJSONSchema(Name),
    additionalProperties: z.toJSONSchema(Value),
    maxProperties: MAX_DETAILS,
  })

function readDetails(given: unknown, { addIssue }: z.RefinementCtx): Record<string, string> {
  const refuse = (message: string, path: string[] = []) => {
    addIssue({ code: 'custom', message, path })
    return z.NEVER
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return refuse('Must be an object of texts.')
  const entries = Object.entries(given as Record<string, unknown>)
  if (entries.length > MAX_DETAILS)
    return refuse(`Must have at most ${MAX_DETAILS} entries, and has ${entries.length}.`)
  const details = new Map<string, string>()
  for (const [name, value] of entries) {
    const read = { name: Name.safeParse(name), value: Value.safeParse(value) }
    if (!read.name.success) refuse(`A name must have 1 to ${DETAIL_NAME} characters.`, [name])
    else if (details.has(read.name.data)) refuse('Two names differ only in the space around them.')
    else if (read.value.success) details.set(read.name.data, read.value.data)
    for (const { message } of read.value.error?.issues ?? []) refuse(message, [name])
  }
  return Object.fromEntries(details)
}
