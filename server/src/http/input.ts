import { z } from 'zod'
import { isDay } from '../shared/read-day.ts'
import { leftOutWhenBlank, onceOr, parameter } from '../lib/text-input.ts'

/** The rules for query parameters, lists and amounts. A query parameter may be given once. */

/** A parameter arrives as digits; the OpenAPI document describes it as a number. */
const INTEGER = { type: 'integer' as const, pattern: undefined }

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

/** A day as a query parameter, such as 2027-01-05; may be left out. */
export function optionalDay() {
  return leftOutWhenBlank(z.string().refine(isDay, 'Must be a day, such as 2027-01-05.'))
}

/** Earlier and later times are clamped to these, which every database can store. */
const [EARLIEST, LATEST] = ['1970-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'].map(Date.parse) as [number, number]

/** A time as a query parameter, ISO 8601 with its offset from UTC; may be left out. */
export function optionalTime() {
  const message = 'Must be a time such as 2026-12-01T06:00:00Z, with its offset from UTC.'
  return leftOutWhenBlank(z.iso.datetime({ offset: true, error: onceOr(message) }))
    .transform((time) => (time === undefined ? undefined : new Date(clamp(Date.parse(time)))))
    .meta({ type: 'string', format: 'date-time' })
}

function clamp(time: number): number {
  return Math.min(Math.max(time, EARLIEST), LATEST)
}

/** A whole number in a query parameter, with a default. */
export function integerParameter(min: number, max: number, byDefault: number) {
  return parameter(integer(min, max).default(byDefault))
    .default(byDefault)
    .meta({ ...INTEGER, minimum: min, maximum: max })
}

/** A whole number in a query parameter; may be left out. */
export function optionalInteger(min: number, max: number) {
  return leftOutWhenBlank(integer(min, max)).meta({ ...INTEGER, minimum: min, maximum: max })
}

function integer(min: number, max: number) {
  const message = `Must be a whole number from ${min} to ${max}.`
  return digits(message).pipe(z.number(message).min(min, message).max(max, message))
}

/** Rows to skip. Any whole number is valid; one past the last row gives an empty page. */
export const offsetParameter = parameter(
  digits('Must be a whole number, 0 or more.')
    .transform((offset) => Math.min(offset, Number.MAX_SAFE_INTEGER))
    .default(0),
)
  .default(0)
  .meta({ ...INTEGER, minimum: 0, description: 'Rows to skip. Default: 0. Send the `nextOffset` of the page before.' })

/** A list of `min` to `max` entries. Where the length is wrong, the entries are not validated. */
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

/** An amount of money, in minor units. */
export function amount(max: number) {
  return wholeNumber(0, max, { of: 'minor units' })
}

type WholeNumberWords = { of?: string; message?: string }

/**
 * A whole number from `min` to `max`. A check instead of `z.int()`: that would stop before the errors of other fields
 * and rows are found.
 */
export function wholeNumber(min: number, max: number, { of, message }: WholeNumberWords = {}) {
  const wrong = message ?? `Must be a whole number${of ? ` of ${of}` : ''} from ${min} to ${max}.`
  return z
    .number({ error: ({ input }) => (input === undefined ? 'Is required.' : wrong) })
    .refine((value) => Number.isInteger(value) && value >= min && value <= max, wrong)
    .meta({ type: 'integer', minimum: min, maximum: max })
}

function digits(message: string) {
  return z
    .string({ error: onceOr(message) })
    .regex(/^\d+$/, message)
    .transform(Number)
}
