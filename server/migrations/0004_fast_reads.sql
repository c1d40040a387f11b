-- Reads that look up and copy, instead of computing.

-- A product as the API writes it, but for what a price change touches: its price and the time of its last update.
-- It is made once, when the product is written, and copied into every answer.
create type product_fields as (
  "id" uuid,
  "sku" text,
  "name" text,
  "description" text,
  "brandId" uuid,
  "categoryId" uuid,
  "manufacturerRef" text,
  "unitLabel" text,
  "minOrderQty" integer,
  "availability" text,
  "leadTimeNote" text,
  "active" boolean,
  "visibility" text,
  "details" jsonb,
  "createdAt" text
);

-- Immutable, although Postgres holds row_to_json and to_char to be less: of these types and in this format, what they
-- write depends on no setting.
create function product_document(
  id uuid, sku text, name text, description text, brand_id uuid, category_id uuid, manufacturer_ref text,
  unit_label text, min_order_qty integer, availability text, lead_time_note text, active boolean, visibility text,
  details jsonb, created_at timestamptz
) returns text language plpgsql immutable parallel safe as $$
begin
  return row_to_json(row(
    id, sku, name, description, brand_id, category_id, manufacturer_ref, unit_label, min_order_qty, availability,
    lead_time_note, active, visibility, details, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  )::product_fields)::text;
end $$;

-- A word is marked with its workspace, so that an index has the words of one workspace side by side: what a search costs
-- does not grow with other workspaces. A word of the name is marked as well, so that an index tells it from the same word
-- elsewhere; the positions and weights that said so had to be read from every product with the word.
drop index product_search;
update product set search = coalesce((
  select array_to_tsvector(array_agg(distinct
    right(workspace_id::text, 6) || case weight when 'A' then '=' else '' end || lexeme))
  from unnest(search) as word (lexeme, positions, weights), unnest(weights) as weight
), '');

alter table product add column document text not null generated always as (product_document(
  id, sku, name, description, brand_id, category_id, manufacturer_ref, unit_label, min_order_qty, availability,
  lead_time_note, active, visibility, details, created_at
)) stored;

-- What a customer sees is told by the index that lists it.
drop index product_by_name;
create index product_by_name on product (workspace_id, name, id) include (active, visibility);

-- Names that start with what was typed come in the order of the index that finds them.
drop index product_by_name_start;
create index product_by_name_start on product (workspace_id, name_folded, id);

create index product_search on product using gin (search);

-- A product comes with a key that was found in its workspace, and its brand and category have keys of their own. Checking
-- each row once more had every writer of a workspace lock the one row of it.
alter table product drop constraint product_workspace_id_fkey;
