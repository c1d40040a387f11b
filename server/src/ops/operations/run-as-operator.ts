import type { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Actor } from '../../database/column-values.ts'
import { InvalidInput } from '../../errors.ts'
import type { Operation } from './operation.ts'

/** The actor of operator commands in the activity log. */
export const OPERATOR: Actor = { type: 'operator', id: null, name: 'Operator' }

/** Operations on a store, by name. */
export type Operations = Record<string, Operation<any, any>>

export type InputOf<O extends Operation<any, any>> = z.input<O['input']>
export type ResultOf<O extends Operation<any, any>> = OrOk<Awaited<ReturnType<O['run']>>>

/** What an operation yields whose verb returns nothing. */
type OrOk<R> = R extends void ? { ok: true } : R

/** Runs an operation as the operator. Throws what its verb throws, and InvalidInput. */
export async function runAsOperator<O extends Operation<any, any>>(
  context: Context,
  { input: schema, run }: O,
  input: unknown,
): Promise<ResultOf<O>> {
  const parsed = (schema as z.ZodObject).safeParse(input)
  if (!parsed.success) {
    throw new InvalidInput(
      parsed.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })),
    )
  }
  const { workspaceId, ...given } = parsed.data
  return (await run({ ...context, actor: OPERATOR, workspaceId }, given)) ?? { ok: true }
}
