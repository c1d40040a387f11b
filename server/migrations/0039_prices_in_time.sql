-- What terms and products were before a change, so that a price of an earlier time can be computed again. `updated_at`
-- is when the row began to be so, `until` when it ended.

create table past_agreed_price (
  workspace_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  product_id uuid not null,
  unit bigint not null,
  min_qty integer not null,
  starts_at timestamptz,
  ends_at timestamptz,
  updated_at timestamptz not null,
  until timestamptz not null,
  primary key (workspace_id, customer_id, product_id, until, id),
  foreign key (workspace_id, customer_id) references customer (workspace_id, id) on delete cascade
);

create table past_discount_rule (
  workspace_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  applies_to text not null,
  brand_id uuid,
  category_id uuid,
  -- The name of the brand or category: that may be gone by now.
  on_name text,
  discount_bp integer not null,
  updated_at timestamptz not null,
  until timestamptz not null,
  primary key (workspace_id, customer_id, until, id),
  foreign key (workspace_id, customer_id) references customer (workspace_id, id) on delete cascade
);

create index past_discount_rule_by_place on past_discount_rule (workspace_id, customer_id, applies_to, brand_id,
  category_id, until);

create table past_product_group (
  workspace_id uuid not null,
  product_id uuid not null,
  brand_id uuid,
  category_id uuid,
  until timestamptz not null,
  primary key (workspace_id, product_id, until),
  foreign key (workspace_id, product_id) references product (workspace_id, id) on delete cascade
);

-- Since when all of that is kept. Of a workspace that was there before, from now on.
alter table workspace add column terms_kept_from timestamptz not null default now();

create index past_agreed_price_by_end on past_agreed_price (workspace_id, customer_id, until, product_id);

-- Products that were deleted, for who follows prices.
create table gone_product (
  workspace_id uuid not null references workspace (id),
  product_id uuid not null,
  sku text not null,
  gone_at timestamptz not null,
  primary key (workspace_id, gone_at, product_id)
);
