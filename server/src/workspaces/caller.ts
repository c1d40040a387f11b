import type { Actor } from '../database/column-values.ts'
import { Refused } from '../errors.ts'
import { lackOf, may } from '../shared/rights.ts'
import type { Right, Role } from '../shared/rights.ts'

/** When the holder of a session last proved who they are, and when that was by a passkey; null for never. */
export type Proof = {
  provedAt: Date | null
  passkeyAt: Date | null
  /** Whether the identity provider of the workspace began the session. */
  byCompany?: boolean
}

/**
 * Who makes a request: an API key, a member of the workspace's staff, or a buyer. Keys and members see the whole
 * workspace; a member who is held (`isHeld`), the customers whose contact they are. Buyers see the products that their customer may see, at that customer's prices.
 */
export type Caller =
  | { type: 'key'; id: string; name: string }
  | { type: 'member'; id: string; name: string; role: Role; isHeld?: boolean; proof: Proof }
  | { type: 'buyer'; id: string; name: string; customerId: string }

/** How the caller proved who they are; nothing, for a caller who is no member of the staff. */
export function proofOf(caller: Caller): Proof {
  return caller.type === 'member' ? caller.proof : { provedAt: null, passkeyAt: null }
}

/**
 * Throws Refused where the role of the member of the staff who asks lacks the right, or all of several. Nobody else has a
 * role. A transaction of a write begins by asking whether the role is still the same: see `holdAccess`.
 */
export function requireRight({ role }: { role?: Role }, right: Right | readonly Right[]): void {
  if (role !== undefined && !may(role, right)) throw new Refused('forbidden', lackOf(role, right))
}

export function actorOf({ type, id, name }: Caller): Actor {
  return { type: type === 'member' ? 'staff' : type, id, name }
}

/**
 * The name of the caller's view: callers with the same view get the same responses. All keys of a workspace share one
 * view. Each person has their own view, so that no buyer gets a response made for another.
 */
export function viewOf(caller: Caller): string {
  switch (caller.type) {
    case 'key':
      return 'key'
    case 'member':
      return `member ${caller.id} ${caller.role}${caller.isHeld ? ' held' : ''}`
    case 'buyer':
      return `buyer ${caller.id} ${caller.customerId}`
  }
}
