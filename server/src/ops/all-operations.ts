import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { copyFolder } from './backup/copy-folder.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { recopyImages } from '../catalogue/images/product-images.ts'
import { examineDatabase } from './doctor/database.ts'
import { operateOn, runAsOperator } from './operations/operate.ts'
import type { InputOf, ResultOf } from './operations/operate.ts'
import { CUSTOMER_OPERATIONS } from './operations/customers.ts'
import { operation, workspaceId } from './operations/operation.ts'
import { ORDER_OPERATIONS } from './operations/orders.ts'
import { PEOPLE_OPERATIONS } from './operations/people.ts'
import { PRICE_CHANGE_OPERATIONS } from './operations/price-changes.ts'
import { QUOTE_OPERATIONS } from './operations/quotes.ts'
import { PRODUCT_OPERATIONS } from './operations/products.ts'
import { PRICE_GROUP_OPERATIONS, TERMS_OPERATIONS } from './operations/terms.ts'
import { WORKSPACE_OPERATIONS } from './operations/workspaces.ts'

/** Whoever calls may be in another folder than the process that does it. */
const path = z.string().refine(isAbsolute, 'Must be an absolute path.')

/** Everything that the command line does to the store, by name. */
export const OPERATIONS = {
  ...WORKSPACE_OPERATIONS,
  ...PRODUCT_OPERATIONS,
  ...CUSTOMER_OPERATIONS,
  ...PRICE_GROUP_OPERATIONS,
  ...TERMS_OPERATIONS,
  ...PRICE_CHANGE_OPERATIONS,
  ...ORDER_OPERATIONS,
  ...QUOTE_OPERATIONS,
  ...PEOPLE_OPERATIONS,
  'database copy': operation({ input: z.object({ from: path, into: path }), run: copyFolder }),
  'database restore': operation({ input: z.object({ file: path, replace: z.boolean() }), run: restoreBackup }),
  'images recopy': operation({
    input: z.object({ workspaceId, digests: z.array(z.string()) }),
    run: recopyImages,
  }),
  // Handed over only for the embedded database.
  doctor: operation({ input: z.object({}), run: (context) => examineDatabase(context, 'embedded') }),
}

export type OperationName = keyof typeof OPERATIONS
export type OperationInput<N extends OperationName> = InputOf<(typeof OPERATIONS)[N]>
export type OperationResult<N extends OperationName> = ResultOf<(typeof OPERATIONS)[N]>

/** Runs an operation on that store as the operator. Throws what its verb throws, and InvalidInput. */
export function runOperation<N extends OperationName>(
  context: Context,
  name: N,
  input: OperationInput<N>,
): Promise<OperationResult<N>> {
  return runAsOperator(context, OPERATIONS[name], input)
}

/** Runs an operation on the configured database: itself, or through the process that has the folder open. */
export function operate<N extends OperationName>(
  config: Config,
  name: N,
  input: OperationInput<N>,
): Promise<OperationResult<N>> {
  return operateOn(config, OPERATIONS, name, input)
}
