import type { WorkspaceContext } from '../context.ts'

/** What a verb of the trade portal needs: the workspace, the buyer who asks, and whom the buyer orders for. */
export type BuyerContext = WorkspaceContext & { buyerId: string; customerId: string }
