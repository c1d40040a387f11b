-- When a line got its price: after a review, it tells which lines are new.
alter table price_change_line add column set_at timestamptz;

-- Edits of drafts, so that they can be undone. An edit has an entry in each list for each product. A price of null: the product
-- had no line, or has none now.
create table price_change_edit (
  workspace_id uuid not null,
  id uuid not null,
  price_change_id uuid not null,
  at timestamptz not null,
  actor jsonb not null,
  line_count integer not null,
  product_ids uuid[] not null,
  from_prices bigint[] not null,
  to_prices bigint[] not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, price_change_id) references price_change (workspace_id, id) on delete cascade
);
create index price_change_edit_by_age on price_change_edit (workspace_id, price_change_id, at desc, id desc);
