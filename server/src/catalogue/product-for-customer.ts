import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { audienceOf } from '../context.ts'
import type { WorkspaceContext } from '../context.ts'
import type { Database } from '../database/tables.ts'
import { askedCustomer, CUSTOMER_COLUMNS, CUSTOMER_ID, customerAsked } from '../customers/find-customer.ts'
import type { CustomerRef } from '../customers/find-customer.ts'
import { alongKey } from '../database/along-key.ts'
import { Gathering } from '../database/gathering.ts'
import { readBytes } from '../database/read-bytes.ts'
import type { BytesRow } from '../database/read-bytes.ts'
import { rowset } from '../database/rowset.ts'
import { matchingKey } from '../matching-key.ts'
import { customerTerms } from '../pricing/customer-terms.ts'
import type { TermsOfCustomer } from '../pricing/customer-terms.ts'
import { LISTED_COLUMNS, listedProducts, readListed } from './listed-product.ts'
import type { ListedProduct } from './listed-product.ts'
import { visibleTo } from './visible-to.ts'

/** One product with all that its price for one customer follows from. */
export type ProductForCustomer = {
  product: ListedProduct
  /** Names. */
  brand: string | null
  category: string | null
  /** Null where none was asked for, or there is none. */
  customer: CustomerRef | null
  /** Whether that customer sees the product. */
  visible: boolean
  terms: TermsOfCustomer | null
}

/** What a product is known by, in the form in which it is stored. */
type By = 'id' | 'sku_key'
type Asked = { product: string; customer: string | undefined }
type Group = { db: Database; workspaceId: string; by: By }

const reads = new WeakMap<Database, Gathering<Group, Asked, ProductForCustomer | undefined>>()

/** The product of an id, which must be one, or of a SKU, with what it costs a customer; undefined where there is none. */
export function productForCustomer(
  context: WorkspaceContext,
  named: { id: string } | { sku: string },
  customer: string | undefined,
): Promise<ProductForCustomer | undefined> {
  const [by, product]: [By, string] = 'id' in named ? ['id', named.id] : ['sku_key', matchingKey(named.sku)]
  const { db, workspaceId } = context
  if (!reads.has(db)) reads.set(db, new Gathering(readTogether))
  return reads.get(db)!.ask(`${audienceOf(context)} ${by}`, { db, workspaceId, by }, { product, customer })
}

async function readTogether(
  { db, workspaceId, by }: Group,
  asked: Asked[],
): Promise<(ProductForCustomer | undefined)[]> {
  const rows = await readBytes(db, statementFor(workspaceId, by, asked))
  const found = new Map(rows.map((row) => [Number(row[0]), readRow(row.slice(1))]))
  return asked.map((_, place) => found.get(place))
}

/** Each is looked up by itself, along the indexes, whatever the planner thinks of how many there are. */
function statementFor(workspaceId: string, by: By, asked: Asked[]): RawBuilder<unknown> {
  const rows = asked.map(({ product, customer }, place) => ({ place, product, ...askedCustomer(customer) }))
  const columns = `place integer, product ${by === 'id' ? 'uuid' : 'text'}, ${CUSTOMER_COLUMNS}`
  return sql`
    select asked.place, found.* from ${rowset(rows, columns, 'asked')}
    cross join lateral (
      with ${customerAsked(workspaceId)},
      page as materialized (
        select p.*, ${visibleTo(workspaceId, CUSTOMER_ID)} as visible from product p
        where p.workspace_id = ${workspaceId} and ${alongKey({ [`p.${by}`]: sql`asked.product` })} limit 1)
      select listed.*,
        (select name from brand where workspace_id = ${workspaceId} and id = page.brand_id) as brand,
        (select name from category where workspace_id = ${workspaceId} and id = page.category_id) as category,
        visible,
        (select json_build_object('id', id, 'accountCode', account_code, 'name', name) from asked_customer) as customer,
        case when ${CUSTOMER_ID} is not null then ${customerTerms(workspaceId, CUSTOMER_ID, sql`page`)} end as terms
      from page, (${listedProducts(sql`page`, { withGroups: true })}) listed) found`
}

function readRow(row: BytesRow): ProductForCustomer {
  const [brand, category, visible, customer, terms] = row
    .slice(LISTED_COLUMNS)
    .map((value) => (value === null ? null : String(value)))
  return {
    product: readListed(row)[0]!,
    brand: brand!,
    category: category!,
    visible: visible === 't',
    customer: customer ? JSON.parse(customer) : null,
    terms: terms ? JSON.parse(terms) : null,
  }
}
