import type { z } from 'zod'
import type { Context } from '../context.ts'
import type { Actor } from '../database/column-values.ts'
import { InvalidInput } from '../errors.ts'
import type { Operation } from './operations/operation.ts'
import { CUSTOMER_OPERATIONS } from './operations/customers.ts'
import { DATABASE_OPERATIONS } from './operations/database.ts'
import { ORDER_OPERATIONS } from './operations/orders.ts'
import { PRICE_CHANGE_OPERATIONS } from './operations/price-changes.ts'
import { PRODUCT_OPERATIONS } from './operations/products.ts'
import { TERMS_OPERATIONS } from './operations/terms.ts'
import { WORKSPACE_OPERATIONS } from './operations/workspaces.ts'

/** Who the operator's commands are done by, as the activity shows it. */
const OPERATOR: Actor = { type: 'operator', id: null, name: 'Operator' }

/** Everything that the command line does to the store, by name. */
export const OPERATIONS = {
  ...WORKSPACE_OPERATIONS,
  ...PRODUCT_OPERATIONS,
  ...CUSTOMER_OPERATIONS,
  ...TERMS_OPERATIONS,
  ...PRICE_CHANGE_OPERATIONS,
  ...ORDER_OPERATIONS,
  ...DATABASE_OPERATIONS,
}

export type OperationName = keyof typeof OPERATIONS
export type OperationInput<N extends OperationName> = z.input<(typeof OPERATIONS)[N]['input']>
export type OperationResult<N extends OperationName> = Awaited<ReturnType<(typeof OPERATIONS)[N]['run']>>

/** Runs an operation as the operator. Throws what its verb throws, and InvalidInput. */
export async function runOperation<N extends OperationName>(
  context: Context,
  operation: N,
  input: OperationInput<N>,
): Promise<OperationResult<N>> {
  const { input: schema, run } = OPERATIONS[operation] as unknown as Operation<z.ZodType, OperationResult<N>>
  const parsed = schema.safeParse(input)
  if (!parsed.success) {
    throw new InvalidInput(
      parsed.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })),
    )
  }
  return run({ ...context, actor: OPERATOR }, parsed.data)
}
