-- Customers of a price group share terms. A term belongs to one customer or to one group.

create table price_group (
  workspace_id uuid not null references workspace (id),
  id uuid not null,
  name text collate "und-x-icu" not null,
  name_key text collate "C" not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, name_key)
);

-- On a cluster, distributed tables refer to distributed ones only.
do $$
begin
  if to_regclass('pg_dist_partition') is not null then
    execute 'select create_distributed_table(''price_group'', ''workspace_id'', colocate_with => ''workspace'')
      from pg_dist_partition where logicalrelid = ''workspace''::regclass';
  end if;
end $$;

alter table customer add column group_id uuid;
alter table customer add constraint customer_group foreign key (workspace_id, group_id)
  references price_group (workspace_id, id);
create index customer_by_group on customer (workspace_id, group_id, name, id) where group_id is not null;

alter table agreed_price alter column customer_id drop not null;
alter table agreed_price add column group_id uuid;
alter table agreed_price add constraint agreed_price_group foreign key (workspace_id, group_id)
  references price_group (workspace_id, id) on delete cascade;
alter table agreed_price add constraint agreed_price_owner check (num_nonnulls(customer_id, group_id) = 1);
create index agreed_price_by_group on agreed_price (workspace_id, group_id, product_id, min_qty)
  where group_id is not null;

alter table discount_rule alter column customer_id drop not null;
alter table discount_rule add column group_id uuid;
alter table discount_rule add constraint discount_rule_group foreign key (workspace_id, group_id)
  references price_group (workspace_id, id) on delete cascade;
alter table discount_rule add constraint discount_rule_owner check (num_nonnulls(customer_id, group_id) = 1);
alter table discount_rule drop constraint discount_rule_workspace_id_customer_id_applies_to_brand_id__key;
alter table discount_rule add constraint discount_rule_place unique nulls not distinct
  (workspace_id, customer_id, applies_to, brand_id, category_id, group_id);
create index discount_rule_by_group on discount_rule (workspace_id, group_id, applies_to, brand_id, category_id)
  where group_id is not null;

-- The past of a group stays when the group goes: its customers had these terms.
alter table past_agreed_price add column group_id uuid;
alter table past_agreed_price drop constraint past_agreed_price_pkey;
alter table past_agreed_price alter column customer_id drop not null;
alter table past_agreed_price add primary key (workspace_id, id, until);
create index past_agreed_price_by_customer on past_agreed_price (workspace_id, customer_id, product_id, until, id);
create index past_agreed_price_by_group on past_agreed_price (workspace_id, group_id, product_id, until, id)
  where group_id is not null;
create index past_agreed_price_by_end_of_group on past_agreed_price (workspace_id, group_id, until, product_id)
  where group_id is not null;

alter table past_discount_rule add column group_id uuid;
alter table past_discount_rule drop constraint past_discount_rule_pkey;
alter table past_discount_rule alter column customer_id drop not null;
alter table past_discount_rule add primary key (workspace_id, id, until);
create index past_discount_rule_by_end on past_discount_rule (workspace_id, customer_id, until);
create index past_discount_rule_by_group on past_discount_rule (workspace_id, group_id, applies_to, brand_id,
  category_id, until) where group_id is not null;
create index past_discount_rule_by_end_of_group on past_discount_rule (workspace_id, group_id, until)
  where group_id is not null;

-- The group that a customer had until then, with its name: the group may be gone by now.
create table past_customer_group (
  workspace_id uuid not null,
  customer_id uuid not null,
  group_id uuid,
  group_name text,
  until timestamptz not null,
  primary key (workspace_id, customer_id, until),
  foreign key (workspace_id, customer_id) references customer (workspace_id, id) on delete cascade
);
