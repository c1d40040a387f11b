-- When each product was last changed, in an order that a reader can follow.

-- An index of product.updated_at would be touched by every price that is published (see 0005). So the times have a narrow
-- table of their own: a published price writes one short row and two index entries here, and no index of product.
-- No foreign key leads from here: its check would be the dearest part of a sync, and one that a session plans badly on an
-- empty database. Who deletes a product deletes its row here.
create table product_change (
  workspace_id uuid not null,
  product_id uuid not null,
  changed_at timestamptz not null,
  primary key (workspace_id, product_id)
);
insert into product_change (workspace_id, product_id, changed_at) select workspace_id, id, updated_at from product;
create index product_change_by_time on product_change (workspace_id, changed_at, product_id);

-- The latest time that was given to a change of products. No change that is committed later has an earlier one.
alter table workspace_revision add column products_changed_at timestamptz;
update workspace_revision v set products_changed_at = (
  select max(c.changed_at) from product_change c where c.workspace_id = v.workspace_id);
