import { loadModule } from 'libpg-query'
import { describe, expect, test } from 'vitest'
import { clusterStatement } from '../../server/src/database/postgres-session.ts'
import { clusterRefusals } from '../isolation/cluster-grammar.ts'
import REFUSED from '../isolation/refused-by-citus.json' with { type: 'json' }

const TABLES = [
  'activity',
  'agreed_price',
  'api_key',
  'buyer',
  'customer',
  'discount_rule',
  'image',
  'invitation',
  'member',
  'price_change_line',
  'product',
  'product_access',
  'product_change',
  'product_image',
  'rate_limit_window',
  'record_edit_line',
  'workspace_address',
  'workspace_revision',
]
const columns = new Map([['workspace', 'id'], ...TABLES.map((table): [string, string] => [table, 'workspace_id'])])

await loadModule()

const refusals = (statement: string) => clusterRefusals(statement, columns)
const refusalsOfLook = (statement: string) => clusterRefusals(statement, columns, { overAll: true })

describe('Citus 13.2 refused a statement of an earlier version, and so does the judge:', () => {
  test.each(REFUSED)('$citus: $statement', ({ statement }) => {
    expect(refusals(statement)).not.toEqual([])
  })
})

test('a workspace that no index may be used for is compared plainly on a cluster', () => {
  const unindexed = REFUSED.filter(({ citus }) => citus.startsWith('cannot perform distributed planning'))
  expect(unindexed).not.toEqual([])
  for (const { statement } of unindexed) expect(refusals(clusterStatement(statement, ''))).toEqual([])
  expect(clusterStatement("select current_setting('trade_catalogue.history', true)", '7 00000001 1.5')).toBe(
    "select '7 00000001 1.5'",
  )
})

describe('the judge takes what a cluster takes:', () => {
  test.each([
    'with moved as (update workspace_revision set revision = revision + 1, nonce = $1 where workspace_id = $2 returning products_changed_at as given) select given::text from moved',
    "update workspace_revision set products_changed_at = (products_changed_at at time zone 'UTC' + interval '1 microsecond') at time zone 'UTC' where workspace_id = $1",
    'insert into rate_limit_window as r (workspace_id, api_key_id, requests) values ($1, $2, $3) on conflict (workspace_id, api_key_id) do update set requests = r.requests + 1 returning requests',
    'insert into activity (workspace_id, id, at) select workspace_id, id, $1 from customer where workspace_id = $2 on conflict (workspace_id, id) do update set at = excluded.at where activity.at <= $3',
    'with next as materialized (select product_id from product_image where workspace_id = $1 order by due_at limit 1 for update skip locked) update product_image set attempts = 1 where workspace_id = $1 and product_id = (select product_id from next)',
    'insert into record_edit_line (workspace_id, record_id) select workspace_id, id from (select p.workspace_id, p.id from product p where p.workspace_id = $1 order by p.sku_key for no key update of p) chosen',
    'select a.* from json_to_recordset($1::json) as asked(id uuid) cross join lateral (select * from product where workspace_id = $2 and id = asked.id limit 1) a',
    'select s.id, a.workspace_id from session s join person p on p.id = s.person_id left join workspace_address a on a.slug = $1 where s.token_hash = $2',
    'select p.name from member m join person p on p.id = m.person_id where m.workspace_id = $1',
    'insert into mail (id, turn) values ($1, (select max(turn) from mail where owner = $2))',
    'lock table product, session',
  ])('%s', (statement) => {
    expect(refusals(statement)).toEqual([])
  })

  test('a look over all workspaces, but not one that loses the names of columns', () => {
    expect(refusalsOfLook('select workspace_id, id from product_image where status = $1')).toEqual([])
    expect(
      refusalsOfLook('select w.id from workspace w where exists (select from image i where i.workspace_id = w.id)'),
    ).toEqual([])
    expect(refusalsOfLook('select row_to_json(one) from (select id from product) one')).not.toEqual([])
  })
})
