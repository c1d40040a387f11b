import type { z } from 'zod'
import type { Context } from '../context.ts'
import type { Actor } from '../database/column-values.ts'
import { InvalidInput } from '../errors.ts'
import type { Operation } from './operations/operation.ts'

/** The actor of operator commands in the activity log. */
export const OPERATOR: Actor = { type: 'operator', id: null, name: 'Operator' }

/** Operations on a store, by name. */
export type Operations = Record<string, Operation<any, any>>

export type InputOf<O extends Operation<any, any>> = z.input<O['input']>
export type ResultOf<O extends Operation<any, any>> = Awaited<ReturnType<O['run']>>

/** Runs an operation as the operator. Throws what its verb throws, and InvalidInput. */
export async function runAsOperator<O extends Operation<any, any>>(
  context: Context,
  { input: schema, run }: O,
  input: unknown,
): Promise<ResultOf<O>> {
  const parsed = (schema as z.ZodType).safeParse(input)
  if (!parsed.success) {
    throw new InvalidInput(
      parsed.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })),
    )
  }
  return run({ ...context, actor: OPERATOR }, parsed.data)
}
