import type { WorkspaceContext } from '../context.ts'

/** The workspace, and the customer that is asked about. */
export type CustomerContext = WorkspaceContext & { customerId: string }
