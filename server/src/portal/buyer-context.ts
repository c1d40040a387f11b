import type { WorkspaceContext } from '../context.ts'

/** The workspace, and the customer whose view of it is asked for. */
export type CustomerContext = WorkspaceContext & { customerId: string }

/** What a verb of the trade portal needs: the workspace, the buyer who asks, and whom the buyer orders for. */
export type BuyerContext = CustomerContext & { buyerId: string }
