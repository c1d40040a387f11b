import type { Actor } from '../database/column-values.ts'

/** The staff of the sample wholesaler, as actors in the activity log. Nobody can sign in as them. */
export const OWNER: Actor = { type: 'staff', id: null, name: 'Ruth Calder' }
export const SALES: Actor = { type: 'staff', id: null, name: 'Tom Ashby' }
export const PURCHASING: Actor = { type: 'staff', id: null, name: 'Priya Nair' }
export const SYSTEM: Actor = { type: 'system', id: null, name: 'Scheduler' }
