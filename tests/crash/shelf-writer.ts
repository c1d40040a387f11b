import { sql } from 'kysely'
import type { Database } from '../../server/src/database/tables.ts'
import { until } from '../given/until.ts'
import { Writer } from './writer.ts'
import type { Shop, Step } from './writer.ts'

const ROWS = 100
/** Calls that put their prices into one draft. */
const CALLS_A_DRAFT = 3
/** From scheduling a change to its time, in milliseconds, if that is long enough for the call. */
const SOON_MS = 100

/** Each number is that of a call, of which all rows have their values. */
type Shelf = {
  /** The last one; 0: there is nothing yet. */
  call: number
  /** Whose prices are the list prices. */
  listed: number
  /** Whose prices wait in a draft, or in a change that is scheduled. */
  waiting: { call: number; scheduled: boolean } | null
  published: number
}

/** Writes the same hundred products again and again, its prices through drafts, which it publishes or schedules. */
export class ShelfWriter extends Writer<Shelf> {
  readonly #name: string

  constructor(shop: Shop, name: string) {
    super(shop, { call: 0, listed: 0, waiting: null, published: 0 })
    this.#name = name
  }

  protected step(shelf: Shelf): Step<Shelf> {
    const { call, listed, waiting, published } = shelf
    const settled = { ...shelf, listed: waiting?.call ?? listed, waiting: null, published: published + 1 }
    if (waiting?.scheduled) return { after: settled, call: () => this.#untilPublished() }
    if (waiting && waiting.call - listed >= CALLS_A_DRAFT) {
      if (published % 2 === 0) return { after: settled, call: () => this.#operate('price-change publish') }
      const scheduled = { ...shelf, waiting: { ...waiting, scheduled: true } }
      return { after: settled, onTheWay: [scheduled], call: () => this.#schedule() }
    }
    const next = call + 1
    const after = {
      ...shelf,
      call: next,
      ...(call === 0 ? { listed: 1 } : { waiting: { call: next, scheduled: false } }),
    }
    return { after, call: () => this.#send(next) }
  }

  async #send(call: number): Promise<void> {
    const priceChangeId = await this.#openDraft()
    const products = Array.from({ length: ROWS }, (_, i) => ({ sku: `${this.#name}-${i}`, ...valuesOf(call) }))
    await this.put('/products', { products, ...(priceChangeId && { priceChangeId }) })
  }

  async #operate(operation: 'price-change publish'): Promise<void> {
    await this.shop.service.operate(operation, { workspaceId: this.shop.workspaceId, id: (await this.#openDraft())! })
  }

  async #schedule(): Promise<void> {
    const one = { workspaceId: this.shop.workspaceId, id: (await this.#openDraft())! }
    for (let soon = SOON_MS; ; soon *= 4) {
      try {
        const at = new Date(Date.now() + soon).toISOString()
        await this.shop.service.operate('price-change schedule', { ...one, at })
        return this.#untilPublished()
      } catch (error) {
        // On a slow machine.
        if (!/has passed/.test((error as Error).message)) throw error
      }
    }
  }

  async #untilPublished(): Promise<void> {
    await until(async () => (await this.#changes()).every(({ status }) => status !== 'scheduled'), { everyMs: 20 })
  }

  /** Looked up, as a client has to after a call without an answer. */
  async #openDraft(): Promise<string | undefined> {
    return (await this.#changes()).find(({ status }) => status === 'draft')?.id
  }

  async #changes(): Promise<{ id: string; status: string }[]> {
    const changes = await this.send('GET', '/price-changes')
    return changes.filter(({ createdBy }: any) => createdBy.id === this.shop.keyId)
  }

  protected expected({ call, listed, waiting, published }: Shelf) {
    const { onlyFor, imageUrl, listPrice: _, ...values } = valuesOf(call)
    return {
      products:
        call === 0 ? [] : [{ ...values, listPrice: valuesOf(listed).listPrice, onlyFor, imageUrl, count: ROWS }],
      waiting: waiting
        ? [
            {
              status: waiting.scheduled ? 'scheduled' : 'draft',
              newPrice: valuesOf(waiting.call).listPrice,
              lineCount: ROWS,
              count: ROWS,
            },
          ]
        : [],
      published,
      calls: call,
    }
  }

  protected async stored(db: Database) {
    const { workspaceId, keyId } = this.shop
    const products = await sql`
      select p.name, p.unit_label as "unitLabel", p.description, b.name as brand, c.name as category,
        p.lead_time_note as "leadTimeNote", p.details, p.list_price as "listPrice",
        (select coalesce(json_agg(u.account_code order by u.account_code), '[]')::jsonb from product_access a
          join customer u on u.workspace_id = a.workspace_id and u.id = a.customer_id
          where a.workspace_id = ${workspaceId} and a.product_id = p.id and p.visibility = 'selected') as "onlyFor",
        (select i.source_url from product_image i where i.workspace_id = ${workspaceId} and i.product_id = p.id)
          as "imageUrl",
        count(*) as count
      from product p
      left join brand b on b.workspace_id = p.workspace_id and b.id = p.brand_id
      left join category c on c.workspace_id = p.workspace_id and c.id = p.category_id
      where p.workspace_id = ${workspaceId} and p.sku_key like ${`${this.#name.toLowerCase()}-%`}
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10`.execute(db)
    const waiting = await sql`
      select d.status, l.new_price as "newPrice", d.line_count as "lineCount", count(*) as count from price_change d
      left join price_change_line l on l.workspace_id = d.workspace_id and l.price_change_id = d.id
      where d.workspace_id = ${workspaceId} and d.created_by ->> 'id' = ${keyId}
        and d.status in ('draft', 'scheduled')
      group by d.id, 1, 2, 3`.execute(db)
    const counts = await sql<{ published: number; calls: number }>`select
      (select count(*) from price_change d where d.workspace_id = ${workspaceId}
        and d.created_by ->> 'id' = ${keyId} and d.status = 'published'
        and exists (select from activity a where a.workspace_id = ${workspaceId}
          and a.action = 'price_change.publish' and a.subject ->> 'id' = d.id::text)) as published,
      (select count(*) from activity a where a.workspace_id = ${workspaceId} and a.action = 'product.upsert'
        and a.actor ->> 'id' = ${keyId}) as calls`.execute(db)
    return { products: products.rows, waiting: waiting.rows, ...counts.rows[0] }
  }
}

/** What all rows of a call have in common: whatever is mixed of two calls is seen to be. */
function valuesOf(call: number) {
  return {
    name: `Plate ${call}`,
    unitLabel: `box of ${call}`,
    description: `As of call ${call}`,
    brand: `Brand ${call % 7}`,
    category: `Category ${call % 3}`,
    leadTimeNote: `${call} days`,
    details: { call: String(call) },
    listPrice: 1000 + call,
    onlyFor: call % 2 === 0 ? ['QUAY-0', 'QUAY-1'] : ['QUAY-2'],
    imageUrl: `https://images.example/${call}.jpg`,
  }
}
