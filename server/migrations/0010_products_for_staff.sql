-- What staff look for in the console, and what they can take back.

-- Products without a price. An index over list_price itself would have every published price write all indexes of the
-- product (see 0005). The value of this column changes only with the first price.
alter table product add column unpriced boolean not null generated always as (list_price is null) stored;
create index product_unpriced on product (workspace_id, name, id) where unpriced;

-- Without statistics, the planner takes half of all products to have no price, until the next time they are analyzed. An
-- empty table is left alone: it would be known as empty, and planned for as such.
do $$ begin
  if exists (select from product) then analyze product (unpriced); end if;
end $$;

create index product_image_failed on product_image (workspace_id, product_id) where status = 'failed';

-- A change of one field of many products at once, kept for a while so that it can be undone.
create table product_edit (
  workspace_id uuid not null references workspace (id),
  id uuid not null,
  field text not null check (field in ('active', 'availability', 'brand', 'category', 'minOrderQty', 'visibility')),
  -- The new value, as in product_edit_line.
  after jsonb not null,
  -- The change time that its products got: whoever changes one of them later gives it another.
  changed_at timestamptz not null,
  actor jsonb not null,
  created_at timestamptz not null,
  undone_at timestamptz,
  primary key (workspace_id, id)
);

-- The value that each product had before. It may be of a product that is deleted since.
create table product_edit_line (
  workspace_id uuid not null,
  edit_id uuid not null,
  product_id uuid not null,
  before jsonb not null,
  primary key (workspace_id, edit_id, product_id)
);
