import { sql } from 'kysely'
import type { Database } from '../../server/src/database/tables.ts'
import { Writer } from './writer.ts'
import type { Step } from './writer.ts'

const ROWS = 100

/** Creates a hundred new products with each call. */
export class NewcomerWriter extends Writer<number> {
  protected step(calls: number): Step<number> {
    const call = calls + 1
    const products = Array.from({ length: ROWS }, (_, i) => ({
      sku: `NEW-${call}-${i}`,
      name: `New ${call}`,
      unitLabel: 'each',
      listPrice: call,
      brand: `Brand ${call % 5}`,
      category: `Range ${call}`,
    }))
    return { after: call, call: () => this.put('/products', { products }) }
  }

  protected expected(calls: number) {
    return Array.from({ length: calls }, (_, i) => ({ listed: i + 1, range: `Range ${i + 1}`, count: ROWS }))
  }

  protected async stored(db: Database) {
    const { rows } = await sql`
      select p.list_price as listed, c.name as range, count(*) as count from product p
      left join category c on c.workspace_id = p.workspace_id and c.id = p.category_id
      where p.workspace_id = ${this.shop.workspaceId} and p.sku_key like 'new-%'
      group by 1, 2 order by 1`.execute(db)
    return rows
  }
}

/** Writes the same customers again and again. */
export class CustomerWriter extends Writer<number> {
  protected step(calls: number): Step<number> {
    const call = calls + 1
    const customers = Array.from({ length: ROWS }, (_, i) => ({
      accountCode: `CAFE-${i}`,
      name: `Café ${i}`,
      email: `${call}@cafe-${i}.example`,
      notes: `As of call ${call}`,
      creditLimit: call,
    }))
    return { after: call, call: () => this.put('/customers', { customers }) }
  }

  protected expected(calls: number) {
    const customers = calls === 0 ? [] : [{ notes: `As of call ${calls}`, limit: calls, local: calls, count: ROWS }]
    return { customers, calls }
  }

  protected async stored(db: Database) {
    const { workspaceId, keyId } = this.shop
    const { rows: customers } = await sql`
      select notes, credit_limit as limit, split_part(email_key, '@', 1)::integer as local, count(*) as count
      from customer where workspace_id = ${workspaceId} and account_code_key like 'cafe-%'
      group by 1, 2, 3`.execute(db)
    const { rows } = await sql<{ calls: number }>`select count(*) as calls from activity
      where workspace_id = ${workspaceId} and action = 'customer.upsert' and actor ->> 'id' = ${keyId}`.execute(db)
    return { customers, calls: rows[0]!.calls }
  }
}

const WAY = ['new', 'confirmed', 'dispatched', 'completed'] as const

/** Places an order as the operator, and moves it on through the API until it is completed; then the next. */
export class OrderWriter extends Writer<{ orders: number; steps: number }> {
  protected step({ orders, steps }: { orders: number; steps: number }): Step<{ orders: number; steps: number }> {
    if (orders === 0 || steps === WAY.length) {
      return { after: { orders: orders + 1, steps: 1 }, call: () => this.#place(`order ${orders + 1}`) }
    }
    return { after: { orders, steps: steps + 1 }, call: () => this.#move(WAY[steps]!) }
  }

  async #place(token: string): Promise<void> {
    const lines = [0, 1, 2].map((i) => ({ sku: `ORDERED-${i}`, qty: i + 1 }))
    await this.shop.service.operate('order place', {
      workspaceId: this.shop.workspaceId,
      customer: 'QUAY-0',
      lines,
      token,
    })
  }

  async #move(status: string): Promise<void> {
    const [{ id }] = await this.send('GET', '/orders?limit=1')
    await this.send('PATCH', `/orders/${id}`, { status })
  }

  protected expected({ orders, steps }: { orders: number; steps: number }) {
    return Array.from({ length: orders }, (_, i) => {
      const came = i + 1 < orders ? WAY.length : steps
      return {
        number: 1001 + i,
        token: `order ${i + 1}`,
        status: WAY[came - 1],
        history: WAY.slice(0, came),
        lines: 3,
        subtotal: 6 * 100,
      }
    })
  }

  protected async stored(db: Database) {
    const { rows } = await sql`
      select number, token, status,
        (select json_agg(h.status order by h.at, array_position(${sql.raw(`array['${WAY.join("', '")}']`)}, h.status))
          from sales_order_history h where h.workspace_id = o.workspace_id and h.order_id = o.id) as history,
        (select count(*) from sales_order_line l where l.workspace_id = o.workspace_id and l.order_id = o.id) as lines,
        subtotal
      from sales_order o where o.workspace_id = ${this.shop.workspaceId} order by number`.execute(db)
    return rows
  }
}
