import type { ProductItem } from '../catalogue/plan-upsert.ts'
import type { WorkspaceContext } from '../context.ts'

/** What imports take from the API, so that a row is judged and written as one that comes by it. */
export type ImportTools = {
  /** A row as the API would take it, or why it would refuse it. */
  judge: (item: object) => { product: ProductItem; reasons?: never } | { product?: never; reasons: string[] }
  /** Runs a write in the fair queue of bulk calls. */
  runQueued: <T>(workspace: WorkspaceContext, work: (turn: WorkspaceContext) => Promise<T>) => Promise<T>
}
