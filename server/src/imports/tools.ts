import type { ProductItem } from '../catalogue/plan-upsert.ts'
import type { WorkspaceContext } from '../context.ts'
import type { CustomerItem } from '../customers/plan-customers.ts'

/** A row as the API would take it, or why it would refuse it. */
export type Validate<Item> = (item: object) => { item: Item; reasons?: never } | { item?: never; reasons: string[] }

/** What imports take from the API, so that a row is judged and written as one that comes by it. */
export type ImportTools = {
  validate: { product: Validate<ProductItem>; customer: Validate<CustomerItem> }
  /** Runs a write in a slot of heavy work. */
  runQueued: <T>(workspace: WorkspaceContext, work: (turn: WorkspaceContext) => Promise<T>) => Promise<T>
}
