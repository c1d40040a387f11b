import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { matchingKey } from '../lib/matching-key.ts'

/** SQL: the present e-mail of a buyer: that of the person; of one who has not joined yet, the one that was invited. */
export function emailOfBuyer(buyer: string): RawBuilder<string> {
  const of = (column: string) => sql.ref(`${buyer}.${column}`)
  return sql`coalesce(${of('email')}, (select p.email from person p where p.id = ${of('person_id')}))`
}

/** SQL: whether a buyer has this e-mail now, ignoring case. */
export function hasEmail(buyer: string, workspaceId: string, email: string): RawBuilder<boolean> {
  return sql`${sql.ref(`${buyer}.id`)} in (select found.id from ${buyersWithEmail(workspaceId, sql`${matchingKey(email)}`)} found)`
}

/**
 * SQL, as a table with `id`, `customer_id` and `is_vouched`: the buyers whose present e-mail has this matching key. Who
 * is not vouched for gets no products by that e-mail.
 */
export function buyersWithEmail(workspaceId: string, key: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    (select id, customer_id, email_vouched as is_vouched from buyer
      where workspace_id = ${workspaceId} and email_key = ${key} limit 1)
    union all
    select b.id, b.customer_id, b.email_vouched or p.email_verified
    from (select id, email_verified from person where email_key = ${key} offset 0) p cross join lateral (
      select id, customer_id, email_vouched from buyer
      where workspace_id = ${workspaceId} and person_id = p.id) b)`
}
