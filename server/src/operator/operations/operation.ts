import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Actor } from '../../database/column-values.ts'

/** An operation of the command line on the store: the schema of its input, and the verb. */
export type Operation<I extends z.ZodType = z.ZodType, R = unknown> = {
  input: I
  run: (context: Context & { actor: Actor }, input: z.output<I>) => Promise<R>
}

export function operation<I extends z.ZodType, R>(input: I, run: Operation<I, R>['run']): Operation<I, R> {
  return { input, run }
}

/** A name of up to 200 characters. */
export const name = z.string().trim().min(1, 'Must not be blank.').max(200, 'Must have at most 200 characters.')
export const id = z.uuid('Must be an id: a UUID.')

/** One of a fixed set of words. */
export function oneOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.enum(words, `Must be one of: ${words.join(', ')}.`)
}

/** A whole number, typed as digits. */
export function digits(min: number, max: number) {
  const message = `Must be a whole number from ${min} to ${max}.`
  return z
    .string(message)
    .trim()
    .regex(/^\d{1,15}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
}

const FIRST = new Date('0001-01-01T00:00:00.000Z')
const LAST = new Date('9999-12-31T23:59:59.999Z')

/** Turns a valid text into a time. ISO 8601 must write it with a year of four digits, in UTC. */
export function moment(schema: z.ZodType<string>) {
  return schema
    .transform((text) => new Date(text))
    .refine((at) => at >= FIRST && at <= LAST, {
      error: 'Must be in one of the years 0001 to 9999, in UTC.',
      abort: true,
    })
}
