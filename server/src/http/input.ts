import { z } from 'zod'

/**
 * The rules that all input shares. Space around a text does not count, and an optional one of nothing else is as good
 * as none. Lengths are in Unicode code points, as in JSON Schema. Of a query parameter there is one.
 */

/** A parameter arrives as digits, and is described as the number that it stands for. */
const INTEGER = { type: 'integer' as const, pattern: undefined }

/** Required text of 1 to `max` characters. */
export function text(max: number) {
  return anyText(max).min(1, 'Must not be blank.').meta({ minLength: 1, maxLength: max })
}

/** Text of up to `max` characters that may be left out. */
export function optionalText(max: number) {
  return leftOutWhenBlank(anyText(max))
}

/** An id or code to look up, required. It has no limit of length: one that is too long is simply not found. */
export function reference() {
  return anyText(Infinity).min(1, 'Must not be blank.').meta({ minLength: 1, maxLength: undefined })
}

/** An id or code to look up; may be left out. */
export function optionalReference() {
  return leftOutWhenBlank(anyText(Infinity).meta({ maxLength: undefined }))
}

/** One of a fixed set of words; may be left out. */
export function optionalWord<const Words extends readonly [string, ...string[]]>(words: Words) {
  return leftOutWhenBlank(z.enum(words, { error: onceOr(`Must be one of: ${words.join(', ')}.`) }))
}

/** `true` or `false`, as a query parameter; may be left out. */
export function optionalFlag() {
  return optionalWord(['true', 'false'])
    .transform((word) => (word === undefined ? undefined : word === 'true'))
    .meta({ type: 'boolean', enum: undefined })
}

/** A whole number in a query parameter, with what it is when left out. */
export function integerParameter(min: number, max: number, byDefault: number) {
  const message = `Must be a whole number from ${min} to ${max}.`
  return parameter(digits(message).pipe(z.number(message).min(min, message).max(max, message)).default(byDefault))
    .default(byDefault)
    .meta({ ...INTEGER, minimum: min, maximum: max })
}

/** Rows to skip. Any whole number will do: one past every row reads as past the end. */
export const offsetParameter = parameter(
  digits('Must be a whole number, 0 or more.')
    .transform((offset) => Math.min(offset, Number.MAX_SAFE_INTEGER))
    .default(0),
)
  .default(0)
  .meta({ ...INTEGER, minimum: 0, description: 'Rows to skip, none unless said: the `nextOffset` of the page before.' })

/** A list of `min` to `max` entries. Of a list that is too long or too short no entry is looked at. */
export function list<T extends z.ZodType>(entry: T, { min, max }: { min: number; max: number }) {
  const entries = z.array(entry, { error: ({ input }) => (input === undefined ? 'Is required.' : 'Must be a list.') })
  return z
    .preprocess((input, context) => {
      if (!Array.isArray(input) || (input.length >= min && input.length <= max)) return input
      context.addIssue({ code: 'custom', message: `Must have ${min} to ${max} entries, and has ${input.length}.` })
      return []
    }, entries)
    .meta({ minItems: min, maxItems: max })
}

/** Text of up to `max` characters, which may be blank. */
export function anyText(max: number) {
  return z
    .string({ error: onceOr('Must be text.') })
    .trim()
    .refine((value) => value.isWellFormed() && !value.includes('\0'), 'Must not contain NUL or half a surrogate pair.')
    .refine((value) => value.length <= max || codePoints(value) <= max, `Must have at most ${max} characters.`)
    .meta({ maxLength: max })
}

function digits(message: string) {
  return z
    .string({ error: onceOr(message) })
    .regex(/^\d+$/, message)
    .transform(Number)
}

function leftOutWhenBlank<T extends z.ZodType>(schema: T) {
  return parameter(schema.optional()).optional()
}

function parameter<T extends z.ZodType>(schema: T) {
  return z.preprocess((input) => (typeof input === 'string' ? input.trim() || undefined : input), schema)
}

/** A repeated query parameter arrives as a list. */
function onceOr(message: string) {
  return ({ input }: { input: unknown }) =>
    input === undefined ? 'Is required.' : Array.isArray(input) ? 'Give it once, as one value.' : message
}

/** Of well-formed text. */
function codePoints(value: string): number {
  let pairs = 0
  for (let i = 0; i < value.length; i++) if (isHighSurrogate(value.charCodeAt(i))) pairs++
  return value.length - pairs
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00
}
