import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Actor } from '../../database/column-values.ts'
import { InvalidRequest } from '../../errors.ts'
import { priceImpactInWords } from '../../shared/price-impact.ts'
import type { PriceImpact } from '../../shared/price-impact.ts'
import { reference, text } from '../../lib/text-input.ts'

declare module 'zod' {
  interface GlobalMeta {
    /** How the command line takes a field: as an option such as `--to <name>`, or as an argument such as `<sku>`. */
    flags?: string
  }
}

/** Something that the command line does to the store. With a description, it is a command of the same name. */
export type Operation<I extends z.ZodObject = z.ZodObject, R = unknown> = {
  description?: string
  input: I
  /** The workspace of the input is in the context. */
  run: (
    context: Context & { actor: Actor } & Pick<z.output<I>, 'workspaceId' & keyof z.output<I>>,
    input: Omit<z.output<I>, 'workspaceId'>,
  ) => Promise<R>
  /** What the command prints: lines, or the rows of a table. `given` is the input as it was typed. */
  print?: (result: R, given: z.input<I>) => string | string[] | string[][]
  /** What the command prints with `--json`, where it is not the result. */
  json?: (result: R) => object
  /** Whether the command exits with 1, though it was done: it has found what must not be. */
  fails?: (result: R) => boolean
}

export function operation<I extends z.ZodObject, R>(operation: Operation<I, R>): Operation<I, R> {
  return operation
}

/** The `json` of a command that only says that it is done. */
export const ok = () => ({ ok: true })

export const id = z.uuid('Must be an id: a UUID.')
export const workspaceId = id.meta({ flags: '--workspace <id>', description: 'id of the workspace' })
export const customer = reference().meta({
  flags: '--customer <code>',
  description: 'account code or id of the customer',
})
/** Whose terms: for an operation on the terms of a customer or a price group. Give one of them. */
export const owner = {
  customer: customer.optional(),
  group: reference()
    .optional()
    .meta({ flags: '--group <name>', description: 'name or id of the price group, instead of a customer' }),
}

/** Throws InvalidRequest where not exactly one of them is given. */
export function ownerOf({ customer, group }: { customer?: string | undefined; group?: string | undefined }) {
  if (customer !== undefined && group === undefined) return { customer, group }
  if (group !== undefined && customer === undefined) return { customer, group }
  throw new InvalidRequest('Give one of --customer and --group.')
}

export const name = text(200).meta({ flags: '--name <name>' })

/** Field of an operation that may move prices: `requireYes` asks for it. */
export const yes = z.literal(true).optional().meta({ flags: '--yes', description: 'do it although prices move' })

/** Throws InvalidRequest, which says what an act does to prices, where it moves some and `--yes` was not given. */
export async function requireYes(given: true | undefined, preview: () => Promise<PriceImpact | null>): Promise<void> {
  const moves = given ? null : await preview()
  if (moves) throw new InvalidRequest(`${priceImpactInWords(moves)} Nothing is changed yet: add --yes to do it.`)
}

/** The id that a command is about: that of a buyer, for example. */
export function idOf(noun: string) {
  return z.string().meta({ flags: '<id>', description: `id of the ${noun}` })
}

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
