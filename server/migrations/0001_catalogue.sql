-- The catalogue: workspaces, keys, products, customers, what each customer pays, and who changed what.
--
-- Every table is led by workspace_id, in its primary key and in every foreign key, so that no row can point into
-- another workspace and the whole schema can be distributed by that column.
--
-- Columns named …_key hold the form that is compared "ignoring case": the lower-cased NFC form, computed by the
-- service, compared byte by byte (collation C), so that every engine agrees and a prefix is a plain index range.
-- Names are ordered by the ICU root collation. Money is in minor units, discounts in basis points.

create extension if not exists btree_gin;

create table workspace (
  id uuid primary key,
  name text not null,
  currency text not null,
  timezone text not null,
  tax_label text not null,
  plan text not null check (plan in ('trial', 'active', 'pilot', 'demo', 'lapsed')),
  trial_ends_at timestamptz check (trial_ends_at is null or plan = 'trial'),
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table api_key (
  workspace_id uuid not null references workspace (id),
  id uuid not null,
  name text not null,
  scope text not null check (scope in ('read', 'write')),
  secret_hash bytea not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (workspace_id, id),
  unique (workspace_id, secret_hash)
);

-- Unlogged: a count that lives for a minute need not survive a crash, and a commit that touches nothing else
-- then costs no fsync.
create unlogged table rate_limit_window (
  workspace_id uuid not null,
  api_key_id uuid not null,
  started_at timestamptz not null,
  requests integer not null,
  primary key (workspace_id, api_key_id),
  foreign key (workspace_id, api_key_id) references api_key (workspace_id, id) on delete cascade
) with (fillfactor = 50);

create table brand (
  workspace_id uuid not null references workspace (id),
  id uuid not null,
  name text collate "und-x-icu" not null,
  name_key text collate "C" not null,
  primary key (workspace_id, id),
  unique (workspace_id, name_key)
);
create index brand_by_name on brand (workspace_id, name, id);

create table category (
  workspace_id uuid not null references workspace (id),
  id uuid not null,
  name text collate "und-x-icu" not null,
  name_key text collate "C" not null,
  primary key (workspace_id, id),
  unique (workspace_id, name_key)
);
create index category_by_name on category (workspace_id, name, id);

create table product (
  workspace_id uuid not null references workspace (id),
  id uuid not null,
  sku text not null,
  sku_key text collate "C" not null,
  name text collate "und-x-icu" not null,
  name_folded text collate "C" not null,
  description text,
  brand_id uuid,
  category_id uuid,
  manufacturer_ref text,
  manufacturer_ref_key text collate "C",
  unit_label text not null,
  min_order_qty integer not null default 1 check (min_order_qty >= 1),
  availability text not null
    check (availability in ('not_tracked', 'in_stock', 'low_stock', 'out_of_stock', 'made_to_order')),
  lead_time_note text,
  active boolean not null default true,
  visibility text not null default 'all' check (visibility in ('all', 'selected')),
  details jsonb not null default '{}',
  list_price bigint check (list_price between 0 and 1000000000),
  search tsvector not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, sku_key),
  foreign key (workspace_id, brand_id) references brand (workspace_id, id),
  foreign key (workspace_id, category_id) references category (workspace_id, id)
);
create index product_by_name on product (workspace_id, name, id);
create index product_by_brand on product (workspace_id, brand_id, name, id);
create index product_by_category on product (workspace_id, category_id, name, id);
create index product_by_availability on product (workspace_id, availability, name, id);
create index product_inactive on product (workspace_id, name, id) where not active;
create index product_by_manufacturer_ref on product (workspace_id, manufacturer_ref_key)
  where manufacturer_ref_key is not null;
create index product_by_name_start on product (workspace_id, name_folded);
create index product_search on product using gin (workspace_id, search);

-- The source of a product's image, and how far its copy has come.
create table product_image (
  workspace_id uuid not null,
  product_id uuid not null,
  source_url text not null,
  status text not null check (status in ('queued', 'copied', 'failed')),
  requested_at timestamptz not null,
  primary key (workspace_id, product_id),
  foreign key (workspace_id, product_id) references product (workspace_id, id) on delete cascade
);
create index product_image_queue on product_image (workspace_id, requested_at) where status = 'queued';

create table customer (
  workspace_id uuid not null references workspace (id),
  id uuid not null,
  account_code text,
  account_code_key text collate "C",
  name text collate "und-x-icu" not null,
  name_key text collate "C" not null,
  email text,
  email_key text collate "C",
  phone text,
  contact_name text,
  payment_terms_days integer check (payment_terms_days >= 0),
  credit_limit bigint check (credit_limit >= 0),
  po_required boolean not null default false,
  notes text,
  active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, account_code_key)
);
create index customer_by_name on customer (workspace_id, name, id);
create index customer_by_name_key on customer (workspace_id, name_key);
create index customer_by_email on customer (workspace_id, email_key) where email_key is not null;

create table buyer (
  workspace_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  name text not null,
  email text not null,
  email_key text collate "C" not null,
  status text not null check (status in ('invited', 'active', 'disabled')),
  invited_at timestamptz not null,
  last_seen_at timestamptz,
  primary key (workspace_id, id),
  unique (workspace_id, email_key),
  foreign key (workspace_id, customer_id) references customer (workspace_id, id) on delete cascade
);
create index buyer_by_customer on buyer (workspace_id, customer_id);

-- Who may see a product whose visibility is 'selected'.
create table product_access (
  workspace_id uuid not null,
  product_id uuid not null,
  customer_id uuid not null,
  primary key (workspace_id, product_id, customer_id),
  foreign key (workspace_id, product_id) references product (workspace_id, id) on delete cascade,
  foreign key (workspace_id, customer_id) references customer (workspace_id, id) on delete cascade
);
create index product_access_by_customer on product_access (workspace_id, customer_id, product_id);

create table discount_rule (
  workspace_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  applies_to text not null check (applies_to in ('all', 'brand', 'category')),
  brand_id uuid,
  category_id uuid,
  discount_bp integer not null check (discount_bp between 1 and 10000),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id),
  check ((brand_id is not null) = (applies_to = 'brand') and (category_id is not null) = (applies_to = 'category')),
  unique nulls not distinct (workspace_id, customer_id, applies_to, brand_id, category_id),
  foreign key (workspace_id, customer_id) references customer (workspace_id, id) on delete cascade,
  foreign key (workspace_id, brand_id) references brand (workspace_id, id),
  foreign key (workspace_id, category_id) references category (workspace_id, id)
);
create index discount_rule_by_brand on discount_rule (workspace_id, brand_id) where brand_id is not null;
create index discount_rule_by_category on discount_rule (workspace_id, category_id) where category_id is not null;

create table agreed_price (
  workspace_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  product_id uuid not null,
  unit bigint not null check (unit between 0 and 1000000000),
  min_qty integer not null default 1 check (min_qty >= 1),
  starts_at timestamptz,
  ends_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id),
  check (starts_at < ends_at),
  foreign key (workspace_id, customer_id) references customer (workspace_id, id) on delete cascade,
  foreign key (workspace_id, product_id) references product (workspace_id, id) on delete cascade
);
create index agreed_price_by_customer on agreed_price (workspace_id, customer_id, product_id);
create index agreed_price_by_product on agreed_price (workspace_id, product_id);
create index agreed_price_by_start on agreed_price (workspace_id, starts_at) where starts_at is not null;
create index agreed_price_by_end on agreed_price (workspace_id, ends_at) where ends_at is not null;

create table price_change (
  workspace_id uuid not null references workspace (id),
  id uuid not null,
  name text not null,
  status text not null check (status in ('draft', 'scheduled', 'published', 'discarded', 'cancelled')),
  line_count integer not null default 0,
  scheduled_for timestamptz,
  created_by jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  published_at timestamptz,
  primary key (workspace_id, id)
);
create index price_change_by_age on price_change (workspace_id, created_at desc, id desc);

-- old_price is filled when the change is published: until then the product's own price is the old one.
create table price_change_line (
  workspace_id uuid not null,
  price_change_id uuid not null,
  product_id uuid not null,
  old_price bigint,
  new_price bigint not null check (new_price between 0 and 1000000000),
  primary key (workspace_id, price_change_id, product_id),
  foreign key (workspace_id, price_change_id) references price_change (workspace_id, id) on delete cascade,
  foreign key (workspace_id, product_id) references product (workspace_id, id) on delete cascade
);
create index price_change_line_by_product on price_change_line (workspace_id, product_id);

-- Append-only.
create table activity (
  workspace_id uuid not null references workspace (id),
  id uuid not null,
  at timestamptz not null,
  actor jsonb not null,
  action text not null,
  subject jsonb not null,
  changes jsonb not null,
  primary key (workspace_id, id)
);
create index activity_by_time on activity (workspace_id, at desc, id desc);
create index activity_by_subject on activity (workspace_id, (subject ->> 'id'), at desc, id desc);
create index activity_by_actor on activity (workspace_id, (actor ->> 'id'), at desc, id desc);

-- Counts the changes of a workspace: as long as it stands still, so do the answers to reads.
create table workspace_revision (
  workspace_id uuid primary key references workspace (id),
  revision bigint not null
) with (fillfactor = 50);
