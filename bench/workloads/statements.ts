/** The leanest SQL that reads what the workloads read, as text: without parsing, shaping or pricing. */
import type { Statement } from '../bare-database.ts'

const COLUMNS = `p.id, p.sku, p.name, p.description, p.brand_id, p.category_id, p.manufacturer_ref, p.unit_label,
  p.min_order_qty, p.availability, p.lead_time_note, p.active, p.visibility, p.details, p.list_price, p.created_at, p.updated_at`

const NAMES = `b.name as brand, c.name as category`
const NAMED = `left join brand b on b.workspace_id = $1 and b.id = p.brand_id
  left join category c on c.workspace_id = $1 and c.id = p.category_id`

/** One value, looked up once, so that no plan joins by it. */
const WHO = `(select id from customer where workspace_id = $1 and account_code_key = $2)`
const TERMS = `d.brand_bp, d.category_bp, d.all_bp, a.unit, a.min_qty, a.starts_at, a.ends_at`
const PRICED = `left join lateral (
    select max(r.discount_bp) filter (where r.brand_id = p.brand_id) as brand_bp,
      max(r.discount_bp) filter (where r.category_id = p.category_id) as category_bp,
      max(r.discount_bp) filter (where r.applies_to = 'all') as all_bp
    from discount_rule r where r.workspace_id = $1 and r.customer_id = ${WHO}) d on true
  left join agreed_price a on a.workspace_id = $1 and a.customer_id = ${WHO} and a.product_id = p.id`
const VISIBLE = `p.active and (p.visibility = 'all' or p.id = any(array(
  select product_id from product_access where workspace_id = $1 and customer_id = ${WHO})))`

export function pageByName(workspaceId: string, offset: number): Statement {
  return {
    text: `select ${COLUMNS} from (select id from product where workspace_id = $1 order by name, id limit 50 offset $2) page
      join product p on p.workspace_id = $1 and p.id = page.id order by p.name, p.id`,
    values: [workspaceId, offset],
  }
}

export function pageFor(workspaceId: string, accountCode: string, offset: number): Statement {
  return {
    text: `with page as materialized (
        select p.id from product p where p.workspace_id = $1 and ${VISIBLE} order by p.name, p.id limit 50 offset $3)
      select ${COLUMNS}, ${NAMES}, ${TERMS} from page join product p on p.workspace_id = $1 and p.id = page.id
      ${NAMED} ${PRICED} order by p.name, p.id`,
    values: [workspaceId, accountCode.toLowerCase(), offset],
  }
}

export function productFor(workspaceId: string, accountCode: string, by: { id: string } | { sku: string }): Statement {
  const [column, value] = 'id' in by ? ['id', by.id] : ['sku_key', by.sku.toLowerCase()]
  return {
    text: `select ${COLUMNS}, ${NAMES}, ${TERMS}, ${VISIBLE} as visible from product p ${NAMED} ${PRICED}
      where p.workspace_id = $1 and p.${column} = $3`,
    values: [workspaceId, accountCode.toLowerCase(), value],
  }
}

export function productBySku(workspaceId: string, sku: string): Statement {
  return {
    text: `select ${COLUMNS} from product p where p.workspace_id = $1 and p.sku_key = $2`,
    values: [workspaceId, sku.toLowerCase()],
  }
}

/** As the service does it, no other index is asked than the one of words. */
export function pageOfWord(workspaceId: string, word: string, offset: number): Statement {
  const mark = workspaceId.slice(-6)
  return {
    text: `with hits as materialized (
        select id, name_folded, search @@ $3::text::tsquery as named from product
        where (workspace_id = $1) is true and search @@ $2::text::tsquery),
      page as materialized (select * from hits order by named desc, name_folded, id limit 50 offset $4)
      select ${COLUMNS} from page join product p on p.workspace_id = $1 and p.id = page.id
      order by page.named desc, page.name_folded, p.id`,
    values: [workspaceId, `'${mark}${word}':* | '${mark}=${word}':*`, `'${mark}=${word}':*`, offset],
  }
}
