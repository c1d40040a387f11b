import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { searchDocument } from '../../catalogue/search/search-words.ts'
import type { Searchable } from '../../catalogue/search/search-words.ts'
import type { Context, ImageStore, WorkspaceContext } from '../../context.ts'
import type { Actor } from '../../database/column-values.ts'
import { inTransaction } from '../../database/transaction.ts'
import { parseFileName } from '../../catalogue/images/image-path.ts'
import { makeAddress } from '../../workspaces/addresses.ts'
import { createKey } from '../../workspaces/keys.ts'
import { SAMPLE_WORKSPACE_ID } from '../../workspaces/workspaces.ts'

/** The sample as `npm run export-sample` has written it: when it was taken, and its rows; and its pictures. */
export const SAMPLE_ROWS = new URL('../../../sample/workspace.jsonl', import.meta.url)
export const SAMPLE_PICTURES = new URL('../../../sample/pictures/', import.meta.url)

/** As whom the start says how to sign in. */
export const SAMPLE_OWNER_ID = '01970000-0000-7000-8000-00000005a3e2'
export const SAMPLE_BUYER_EMAIL = 'isobel@castlelane.example'

/** Its address is "sample", unless another workspace has that. */
const SAMPLE_NAME = 'Sample'
const PICTURE_TABLES = new Set(['image', 'product_picture', 'product_image'])
const DAY_MS = 86_400_000
/** A string that is a date, or a time in UTC, and nothing else. */
const TIME = /^(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00))?$/

type SampleRow = Record<string, any>

/**
 * Creates a workspace that shows all features, with the history of a year that ends now. Idempotent: an existing sample
 * is not changed. Atomic: all of it or nothing. Without a store of images, its products have no pictures. Returns the
 * key only if this call created the sample.
 */
export async function createSample(
  context: Context & { actor: Actor },
): Promise<{ workspaceId: string; key: string | null }> {
  return inTransaction({ ...context, workspaceId: SAMPLE_WORKSPACE_ID }, async (trx) => {
    const { workspaceId, images } = trx
    for (const [table, rows] of readTables(trx.clock())) {
      if (!images && PICTURE_TABLES.has(table)) continue
      const inserted = await insertRows(trx, table, rows)
      // The first table. A concurrent call waits here.
      if (table === 'workspace' && inserted === 0) return { workspaceId, key: null }
    }
    await makeAddress(trx, SAMPLE_NAME)
    if (images) await copyPictures(images.store)
    const { key } = await createKey(trx, { name: 'Sample key', scope: 'write' })
    return { workspaceId, key }
  })
}

/** Whole days from then to now, rounded down: what was past then is past now, so many days later. */
export function daysSince(then: Date, now: Date): number {
  return Math.floor((now.getTime() - then.getTime()) / DAY_MS)
}

/** A time or a date so many days later, at the same time of day in UTC. Returns every other value as it is. */
export function daysLater(value: unknown, days: number): unknown {
  const [, date, timeOfDay = ''] = (typeof value === 'string' && TIME.exec(value)) || []
  if (date === undefined) return value
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10) + timeOfDay
}

/** The rows by table, with their times as if the sample had been taken within the last day. */
function readTables(now: Date): Map<string, SampleRow[]> {
  const [header, ...lines] = readFileSync(SAMPLE_ROWS, 'utf8').trimEnd().split('\n')
  const days = daysSince(new Date(JSON.parse(header!).takenAt), now)
  const tables = new Map<string, SampleRow[]>()
  for (const line of lines) {
    const [table, row]: [string, SampleRow] = JSON.parse(line, (_, value) => daysLater(value, days))
    if (!tables.has(table)) tables.set(table, [])
    tables.get(table)!.push(row)
  }
  const groups = new Map([...tables.get('brand')!, ...tables.get('category')!].map(({ id, name }) => [id, name]))
  for (const product of tables.get('product')!) {
    const [brand, category] = [groups.get(product['brand_id']), groups.get(product['category_id'])]
    const { name, description } = product as Searchable
    product['search'] = searchDocument(SAMPLE_WORKSPACE_ID, { name, description, brand, category })
  }
  return tables
}

/** Returns the number of rows, none where the workspace exists. A column that no row has takes its default. */
async function insertRows({ db, workspaceId }: WorkspaceContext, table: string, rows: SampleRow[]): Promise<number> {
  const columns = [...new Set(rows.flatMap(Object.keys))].map((column) => sql.ref(column))
  const values = [...columns]
  // The file does not say to which workspace its rows belong. People belong to none.
  if (table !== 'person') {
    columns.unshift(sql.ref(table === 'workspace' ? 'id' : 'workspace_id'))
    values.unshift(sql`${workspaceId}`)
  }
  const { numAffectedRows } = await sql`
    insert into ${sql.table(table)} (${sql.join(columns)})
    select ${sql.join(values)} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)
    ${table === 'workspace' ? sql`on conflict do nothing` : sql``}`.execute(db)
  return Number(numAffectedRows)
}

async function copyPictures(store: ImageStore): Promise<void> {
  for (const name of readdirSync(SAMPLE_PICTURES)) {
    const { digest, size } = parseFileName(name)!
    await store.write(digest, size, await readFile(new URL(name, SAMPLE_PICTURES)))
  }
}
