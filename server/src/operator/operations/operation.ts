import { z } from 'zod'
import type { Actor, Context } from '../../context.ts'

/** Something that the command line does to the store: its input, checked wherever it comes from, and the verb. */
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
