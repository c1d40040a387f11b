import { z } from 'zod'
import type { Actor, Context } from '../context.ts'
import { InvalidInput } from '../errors.ts'
import { createSample } from '../sample/create-sample.ts'
import { createKey, listKeys, revokeKey } from '../workspaces/keys.ts'
import { PLANS } from '../workspaces/plans.ts'
import { createWorkspace, listWorkspaces, setPlan } from '../workspaces/workspaces.ts'

/** Who the operator's commands are done by, as the activity shows it. */
const OPERATOR: Actor = { type: 'operator', id: null, name: 'Operator' }

type Operation<I extends z.ZodType = z.ZodType, R = unknown> = {
  input: I
  run: (context: Context & { actor: Actor }, input: z.output<I>) => Promise<R>
}

function operation<I extends z.ZodType, R>(input: I, run: Operation<I, R>['run']): Operation<I, R> {
  return { input, run }
}

const name = z.string().trim().min(1, 'Must not be blank.').max(200, 'Must have at most 200 characters.')
const id = z.uuid('Must be an id: a UUID.')

/** Everything that the command line does to the store, by name. Input is checked here, wherever it comes from. */
export const OPERATIONS = {
  'workspace create': operation(
    z.object({
      name,
      currency: z.string().trim().toUpperCase(),
      timezone: z.string().trim(),
      taxLabel: name,
      plan: z.enum(PLANS, `Must be one of: ${PLANS.join(', ')}.`),
    }),
    createWorkspace,
  ),
  'workspace list': operation(z.object({}), listWorkspaces),
  'workspace set-plan': operation(
    z.object({ workspaceId: id, plan: z.enum(PLANS, `Must be one of: ${PLANS.join(', ')}.`) }),
    setPlan,
  ),
  'key create': operation(
    z.object({ workspaceId: id, name, scope: z.enum(['read', 'write'], 'Must be read or write.') }),
    (context, { workspaceId, ...input }) => createKey({ ...context, workspaceId }, input),
  ),
  'key list': operation(z.object({ workspaceId: id.optional() }), (context, input) =>
    listKeys(context, input.workspaceId),
  ),
  'key revoke': operation(z.object({ id }), (context, input) => revokeKey(context, input.id)),
  sample: operation(z.object({}), createSample),
} as const

export type OperationName = keyof typeof OPERATIONS
export type OperationInput<N extends OperationName> = z.input<(typeof OPERATIONS)[N]['input']>
export type OperationResult<N extends OperationName> = Awaited<ReturnType<(typeof OPERATIONS)[N]['run']>>

/** Runs an operation as the operator. Throws what its verb throws, and InvalidInput. */
export async function runOperation<N extends OperationName>(
  context: Context,
  operationName: N,
  input: OperationInput<N>,
): Promise<OperationResult<N>> {
  const { input: schema, run } = OPERATIONS[operationName] as unknown as Operation<z.ZodType, OperationResult<N>>
  const parsed = schema.safeParse(input)
  if (!parsed.success) {
    throw new InvalidInput(
      parsed.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })),
    )
  }
  return run({ ...context, actor: OPERATOR }, parsed.data)
}
