import type { Actor } from '../database/column-values.ts'

/** The staff of the sample wholesaler. Their ids are the same everywhere, as that of the sample is. */
export const STAFF = [
  {
    id: '01970000-0000-7000-8000-00000005a3e2',
    name: 'Ruth Calder',
    email: 'ruth@calder.example',
    role: 'owner',
  },
  { id: '01970000-0000-7000-8000-00000005a3e3', name: 'Tom Ashby', email: 'tom@calder.example', role: 'staff' },
  { id: '01970000-0000-7000-8000-00000005a3e4', name: 'Priya Nair', email: 'priya@calder.example', role: 'staff' },
] as const

const [ruth, tom, priya] = STAFF.map(({ id, name }): Actor => ({ type: 'staff', id, name }))

/** Of the buyer as whom the start says how to sign in. */
export const BUYER_EMAIL = 'isobel@castlelane.example'

/** The staff as actors in the activity. */
export const OWNER: Actor = ruth!
export const SALES: Actor = tom!
export const PURCHASING: Actor = priya!
export const SYSTEM: Actor = { type: 'system', id: null, name: 'Scheduler' }
