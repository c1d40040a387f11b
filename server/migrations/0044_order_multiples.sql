-- What is ordered is clear: products are sold in multiples, and an order says what comes on top of its lines.
alter table product_edit drop constraint product_edit_field_check;
alter table product_edit add constraint product_edit_field_check
  check (field in ('active', 'availability', 'brand', 'category', 'minOrderQty', 'orderMultiple', 'visibility'));

alter table product drop column document;
-- With its arguments: during a restore, another schema has one of that name.
drop function product_document(
  uuid, text, text, text, uuid, uuid, text, text, integer, text, text, boolean, text, jsonb, timestamptz
);
alter table product add column order_multiple integer not null default 1 check (order_multiple >= 1);
alter type product_fields add attribute "orderMultiple" integer;

-- Immutable, although Postgres holds row_to_json and to_char to be less: see 0004.
create function product_document(
  id uuid, sku text, name text, description text, brand_id uuid, category_id uuid, manufacturer_ref text,
  unit_label text, min_order_qty integer, availability text, lead_time_note text, active boolean, visibility text,
  details jsonb, created_at timestamptz, order_multiple integer
) returns text language plpgsql immutable parallel safe as $$
begin
  return row_to_json(row(
    id, sku, name, description, brand_id, category_id, manufacturer_ref, unit_label, min_order_qty, availability,
    lead_time_note, active, visibility, details,
    to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), order_multiple
  )::product_fields)::text;
end $$;

-- On a cluster, the node that a shard is moved to writes its rows with an empty search path.
do $$ begin
  if exists (select from pg_extension where extname = 'citus') then
    execute format('alter function product_document('
      'uuid, text, text, text, uuid, uuid, text, text, integer, text, text, boolean, text, jsonb, timestamptz, integer'
      ') set search_path = %s',
      (select string_agg(quote_ident(name), ', ') from unnest(current_schemas(false)) name));
  end if;
end $$;

alter table product add column document text not null generated always as (product_document(
  id, sku, name, description, brand_id, category_id, manufacturer_ref, unit_label, min_order_qty, availability,
  lead_time_note, active, visibility, details, created_at, order_multiple
)) stored;

-- What the wholesaler says to those who order. Distributed by its workspace.
create table order_settings (
  workspace_id uuid primary key references workspace (id),
  -- Of freight and tax, for example. Shown below the totals.
  terms text,
  -- Basis points of the subtotal; null while nothing is said of tax.
  tax_rate_bp integer check (tax_rate_bp between 0 and 10000),
  updated_at timestamptz not null
);

-- Frozen with the order. Null for orders of before, and where nothing was said.
alter table sales_order
  add column tax_rate_bp integer,
  add column tax bigint,
  add column terms text;
alter table sales_order_line
  add column availability text,
  add column lead_time_note text;

-- Lines of a basket that was emptied, until that is taken back, or until it is emptied again or ordered.
alter table basket_line add column emptied boolean not null default false;
