import { z } from 'zod'
import { visibleText } from '../shared/invisible.ts'

/**
 * The rules for text that comes in, over HTTP or from the command line. Space around a text does not count, nor do
 * invisible characters in it, and an optional one of nothing else is as good as none. Lengths are in Unicode code points, as in JSON Schema.
 */

/** Required text of 1 to `max` characters. */
export function text(max: number) {
  return anyText(max).min(1, 'Must not be blank.').meta({ minLength: 1, maxLength: max })
}

/** Text of up to `max` characters that may be left out. */
export function optionalText(max: number) {
  return leftOutWhenBlank(anyText(max))
}

/** An id or code to look up, required. It has no limit of length: one that is too long is simply not found. */
export function reference(blank = 'Must not be blank.') {
  return anyText(Infinity).min(1, blank).meta({ minLength: 1, maxLength: undefined })
}

/** An id or code to look up; may be left out. */
export function optionalReference() {
  return leftOutWhenBlank(anyText(Infinity).meta({ maxLength: undefined }))
}

/** Text of up to `max` characters, which may be blank. */
export function anyText(max: number) {
  return z
    .string({ error: onceOr('Must be text.') })
    .overwrite(visibleText)
    .refine((value) => value.isWellFormed() && !value.includes('\0'), 'Must not contain NUL or half a surrogate pair.')
    .refine((value) => value.length <= max || codePoints(value) <= max, `Must have at most ${max} characters.`)
    .meta({ maxLength: max })
}

/** Input that may be left out: blank text counts as that. */
export function leftOutWhenBlank<T extends z.ZodType>(schema: T) {
  return parameter(schema.optional()).optional()
}

/** Input whose text is looked at without the space around it. */
export function parameter<T extends z.ZodType>(schema: T) {
  return z.preprocess((input) => (typeof input === 'string' ? visibleText(input) || undefined : input), schema)
}

/** What to say of input of another type. A repeated query parameter arrives as a list. */
export function onceOr(message: string) {
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
