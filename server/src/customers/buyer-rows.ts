import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Row } from '../database/tables.ts'
import { isoInstant } from '../lib/iso-time.ts'
import type { OrderLimit } from '../shared/order-limit.ts'
import { emailOfBuyer } from './email-of-buyer.ts'

export type Buyer = {
  id: string
  name: string
  email: string
  status: Row<'buyer'>['status']
  invitedAt: string
  lastSeenAt: string | null
  orderLimit: OrderLimit
  costCentre: string | null
}

/** A column for a query of `customer`: its buyers, sorted by name, for shapeBuyer. */
export function buyersOfCustomer(workspaceId: string): RawBuilder<Buyer[]> {
  return sql`(select coalesce(json_agg(json_build_object('id', u.id, 'name', u.name, 'email', ${emailOfBuyer('u')},
      'status', u.status, 'invitedAt', u.invited_at, 'lastSeenAt', u.last_seen_at,
      'orderLimit', u.order_limit, 'costCentre', u.cost_centre)
      order by u.name collate "und-x-icu", u.id), '[]')
    from buyer u where u.workspace_id = ${workspaceId} and u.customer_id = customer.id)`
}

export function shapeBuyer(buyer: Buyer): Buyer {
  return { ...buyer, invitedAt: isoInstant(buyer.invitedAt), lastSeenAt: isoInstant(buyer.lastSeenAt) }
}
