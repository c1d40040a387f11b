import { sql } from 'kysely'
import type { WorkspaceContext } from '../context.ts'
import { uuidArray } from '../database/rowset.ts'
import { readFeed } from '../workspaces/feeds/read-feed.ts'
import type { AskedPage } from '../workspaces/feeds/read-feed.ts'
import { selectCustomers, shapeCustomer } from './customer-rows.ts'

/** A page of the feed of customers, whose fields, own terms or buyers have changed, as lists show them. See `readFeed`. */
export function readCustomerFeed(context: WorkspaceContext, asked: AskedPage) {
  return readFeed(context, asked, {
    kind: 'customer',
    name: 'customers',
    read: async (ids) => {
      const rows = await selectCustomers(context)
        .where(sql<boolean>`id = any(${uuidArray(ids)})`)
        .execute()
      return new Map(rows.map((row) => [row.id, shapeCustomer(row)]))
    },
    entry: ({ id: customerId, at, code }, customer) => {
      const accountCode = customer === null ? code : customer.accountCode
      return { customerId, accountCode, at, deleted: customer === null, customer }
    },
  })
}
