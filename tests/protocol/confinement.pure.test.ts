import { loadModule } from 'libpg-query'
import { describe, expect, test } from 'vitest'
import { confinement } from '../isolation/confinement.ts'

const TABLES = [
  'product',
  'brand',
  'customer',
  'agreed_price',
  'product_access',
  'api_key',
  'workspace_address',
] as const
const columns = new Map([['workspace', 'id'], ...TABLES.map((table): [string, string] => [table, 'workspace_id'])])

await loadModule()

function complaintsOn(statement: string): string[] {
  return confinement(statement, columns).complaints
}

describe('a statement keeps to one workspace where', () => {
  test.each([
    'select * from product where workspace_id = $1 and id = $2',
    'select * from product p where p.id = $2 and ($1 = p.workspace_id and p.active)',
    'select * from product p where (p.workspace_id = $1) is true and p.sku = $2',
    'select * from workspace where id = $1::uuid for update',
    'select from product p left join brand b on b.workspace_id = $1 and b.id = p.brand_id where p.workspace_id = $1',
    'select from product p left join brand b on b.workspace_id = p.workspace_id where p.workspace_id = $1',
    'select from brand b right join product p on b.workspace_id = p.workspace_id where p.workspace_id = $1',
    'select from product p join brand b on p.workspace_id = b.workspace_id and b.workspace_id = $1',
    'select from product p, brand b, customer c where c.workspace_id = b.workspace_id and b.workspace_id = p.workspace_id and p.workspace_id = $1',
    'select from product p where p.workspace_id = $1 and exists (select from product_access a where a.workspace_id = p.workspace_id)',
    'select (select name from brand where workspace_id = $1 and id = p.brand_id) from product p where p.workspace_id = $1',
    'select from product p cross join lateral (select from agreed_price a where a.workspace_id = p.workspace_id offset 0) t where p.workspace_id = $1',
    'with mine as (select * from product where workspace_id = $1) select from mine left join mine again on true',
    'with mine as (select workspace_id, id from product where workspace_id = $1) select from product where (workspace_id, id) in (select workspace_id, id from mine)',
    'with recursive product as (select 1 union all select * from product) select from product',
    'select k.id from json_to_recordset($1::json) as asked(workspace_id uuid) join api_key k on k.workspace_id = asked.workspace_id',
    'select id from brand where workspace_id = $1 union all (select id from customer where workspace_id = $1 limit 5)',
    'select from workspace_address a join product p on p.workspace_id = a.workspace_id where a.slug = $1',
    'select relname from pg_class',
    'insert into brand (id, workspace_id) values ($1, $2), ($3, $4)',
    'insert into brand (workspace_id, id) select $1, id from json_to_recordset($2::json) as row(id uuid)',
    'with found as (select workspace_id from api_key where workspace_id = $1) insert into brand (workspace_id) select workspace_id from found',
    'insert into brand (workspace_id, id) values ($1, $2) on conflict (workspace_id, id) do update set name = excluded.name',
    'update product p set name = b.name from brand b where p.workspace_id = $1 and b.workspace_id = p.workspace_id',
    'delete from product using brand b where product.workspace_id = $1 and b.workspace_id = $1',
    'begin',
    'vacuum (analyze) "product"',
  ])('%s', (statement) => {
    expect(complaintsOn(statement)).toEqual([])
  })
})

describe('a statement is told apart that could reach into another workspace:', () => {
  test.each([
    ['no condition', 'select * from product', 'product'],
    ['only an id', 'select * from product where id = $1', 'product'],
    [
      'an address of which nothing is said',
      'select from workspace_address a where a.workspace_id <> $1',
      'workspace_address',
    ],
    ['another comparison', 'select * from product where workspace_id <> $1', 'product'],
    ['a comparison with itself', 'select * from product p where p.workspace_id = workspace_id', 'product'],
    ['a comparison with another column', 'select * from product where workspace_id = brand_id', 'product'],
    ['an alternative', 'select * from product where id = $1 or workspace_id = $2', 'product'],
    ['an alternative inside', 'select * from product where active and (workspace_id = $1 or sku = $2)', 'product'],
    ['a negation', 'select * from product where not workspace_id = $1', 'product'],
    ['"is not false"', 'select * from product where (workspace_id = $1) is not false', 'product'],
    ['a filter', 'select count(*) filter (where workspace_id = $1) from product', 'product'],
    ['having', 'select workspace_id from product group by 1 having workspace_id = $1', 'product'],
    [
      'one of two',
      'select from product p join brand b on b.id = p.brand_id where p.workspace_id = $1',
      '"brand", as b',
    ],
    ['the wrong one of two', 'select from product p, brand b where b.workspace_id = $1', '"product", as p'],
    ['two that only equal each other', 'select from product p, brand b where p.workspace_id = b.workspace_id', 'p'],
    [
      'a left join by id',
      'select from product p left join brand b on b.id = p.brand_id where p.workspace_id = $1',
      '"brand", as b',
    ],
    [
      'a left join that bears the condition of what it joins to',
      'select from product p left join brand b on b.workspace_id = $1 and p.workspace_id = $1',
      '"product", as p',
    ],
    [
      'a right join that bears the condition of what it joins to',
      'select from brand b right join product p on b.workspace_id = $1 and p.workspace_id = $1',
      '"product", as p',
    ],
    ['a full join', 'select from product full join brand on product.workspace_id = $1', '"product"'],
    [
      'exists',
      'select from product p where p.workspace_id = $1 and exists (select from product_access a where a.product_id = p.id)',
      '"product_access", as a',
    ],
    [
      'a lateral',
      'select from product p cross join lateral (select from agreed_price a where a.product_id = p.id) t where p.workspace_id = $1',
      '"agreed_price", as a',
    ],
    ['a CTE', 'with all_of as (select * from product) select from all_of where workspace_id = $1', '"product"'],
    [
      'a CTE that has the name of its table',
      'with brand as (select * from brand) select from brand where workspace_id = $1',
      'brand',
    ],
    [
      'a CTE of another place',
      'select from (with brand as (select 1) select) one, brand where one.workspace_id = $1',
      'brand',
    ],
    ['a CTE that writes', 'with gone as (delete from brand where id = $1 returning 1) select from gone', 'brand'],
    ['a subquery', 'select from (select * from product where active) p where p.workspace_id = $1', '"product"'],
    [
      'a value',
      'select (select name from brand where id = p.brand_id) from product p where p.workspace_id = $1',
      'brand',
    ],
    [
      'a condition inside a function',
      'select coalesce((select name from brand where id = $2), $3) from product where workspace_id = $1',
      'brand',
    ],
    [
      'a sort',
      'select from product p where workspace_id = $1 order by (select name from brand b where b.id = p.brand_id)',
      'brand',
    ],
    ['one side of a union', 'select id from brand where workspace_id = $1 union select id from customer', 'customer'],
    [
      'a tuple without it',
      'with mine as (select 1) select from product where (id, sku) in (select id, sku from mine)',
      'product',
    ],
    [
      'a tuple in another order',
      'with mine as (select 1) select from product where (workspace_id, id) in (select id, workspace_id from mine)',
      'product',
    ],
    [
      'a tuple that must not be there',
      'with mine as (select 1) select from product where not (workspace_id, id) in (select workspace_id, id from mine)',
      'product',
    ],
    ['another schema named', 'select * from public.product where id = $1', 'product'],
    ['an insert without it', 'insert into brand (id) values ($1)', 'does not say'],
    ['an insert without columns', 'insert into brand values ($1, $2)', 'does not say'],
    ['a row without it', 'insert into brand (workspace_id, id) values ($1, $2), (default, $3)', 'does not say'],
    [
      'an insert from elsewhere',
      'insert into brand (workspace_id) select b.workspace_id from brand b',
      'is read whatever',
    ],
    [
      'an insert of another id',
      'insert into brand (workspace_id, id) select id, $1 from json_to_recordset($2) as row(id uuid)',
      'does not say',
    ],
    [
      'a conflict with any workspace',
      'insert into brand (workspace_id, id) values ($1, $2) on conflict (id) do update set name = $3',
      'a conflict',
    ],
    ['an update', 'update product set active = false where id = $1', '"product"'],
    ['an update from', 'update product p set name = b.name from brand b where p.workspace_id = $1', '"brand", as b'],
    ['a move', 'update product set workspace_id = $1 where workspace_id = $2', 'gets another workspace'],
    ['a delete', 'delete from product where id = $1', '"product"'],
    ['a delete using', 'delete from product using brand b where product.workspace_id = $1', '"brand", as b'],
    ['something else', 'truncate product', 'not understood'],
    ['a sample', 'select from product tablesample system (1) where workspace_id = $1', 'not understood'],
  ])('%s', (_, statement, complaint) => {
    expect(complaintsOn(statement).join()).toContain(complaint)
  })
})

test('it says which parameters name the workspace', () => {
  const statement = 'select from product p join brand b on b.workspace_id = $4 where p.id = $1 and p.workspace_id = $2'
  expect(confinement(statement, columns).parameters.toSorted()).toEqual([2, 4])
})
