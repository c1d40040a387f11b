-- Staff search orders, and leave notes on them.

-- The text as the search of orders compares it: without case and accents. Texts and queries go through this one function.
create function order_search_text(value text) returns text
  immutable strict parallel safe language sql
  return lower(regexp_replace(normalize(value, nfkd), '[\u0300-\u036f]+', '', 'g') collate "und-x-icu");

-- Number, customer, purchase order number and buyer. No index: parts of words are found too, and a workspace reads its own
-- orders only.
alter table sales_order add column search text generated always as (order_search_text(
  number || ' ' || customer_name || ' ' || coalesce(customer_account_code, '') || ' ' || coalesce(po_number, '') || ' '
    || coalesce(buyer_name, ''))) stored;

-- Notes of staff. Buyers and the public API never see them.
create table sales_order_note (
  workspace_id uuid not null,
  order_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  actor jsonb not null,
  text text not null,
  primary key (workspace_id, order_id, id),
  foreign key (workspace_id, order_id) references sales_order (workspace_id, id) on delete cascade
);
