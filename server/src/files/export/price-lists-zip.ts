import { sql } from 'kysely'
import { conditionsOf, requireNamed } from '../../catalogue/list-products.ts'
import type { WorkspaceContext } from '../../context.ts'
import { ofContact } from '../../customers/contacts.ts'
import { matchingInSlices } from '../../customers/browse-customers.ts'
import { textArray } from '../../database/rowset.ts'
import { invalidField, NotFound } from '../../errors.ts'
import type { InvalidInput } from '../../errors.ts'
import { isUuid } from '../../lib/uuid.ts'
import { priceListDay } from './price-list-size.ts'
import type { PriceListChoice } from './price-list-size.ts'
import { priceListFile } from './price-list-file.ts'
import type { PriceListFormat } from './price-list-file.ts'
import { unlessDeleted, zip } from './zip.ts'
import type { ZipEntry } from './zip.ts'

/** Customers of one archive. */
const MAX_CUSTOMERS = 1_000
/** Customers who are named one by one. */
const MAX_CHOSEN = 100
/** Products times customers of one archive. A row of a PDF takes twenty times as long. */
const MAX_ROWS: Record<PriceListFormat, number> = { csv: 2_000_000, xlsx: 2_000_000, pdf: 100_000 }

/** `customers`: ids, with commas between them; without it, all active customers. */
type PriceListsChoice = PriceListChoice & { format: PriceListFormat; customers?: string | undefined }

type Chosen = { id: string; name: string; accountCode: string | null }

/** How large an archive of price lists is. `products`: the most that a list can have. */
type PriceListsSize = { customers: number; products: number }

/**
 * How many price lists an archive has, and for how many products. Throws NotFound, and InvalidInput for what would be
 * too large, or a day whose prices are not known.
 */
export async function priceListsSize(context: WorkspaceContext, choice: PriceListsChoice): Promise<PriceListsSize> {
  const { chosen, products } = await measure(context, choice)
  return { customers: chosen.length, products }
}

/** The price lists of customers, one after the other, in a ZIP archive that is made while it is read. Throws as above. */
export async function priceListsZip(
  context: WorkspaceContext,
  choice: PriceListsChoice,
): Promise<AsyncGenerator<Buffer>> {
  const { chosen } = await measure(context, choice)
  return zip(entries(context, choice, chosen))
}

async function* entries(
  context: WorkspaceContext,
  { format, brand, category, date }: PriceListsChoice,
  chosen: readonly Chosen[],
): AsyncGenerator<ZipEntry> {
  const taken = new Set<string>()
  for (const { id, name, accountCode } of chosen) {
    const content = await priceListFile({ ...context, customerId: id }, format, { brand, category, date }).catch(
      unlessDeleted,
    )
    if (content) yield { name: `${freeName([accountCode, name].filter(Boolean).join(' '), taken)}.${format}`, content }
  }
}

/** A name of a file that every system takes, and no other file has. */
function freeName(text: string, taken: Set<string>): string {
  const plain =
    text
      .replaceAll(/[\p{Cc}\s\\/:*?"<>|]+/gu, ' ')
      .slice(0, 100)
      .trim()
      .replace(/\.+$/, '') || 'Customer'
  for (let i = 1; ; i += 1) {
    const name = i === 1 ? plain : `${plain} (${i})`
    if (taken.has(name.toLowerCase())) continue
    taken.add(name.toLowerCase())
    return name
  }
}

async function measure(context: WorkspaceContext, { format, customers, date, ...filter }: PriceListsChoice) {
  await requireNamed(context, filter)
  const chosen = customers === undefined ? await allActive(context) : await named(context, customers)
  if (chosen.length > 0) await priceListDay({ ...context, customerId: chosen[0]!.id }, date)
  const most = Math.floor(MAX_ROWS[format] / Math.max(1, chosen.length))
  const products = await countProducts(context, filter, most + 1)
  if (products > most) {
    throw invalidField(
      'customers',
      `Must have at most ${count(most, 'product')} for ${count(chosen.length, 'customer')}: choose fewer customers, ` +
        `a brand or a category${format === 'pdf' ? ', or another format' : ''}.`,
    )
  }
  return { chosen, products }
}

function count(number: number, what: string): string {
  return `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`
}

async function allActive(context: WorkspaceContext): Promise<Chosen[]> {
  const ids: string[] = []
  for await (const found of matchingInSlices(context, { active: true })) {
    ids.push(...found)
    if (ids.length > MAX_CUSTOMERS) throw tooMany(MAX_CUSTOMERS)
  }
  return readChosen(context, ids)
}

async function named(context: WorkspaceContext, list: string): Promise<Chosen[]> {
  const ids = [...new Set(list.split(',').map((id) => id.trim().toLowerCase()))]
  if (ids.length > MAX_CHOSEN) throw tooMany(MAX_CHOSEN)
  const chosen = ids.every((id) => isUuid(id)) ? await readChosen(context, ids) : []
  if (chosen.length < ids.length) throw new NotFound('One of these customers no longer exists.')
  return chosen
}

function tooMany(most: number): InvalidInput {
  return invalidField('customers', `Must be at most ${most.toLocaleString('en')} customers: choose fewer.`)
}

async function readChosen(context: WorkspaceContext, ids: readonly string[]): Promise<Chosen[]> {
  return context.db
    .selectFrom('customer')
    .select(['id', 'name', 'account_code as accountCode'])
    .where('workspace_id', '=', context.workspaceId)
    .where(sql<boolean>`id = any(${textArray(ids)}::uuid[])`)
    .where(({ and }) => and(ofContact(context, 'customer.id')))
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/** Active products that pass the filter, counted up to a number. */
async function countProducts(
  { db, workspaceId }: WorkspaceContext,
  filter: Pick<PriceListChoice, 'brand' | 'category'>,
  most: number,
): Promise<number> {
  const conditions = [sql`p.workspace_id = ${workspaceId}`, ...conditionsOf(workspaceId, { ...filter, active: true })]
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from product p where ${sql.join(conditions, sql` and `)} limit ${most}) counted`.execute(db)
  return rows[0]!.count
}
