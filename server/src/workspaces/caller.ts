import type { Actor } from '../database/column-values.ts'

/**
 * Who makes a request: an API key, a member of the workspace's staff, or a buyer. Keys and members see all of the
 * workspace; a buyer sees what their customer can, at that customer's prices.
 */
export type Caller =
  | { type: 'key'; id: string; name: string }
  | { type: 'member'; id: string; name: string; role: 'owner' | 'staff' }
  | { type: 'buyer'; id: string; name: string; customerId: string }

/** How the activity names the caller. */
export function actorOf({ type, id, name }: Caller): Actor {
  return { type: type === 'member' ? 'staff' : type, id, name }
}

/**
 * Names what the caller is shown: callers with the same view get the same answers. All keys of a workspace have one view.
 * Each person has their own, so that nothing that is made for one buyer can reach another.
 */
export function viewOf(caller: Caller): string {
  switch (caller.type) {
    case 'key':
      return 'key'
    case 'member':
      return `member ${caller.id} ${caller.role}`
    case 'buyer':
      return `buyer ${caller.id} ${caller.customerId}`
  }
}
