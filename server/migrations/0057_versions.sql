-- The version of a record: every statement that changes it, or what hangs on it, raises it. An act notes the version that
-- it left, and is undone only where that is still the version.
alter table product_change add column version bigint not null default 1;
alter table customer add column version bigint not null default 1;
alter table discount_rule add column version bigint not null default 1;
alter table agreed_price add column version bigint not null default 1;

-- Whether a new product is in use: then it is not deleted when its import is undone.
create index basket_line_by_product on basket_line (workspace_id, product_id);
create index saved_list_line_by_product on saved_list_line (workspace_id, product_id);
