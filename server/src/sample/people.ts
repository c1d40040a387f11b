import type { Actor } from '../database/column-values.ts'

/** Who works at the sample wholesaler, as the activity names them; nobody can sign in as them. */
export const OWNER: Actor = { type: 'staff', id: null, name: 'Ruth Calder' }
export const SALES: Actor = { type: 'staff', id: null, name: 'Tom Ashby' }
export const PURCHASING: Actor = { type: 'staff', id: null, name: 'Priya Nair' }
export const SYSTEM: Actor = { type: 'system', id: null, name: 'Scheduler' }
