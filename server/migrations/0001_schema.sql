-- The whole schema, by subject: workspaces, people, products, customers, their terms, price changes, orders, the trade
-- portal, imports, the history, and mail.
--
-- Every table of a workspace is led by workspace_id, in its primary key and in every foreign key, so that no row can
-- point into another workspace, and a cluster can distribute all of them by that column.
--
-- Columns named …_key hold the form that is compared "ignoring case". The service computes it. It is compared byte by
-- byte (collation C), so that every engine agrees, and a prefix is a plain range of an index. Names are ordered by the
-- root collation of ICU. Money is in minor units, discounts and tax rates are in basis points.
--
-- Where several indexes would do, each has all columns that its statements look for.

------------------------------------------------------------------------------------------------------- workspaces

create table workspace (
  id uuid primary key,
  name text not null,
  currency text not null,
  timezone text not null,
  tax_label text not null,
  plan text not null check (plan in ('trial', 'active', 'pilot', 'demo', 'lapsed')),
  trial_ends_at timestamptz check (trial_ends_at is null or plan = 'trial'),
  -- Whether staff works here only with sessions that a passkey proved.
  staff_need_passkey boolean not null default false,
  -- A list of domains: their people work and order here only when signed in by the workspace's identity provider.
  company_domains jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- Finds the workspace of a path. A cluster has a copy on each node, and such a table cannot refer to a distributed one.
create table workspace_address (
  slug text collate "C" primary key check (slug ~ '^[a-z0-9-]{3,40}$'),
  workspace_id uuid not null unique
);

-- Counts the changes of a workspace: while it stands still, so do the answers to reads. With the nonce, no two changes
-- share a revision, even where a database goes on from an older copy of itself.
create table workspace_revision (
  workspace_id uuid primary key references workspace (id),
  revision bigint not null,
  nonce uuid not null default gen_random_uuid(),
  -- The latest change time of what feeds tell: no change that is committed later has an earlier one. And of products.
  changed_at timestamptz,
  products_changed_at timestamptz
) with (fillfactor = 50);

-- One row: what tells this database from another. A restore makes a new schema, and with it another identity.
create table schema_identity (
  id uuid not null default gen_random_uuid(),
  is_only boolean primary key default true check (is_only)
);
insert into schema_identity default values;

-- The databases that a workspace came from by backups. Until that time of a change, it has the same changes.
create table restored_from (
  workspace_id uuid not null references workspace (id),
  database_id uuid not null,
  until timestamptz not null,
  primary key (workspace_id, database_id)
);

-- Who signs in people of those domains with their company's account (OpenID Connect), to this workspace alone.
create table identity_provider (
  workspace_id uuid primary key references workspace (id),
  issuer text not null,
  client_id text not null,
  client_secret text not null,
  domains jsonb not null,
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

-- Unlogged: a count that lives for a minute need not survive a crash, and its commit costs no fsync.
create unlogged table rate_limit_window (
  workspace_id uuid not null,
  api_key_id uuid not null,
  started_at timestamptz not null,
  requests integer not null,
  primary key (workspace_id, api_key_id),
  foreign key (workspace_id, api_key_id) references api_key (workspace_id, id) on delete cascade
) with (fillfactor = 50);

-- The last failed calls of a key, newest first: one row, so that a flood of them is one write.
create table failed_calls (
  workspace_id uuid not null,
  api_key_id uuid not null,
  calls jsonb not null,
  primary key (workspace_id, api_key_id),
  foreign key (workspace_id, api_key_id) references api_key (workspace_id, id) on delete cascade
);

----------------------------------------------------------------------------------------------------------- people

-- A person exists once in the deployment, and may belong to several workspaces: so these tables have no workspace_id.
-- Tokens and codes are stored as their SHA-256 digests in base64url.

create table person (
  id uuid primary key,
  name text not null,
  email text not null,
  email_key text collate "C" not null unique,
  email_verified boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table password (
  person_id uuid primary key references person (id) on delete cascade,
  hash text not null,
  -- Whether the start of the service made it for the sample, and prints it.
  made_at_start boolean not null default false,
  updated_at timestamptz not null
);

create table passkey (
  id uuid primary key,
  person_id uuid not null references person (id) on delete cascade,
  credential_id text collate "C" not null unique,
  -- A COSE key in base64url.
  public_key text not null,
  -- The authenticator's own; 0 where it counts nothing.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkey_by_person on passkey (person_id);

-- What an authenticator has to sign. Each is used once, within minutes.
create unlogged table passkey_challenge (
  challenge_hash text collate "C" primary key,
  -- Null for a sign-in: who it is turns out with the answer.
  person_id uuid references person (id) on delete cascade,
  purpose text not null check (purpose in ('add', 'sign_in', 'prove')),
  expires_at timestamptz not null
);
create index passkey_challenge_by_person on passkey_challenge (person_id);

create table session (
  id uuid primary key,
  person_id uuid not null references person (id) on delete cascade,
  token_hash text collate "C" not null unique,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ip_address text,
  user_agent text,
  -- When the holder last gave a password or a passkey; null after a mere link by mail.
  proved_at timestamptz,
  -- When that was a passkey.
  passkey_at timestamptz,
  -- The workspace whose identity provider began it: it counts in that workspace alone.
  issued_by uuid,
  -- When it ends however much it is used. Null: never.
  ends_at timestamptz
);
create index session_by_issuer on session (issued_by) where issued_by is not null;
create index session_by_person on session (person_id);

-- Links by mail to one's own account. A used one is deleted. It proves the address that it was mailed to, and no other:
-- `new_email` waits for its use, `call_off` went to the address before and takes that back.
create table account_link (
  token_hash text collate "C" primary key,
  person_id uuid not null references person (id) on delete cascade,
  purpose text not null check (purpose in ('sign_in', 'reset', 'new_email', 'call_off')),
  email text not null,
  expires_at timestamptz not null
);
create index account_link_by_person on account_link (person_id);

-- Who is at an identity provider, on the way back here: that of a workspace, or of the deployment (null).
create unlogged table company_sign_in (
  state_hash text collate "C" primary key,
  issued_by uuid,
  issuer text not null,
  -- The page to go on to.
  path text not null,
  nonce text not null,
  verifier text not null,
  expires_at timestamptz not null
);

-- Browsers that somebody has signed in with. Wrong passwords from them count apart, so that strangers cannot lock the
-- person out there. The token opens nothing.
create table known_device (
  token_hash text collate "C" not null,
  person_id uuid not null references person (id) on delete cascade,
  created_at timestamptz not null,
  used_at timestamptz not null,
  primary key (token_hash, person_id)
);
create index known_device_by_person on known_device (person_id);

-- Wrong passwords and requested mails, counted in windows.
create unlogged table attempt_window (
  subject text collate "C" primary key,
  started_at timestamptz not null,
  attempts integer not null
);

-- The code that proves that the first person has access to the output of the start. One row at most.
create table set_up_code (
  id integer primary key check (id = 1),
  code_hash text not null,
  created_at timestamptz not null
);

create table member (
  workspace_id uuid not null references workspace (id),
  person_id uuid not null references person (id),
  role text not null check (role in ('owner', 'manager', 'pricing', 'orders', 'viewer')),
  -- Whether the member is held to the customers whose contact they are.
  only_own_customers boolean not null default false check (not only_own_customers or role not in ('owner', 'manager')),
  -- Whether new orders are mailed.
  order_mails boolean not null default false,
  created_at timestamptz not null,
  primary key (workspace_id, person_id)
);
create index member_by_person on member (person_id);

-- Views of the console's lists that staff save by name. `query` is that of the list's address: its filters, order and
-- columns. Shared ones stay when their maker leaves.
create table saved_view (
  workspace_id uuid not null references workspace (id),
  id uuid not null,
  list text not null,
  person_id uuid not null references person (id),
  name text not null,
  name_key text collate "C" not null,
  is_shared boolean not null,
  query text not null,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, list, person_id, name_key)
);

--------------------------------------------------------------------------------------------------------- products

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

-- A product as the API shows it, but for its price and the time of its last change, which a price change touches. It is
-- made once, when the product is written, and copied into every answer.
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
  "createdAt" text,
  "orderMultiple" integer,
  "gtin" text
);

-- Immutable, although Postgres holds row_to_json and to_char to be less: of these types and in this format, what they
-- write depends on no setting.
create function product_document(
  id uuid, sku text, name text, description text, brand_id uuid, category_id uuid, manufacturer_ref text,
  unit_label text, min_order_qty integer, availability text, lead_time_note text, active boolean, visibility text,
  details jsonb, created_at timestamptz, order_multiple integer, gtin text
) returns text language plpgsql immutable parallel safe as $$
begin
  return row_to_json(row(
    id, sku, name, description, brand_id, category_id, manufacturer_ref, unit_label, min_order_qty, availability,
    lead_time_note, active, visibility, details,
    to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), order_multiple,
    gtin
  )::product_fields)::text;
end $$;

-- Half of each page stays free for the second version of each row: so a price change that is published writes neither
-- another page nor an index. An index of list_price or updated_at would undo that: hence `unpriced`, and product_change.
--
-- No foreign key leads to the workspace: its check would have every writer of a workspace lock that one row.
create table product (
  workspace_id uuid not null,
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
  -- 8, 12, 13 or 14 digits. Matched with zeros in front; two products may have one.
  gtin text,
  -- What buyers are led to once this is inactive. No foreign key: a product that is gone leads nowhere.
  replaced_by uuid,
  unit_label text not null,
  min_order_qty integer not null default 1 check (min_order_qty >= 1),
  order_multiple integer not null default 1 check (order_multiple >= 1),
  availability text not null
    check (availability in ('not_tracked', 'in_stock', 'low_stock', 'out_of_stock', 'made_to_order')),
  lead_time_note text,
  active boolean not null default true,
  visibility text not null default 'all' check (visibility in ('all', 'selected')),
  details jsonb not null default '{}',
  list_price bigint check (list_price between 0 and 1000000000),
  unpriced boolean not null generated always as (list_price is null) stored,
  -- Its words, each marked with its workspace, so that the index has those of one workspace side by side; and words of
  -- the name once more, marked as such.
  search tsvector not null,
  document text not null generated always as (product_document(
    id, sku, name, description, brand_id, category_id, manufacturer_ref, unit_label, min_order_qty, availability,
    lead_time_note, active, visibility, details, created_at, order_multiple, gtin
  )) stored,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, sku_key),
  foreign key (workspace_id, brand_id) references brand (workspace_id, id),
  foreign key (workspace_id, category_id) references category (workspace_id, id)
) with (fillfactor = 50);
-- What a customer sees is told by the index that lists it.
create index product_by_name on product (workspace_id, name, id) include (active, visibility);
create index product_by_brand on product (workspace_id, brand_id, name, id);
create index product_by_category on product (workspace_id, category_id, name, id);
create index product_by_availability on product (workspace_id, availability, name, id);
create index product_inactive on product (workspace_id, name, id) where not active;
create index product_unpriced on product (workspace_id, name, id) where unpriced;
create index product_by_manufacturer_ref on product (workspace_id, manufacturer_ref_key)
  where manufacturer_ref_key is not null;
create index product_by_gtin on product (workspace_id, lpad(gtin, 14, '0')) where gtin is not null;
-- Codes as buyers write them: without separators, and without the leading zeros that a spreadsheet drops. `bareColumn`
-- in catalogue/search/bare-code.ts is the same expression.
create index product_by_bare_sku on product (workspace_id, ltrim(translate(sku_key, ' -./_', ''), '0'));
create index product_by_bare_manufacturer_ref
  on product (workspace_id, ltrim(translate(manufacturer_ref_key, ' -./_', ''), '0'))
  where manufacturer_ref_key is not null;
create index product_by_name_start on product (workspace_id, name_folded, id);
create index product_search on product using gin (search);

-- When each product was last changed, in a narrow table of its own. `version`: every statement that changes the product
-- or its pictures raises it. No foreign key leads from here, because its check would be the most expensive part of a
-- sync: who deletes a product deletes its row here.
create table product_change (
  workspace_id uuid not null,
  product_id uuid not null,
  changed_at timestamptz not null,
  version bigint not null default 1,
  primary key (workspace_id, product_id)
);
create index product_change_by_time on product_change (workspace_id, changed_at, product_id);

-- When orders and customers were changed last, and products whose brand or category has another name since. No foreign
-- key leads from here, either.
create table record_change (
  workspace_id uuid not null,
  kind text collate "C" not null check (kind in ('product', 'order', 'customer')),
  record_id uuid not null,
  changed_at timestamptz not null,
  primary key (workspace_id, kind, record_id)
);
create index record_change_by_time on record_change (workspace_id, kind, changed_at, record_id);

-- Products and customers that were deleted, for who follows them: with the SKU or the account code.
create table gone_record (
  workspace_id uuid not null references workspace (id),
  kind text collate "C" not null check (kind in ('product', 'customer')),
  record_id uuid not null,
  code text,
  gone_at timestamptz not null,
  primary key (workspace_id, kind, gone_at, record_id)
);

-- The brand and category that a product had until then.
create table past_product_group (
  workspace_id uuid not null,
  product_id uuid not null,
  brand_id uuid,
  category_id uuid,
  until timestamptz not null,
  primary key (workspace_id, product_id, until),
  foreign key (workspace_id, product_id) references product (workspace_id, id) on delete cascade
);

-- Copies of images, by their names. The files are outside of the database.
create table image (
  workspace_id uuid not null references workspace (id),
  digest text collate "C" not null,
  -- Pixels of the large version.
  width integer not null,
  height integer not null,
  -- Of all versions together.
  bytes integer not null,
  created_at timestamptz not null,
  -- Since when nothing shows it; null while something does.
  unused_since timestamptz,
  -- Its files are being removed, so nothing may take it any more.
  removing boolean not null default false,
  primary key (workspace_id, digest)
);
create index image_unused on image (workspace_id, unused_since) where unused_since is not null;

-- The key of the names of images: they are digests that nobody can compute without it.
create table image_secret (
  workspace_id uuid primary key references workspace (id),
  secret bytea not null
);

-- What a URL held when it was last asked: many products may share an image.
create table image_source (
  workspace_id uuid not null,
  -- SHA-256 of the URL, in hexadecimal.
  url_digest text collate "C" not null,
  digest text collate "C" not null,
  checked_at timestamptz not null,
  primary key (workspace_id, url_digest),
  foreign key (workspace_id, digest) references image (workspace_id, digest) on delete cascade
);
create index image_source_by_image on image_source (workspace_id, digest);

-- How far the copy of a product's image has come. `source_url` is the last one that was sent, also after staff have
-- replaced or removed the image: only another URL is copied.
create table product_image (
  workspace_id uuid not null,
  product_id uuid not null,
  source_url text,
  status text not null check (status in ('queued', 'copied', 'failed', 'removed')),
  requested_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  -- Why the last attempt failed, in words for staff.
  failure text,
  primary key (workspace_id, product_id),
  foreign key (workspace_id, product_id) references product (workspace_id, id) on delete cascade,
  check (status <> 'queued' or source_url is not null)
);
create index product_image_due on product_image (workspace_id, due_at) where status = 'queued';
create index product_image_failed on product_image (workspace_id, product_id) where status = 'failed';

-- The pictures of a product, in order. The one at place 0 is its image: what is copied from its URL comes there.
create table product_picture (
  workspace_id uuid not null,
  product_id uuid not null,
  place smallint not null,
  digest text collate "C" not null,
  primary key (workspace_id, product_id, place),
  foreign key (workspace_id, product_id) references product (workspace_id, id) on delete cascade,
  foreign key (workspace_id, digest) references image (workspace_id, digest)
);
create index product_picture_by_image on product_picture (workspace_id, digest);

-------------------------------------------------------------------------------------------------------- customers

-- Customers of a price group share terms.
create table price_group (
  workspace_id uuid not null references workspace (id),
  id uuid not null,
  name text collate "und-x-icu" not null,
  name_key text collate "C" not null,
  -- Of its customers without one of their own.
  min_order_value bigint check (min_order_value >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, name_key)
);

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
  -- What the customer owes, as the ERP knows it; below zero where it has paid ahead.
  open_balance bigint,
  -- Minor units before tax. Null: that of its price group, else that of the workspace.
  min_order_value bigint check (min_order_value >= 0),
  po_required boolean not null default false,
  notes text,
  addresses jsonb not null default '[]',
  active boolean not null default true,
  group_id uuid,
  -- Who of the staff looks after it.
  contact_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Every statement that changes it raises it.
  version bigint not null default 1,
  primary key (workspace_id, id),
  unique (workspace_id, account_code_key),
  foreign key (workspace_id, group_id) references price_group (workspace_id, id),
  foreign key (workspace_id, contact_id) references member (workspace_id, person_id) on delete set null (contact_id)
);
create index customer_by_contact on customer (workspace_id, contact_id, id) where contact_id is not null;
create index customer_by_name on customer (workspace_id, name, id);
create index customer_by_change on customer (workspace_id, updated_at, id);
create index customer_by_name_key on customer (workspace_id, name_key, id);
create index customer_by_email on customer (workspace_id, email_key) where email_key is not null;
create index customer_by_group on customer (workspace_id, group_id, name, id) where group_id is not null;
-- A row with an account code can take over a customer of the same name or e-mail that has none.
create index customer_by_name_uncoded on customer (workspace_id, name_key, id) where account_code_key is null;
create index customer_by_email_uncoded on customer (workspace_id, email_key, id)
  where account_code_key is null and email_key is not null;

-- What customers call products: their own part numbers. One for a product and customer.
create table customer_code (
  workspace_id uuid not null,
  product_id uuid not null,
  customer_id uuid not null,
  id uuid not null,
  -- Null where an import removed it, so that this can be undone.
  code text,
  code_key text collate "C",
  version bigint not null,
  primary key (workspace_id, product_id, customer_id),
  unique (workspace_id, id),
  unique (workspace_id, customer_id, code_key),
  foreign key (workspace_id, product_id) references product (workspace_id, id) on delete cascade,
  foreign key (workspace_id, customer_id) references customer (workspace_id, id) on delete cascade
);

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

-- Who buys for a customer. Somebody may buy for several: the customer that was chosen last is whom they act for.
create table buyer (
  workspace_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  person_id uuid references person (id),
  name text not null,
  -- Where the buyer was invited. One who has joined has the e-mail of the person.
  email text,
  email_key text collate "C",
  -- Whether the wholesaler vouches for the e-mail. Otherwise a buyer could invite the address of another customer, and
  -- see its private products before the mailed link is used.
  email_vouched boolean not null default true,
  status text not null check (status in ('invited', 'active', 'disabled')),
  -- What the buyer was before a colleague disabled them; null where the wholesaler did. Colleagues enable only the former.
  disabled_from text check (disabled_from in ('invited', 'active')),
  -- Up to which sum the buyer may order, before tax: null is any sum, 0 nothing.
  order_limit bigint check (order_limit >= 0),
  -- Or another reference. Orders of this buyer say it.
  cost_centre text,
  order_mails text not null default 'own' check (order_mails in ('own', 'all', 'none')),
  -- Whether the buyer wants a weekly mail about changed prices.
  price_mails boolean not null default false,
  invited_at timestamptz not null,
  last_seen_at timestamptz,
  chosen_at timestamptz,
  primary key (workspace_id, id),
  unique (workspace_id, email_key),
  foreign key (workspace_id, customer_id) references customer (workspace_id, id) on delete cascade,
  check ((email is null) = (person_id is not null) and (email_key is null) = (person_id is not null))
);
create index buyer_by_customer on buyer (workspace_id, customer_id);
create index buyer_by_person on buyer (person_id) where person_id is not null;
create index buyer_price_mails on buyer (workspace_id, customer_id) where price_mails;

-- An invitation to become a member (role) or to act for a customer (buyer_id). It is open until it is accepted or
-- revoked, or expires. `proves_email`: its link was only sent by mail, so whoever has it reads that mail.
create table invitation (
  workspace_id uuid not null references workspace (id),
  id uuid not null,
  email text not null,
  email_key text collate "C" not null,
  name text,
  role text check (role in ('owner', 'manager', 'pricing', 'orders', 'viewer')),
  only_own_customers boolean not null default false,
  buyer_id uuid,
  token_hash text collate "C" not null,
  proves_email boolean not null,
  invited_by jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  primary key (workspace_id, id),
  unique (workspace_id, token_hash),
  foreign key (workspace_id, buyer_id) references buyer (workspace_id, id) on delete cascade,
  check ((role is null) <> (buyer_id is null))
);
create index invitation_by_email on invitation (workspace_id, email_key);
-- For who signs in with the deployment's identity provider before they have an account.
create index invitation_by_email_anywhere on invitation (email_key);
create index invitation_by_buyer on invitation (workspace_id, buyer_id) where buyer_id is not null;

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

------------------------------------------------------------------------------------------------------------ terms

-- A term belongs to one customer or to one price group. `version`: every statement that changes it raises it.

create table discount_rule (
  workspace_id uuid not null,
  id uuid not null,
  customer_id uuid,
  group_id uuid,
  applies_to text not null check (applies_to in ('all', 'brand', 'category')),
  brand_id uuid,
  category_id uuid,
  discount_bp integer not null check (discount_bp between 1 and 10000),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version bigint not null default 1,
  primary key (workspace_id, id),
  unique nulls not distinct (workspace_id, customer_id, applies_to, brand_id, category_id, group_id),
  foreign key (workspace_id, customer_id) references customer (workspace_id, id) on delete cascade,
  foreign key (workspace_id, group_id) references price_group (workspace_id, id) on delete cascade,
  foreign key (workspace_id, brand_id) references brand (workspace_id, id),
  foreign key (workspace_id, category_id) references category (workspace_id, id),
  check (num_nonnulls(customer_id, group_id) = 1),
  check ((brand_id is not null) = (applies_to = 'brand') and (category_id is not null) = (applies_to = 'category'))
);
create index discount_rule_by_group on discount_rule (workspace_id, group_id, applies_to, brand_id, category_id)
  where group_id is not null;
create index discount_rule_by_brand on discount_rule (workspace_id, brand_id, customer_id, group_id)
  where brand_id is not null;
create index discount_rule_by_category on discount_rule (workspace_id, category_id, customer_id, group_id)
  where category_id is not null;

create table agreed_price (
  workspace_id uuid not null,
  id uuid not null,
  customer_id uuid,
  group_id uuid,
  product_id uuid not null,
  unit bigint not null check (unit between 0 and 1000000000),
  min_qty integer not null default 1 check (min_qty >= 1),
  starts_at timestamptz,
  ends_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version bigint not null default 1,
  primary key (workspace_id, id),
  foreign key (workspace_id, customer_id) references customer (workspace_id, id) on delete cascade,
  foreign key (workspace_id, group_id) references price_group (workspace_id, id) on delete cascade,
  foreign key (workspace_id, product_id) references product (workspace_id, id) on delete cascade,
  check (num_nonnulls(customer_id, group_id) = 1),
  check (starts_at < ends_at)
);
-- `min_qty` gives the first three an order that no other index has.
create index agreed_price_by_customer on agreed_price (workspace_id, customer_id, product_id, min_qty);
create index agreed_price_by_product on agreed_price (workspace_id, product_id, customer_id, min_qty);
create index agreed_price_by_group on agreed_price (workspace_id, group_id, product_id, min_qty)
  where group_id is not null;
create index agreed_price_by_start on agreed_price (workspace_id, starts_at) where starts_at is not null;
create index agreed_price_by_end on agreed_price (workspace_id, ends_at) where ends_at is not null;

-- What terms were before a change, so that a price of an earlier time can be computed: from `updated_at` to `until`. What
-- a group had stays when the group goes, because its customers had these terms.

create table past_discount_rule (
  workspace_id uuid not null,
  id uuid not null,
  customer_id uuid,
  group_id uuid,
  applies_to text not null,
  brand_id uuid,
  category_id uuid,
  -- The name of the brand or category: that may be gone by now.
  on_name text,
  discount_bp integer not null,
  updated_at timestamptz not null,
  until timestamptz not null,
  primary key (workspace_id, id, until),
  foreign key (workspace_id, customer_id) references customer (workspace_id, id) on delete cascade
);
create index past_discount_rule_by_place
  on past_discount_rule (workspace_id, customer_id, applies_to, brand_id, category_id, until);
create index past_discount_rule_by_end on past_discount_rule (workspace_id, customer_id, until);
create index past_discount_rule_by_group
  on past_discount_rule (workspace_id, group_id, applies_to, brand_id, category_id, until) where group_id is not null;
create index past_discount_rule_by_end_of_group on past_discount_rule (workspace_id, group_id, until)
  where group_id is not null;

create table past_agreed_price (
  workspace_id uuid not null,
  id uuid not null,
  customer_id uuid,
  group_id uuid,
  product_id uuid not null,
  unit bigint not null,
  min_qty integer not null,
  starts_at timestamptz,
  ends_at timestamptz,
  updated_at timestamptz not null,
  until timestamptz not null,
  primary key (workspace_id, id, until),
  foreign key (workspace_id, customer_id) references customer (workspace_id, id) on delete cascade
);
create index past_agreed_price_by_customer on past_agreed_price (workspace_id, customer_id, product_id, until, id);
create index past_agreed_price_by_end on past_agreed_price (workspace_id, customer_id, until, product_id);
create index past_agreed_price_by_group on past_agreed_price (workspace_id, group_id, product_id, until, id)
  where group_id is not null;
create index past_agreed_price_by_end_of_group on past_agreed_price (workspace_id, group_id, until, product_id)
  where group_id is not null;

---------------------------------------------------------------------------------------------------- price changes

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
  -- The text by which calls of an API key, or edits of a person, find their draft again.
  draft_key text collate "C",
  draft_key_of uuid,
  primary key (workspace_id, id),
  check ((draft_key is null) = (draft_key_of is null))
);
create unique index price_change_by_draft_key on price_change (workspace_id, draft_key_of, draft_key)
  where status = 'draft' and draft_key is not null;
create index price_change_by_age on price_change (workspace_id, created_at desc, id desc);
create index price_change_scheduled on price_change (workspace_id, scheduled_for, id) where status = 'scheduled';
-- What is due in all workspaces: every serving process looks each second.
create index price_change_due on price_change (scheduled_for, id) where status = 'scheduled';

create table price_change_line (
  workspace_id uuid not null,
  price_change_id uuid not null,
  product_id uuid not null,
  -- Filled when the change is published: until then the product's own price is the old one.
  old_price bigint,
  new_price bigint not null check (new_price between 0 and 1000000000),
  -- When the line got its price: after a review, it tells which lines are new.
  set_at timestamptz,
  primary key (workspace_id, price_change_id, product_id),
  foreign key (workspace_id, price_change_id) references price_change (workspace_id, id) on delete cascade,
  foreign key (workspace_id, product_id) references product (workspace_id, id) on delete cascade
) with (fillfactor = 50);
create index price_change_line_by_product on price_change_line (workspace_id, product_id, price_change_id);

----------------------------------------------------------------------------------------------------------- orders

-- What an order shows is copied into it when it is placed. No foreign key leads from it to a customer, a buyer or a
-- product, so that none of them can change it, take it along or be kept by it.

-- The last number given to an order of the workspace. Who places an order holds the row until it is placed, so that
-- numbers have no gaps, and a repeat sees what it repeats.
create table order_counter (
  workspace_id uuid primary key references workspace (id),
  last_number integer not null
) with (fillfactor = 50);

create table order_settings (
  workspace_id uuid primary key references workspace (id),
  -- Of freight and tax, for example. Shown below the totals.
  terms text,
  -- Null while nothing is said of tax.
  tax_rate_bp integer check (tax_rate_bp between 0 and 10000),
  -- Days of the week on which orders are prepared and delivered: 1 is Monday.
  order_days jsonb not null default '[1, 2, 3, 4, 5, 6, 7]',
  -- "14:00", in the time zone of the workspace. Null: the whole day counts.
  cut_off text check (cut_off ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  lead_days integer not null default 0 check (lead_days between 0 and 60),
  -- Whether buyers may change the addresses of their customer.
  allow_addresses boolean not null default false,
  -- What becomes of an order past the credit limit: nothing, or it waits, or it is refused.
  credit_policy text not null default 'hold' check (credit_policy in ('nothing', 'hold', 'refuse')),
  min_order_value bigint check (min_order_value >= 0),
  -- Whether members with the role "orders" may set prices by hand.
  desk_sets_prices boolean not null default false,
  updated_at timestamptz not null
);

-- The text as the search of orders compares it: without case and accents. Texts and queries go through this function.
create function order_search_text(value text) returns text
  immutable strict parallel safe language sql
  return lower(regexp_replace(normalize(value, nfkd), '[\u0300-\u036f]+', '', 'g') collate "und-x-icu");

create table sales_order (
  workspace_id uuid not null references workspace (id),
  id uuid not null,
  number integer not null,
  status text not null check (status in ('new', 'confirmed', 'dispatched', 'completed', 'cancelled')),
  customer_id uuid not null,
  customer_account_code text,
  customer_name text not null,
  buyer_id uuid,
  buyer_name text,
  buyer_email text,
  cost_centre text,
  -- The buyer who asked for approval. Null where nobody had to approve it.
  requested_by_id uuid,
  requested_by_name text,
  requested_by_email text,
  po_number text,
  -- The wholesaler's own number for it.
  reference text,
  note text,
  deliver_to jsonb,
  wanted_on text check (wanted_on ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  currency text not null,
  line_count integer not null check (line_count >= 1),
  subtotal bigint not null check (subtotal >= 0),
  tax_rate_bp integer,
  tax bigint,
  terms text,
  -- Why it waits: {limit, open, over} when it was placed. Null where it does not.
  credit_hold jsonb,
  -- Where the customer can follow the goods: a link, or a number.
  tracking text,
  -- What the caller tells repeats of the same order by.
  token text collate "C",
  -- Number, customer, purchase order number, buyer and reference. Without an index: parts of words are found too, and a workspace
  -- reads its own orders only.
  search text generated always as (order_search_text(
    number || ' ' || customer_name || ' ' || coalesce(customer_account_code, '') || ' ' || coalesce(po_number, '') || ' '
      || coalesce(buyer_name, '') || ' ' || coalesce(reference, ''))) stored,
  placed_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, number),
  unique (workspace_id, token),
  check ((buyer_name is null) = (buyer_email is null))
);
create index sales_order_by_age on sales_order (workspace_id, placed_at desc, number desc);
create index sales_order_by_status on sales_order (workspace_id, status, placed_at desc, number desc);
create index sales_order_by_customer on sales_order (workspace_id, customer_id, placed_at desc, number desc)
  include (subtotal, status);
create index sales_order_by_customer_status
  on sales_order (workspace_id, customer_id, status, placed_at desc, number desc);
create index sales_order_by_wanted on sales_order (workspace_id, wanted_on) where wanted_on is not null;
create index sales_order_by_reference on sales_order (workspace_id, reference) where reference is not null;
-- The open orders of a customer, with what they come to.
create index sales_order_open on sales_order (workspace_id, customer_id) include (subtotal, tax)
  where status in ('new', 'confirmed', 'dispatched');

create table sales_order_line (
  workspace_id uuid not null,
  order_id uuid not null,
  position integer not null,
  id uuid not null,
  product_id uuid not null,
  sku text not null,
  name text not null,
  unit_label text not null,
  availability text,
  lead_time_note text,
  qty integer not null check (qty >= 1),
  price jsonb not null,
  candidates jsonb not null,
  -- The customer's own part number, as it was when the line was made.
  customer_code text,
  -- When its price was made, and for which quantity, where that is not the placing and the present quantity.
  priced_at timestamptz,
  priced_qty integer,
  primary key (workspace_id, order_id, position),
  foreign key (workspace_id, order_id) references sales_order (workspace_id, id) on delete cascade
);
-- Which orders have a product, the newest last.
create index sales_order_line_by_product on sales_order_line (workspace_id, product_id, order_id);

-- How an order came to each status, and what changes made of its lines. A status may come twice.
create table sales_order_history (
  workspace_id uuid not null,
  order_id uuid not null,
  -- Counts from 1 in each order.
  step integer not null,
  status text not null check (status in ('new', 'confirmed', 'dispatched', 'completed', 'cancelled')),
  at timestamptz not null,
  actor jsonb not null,
  note text,
  -- Null for a step to a status.
  changes jsonb,
  -- The mails that tell of it: while they wait, they can be dropped.
  mails uuid[] not null default '{}',
  primary key (workspace_id, order_id, step),
  foreign key (workspace_id, order_id) references sales_order (workspace_id, id) on delete cascade
);

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

---------------------------------------------------------------------------------------------------------- quotes

-- As with orders, no foreign key leads from a quote to a customer, a buyer or a product.

-- The last number given to a quote of the workspace.
create table quote_counter (
  workspace_id uuid primary key references workspace (id),
  last_number integer not null
) with (fillfactor = 50);

-- Prices that a customer was offered until a day. A sent one is past once the day is: nothing is written then.
create table quote (
  workspace_id uuid not null references workspace (id),
  id uuid not null,
  number integer not null,
  status text not null check (status in ('asked', 'sent', 'ordered', 'declined', 'withdrawn')),
  customer_id uuid not null,
  customer_account_code text,
  customer_name text not null,
  -- Who asked for it. Null where staff began it.
  buyer_id uuid,
  buyer_name text,
  buyer_email text,
  -- The word of who asked, and that of staff.
  note text,
  message text,
  -- The last day on which it can be ordered, in the time zone of the workspace.
  valid_until text check (valid_until ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  currency text not null,
  line_count integer not null check (line_count >= 1),
  -- Null while a line has no price.
  total bigint check (total >= 0),
  -- Raised by each change.
  version integer not null default 1,
  order_id uuid,
  -- What the caller tells repeats by.
  token text collate "C",
  search text generated always as (order_search_text(
    number || ' ' || customer_name || ' ' || coalesce(customer_account_code, '') || ' ' || coalesce(buyer_name, ''))) stored,
  created_at timestamptz not null,
  sent_at timestamptz,
  updated_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, number),
  unique (workspace_id, token),
  check ((buyer_name is null) = (buyer_email is null)),
  check (status in ('asked', 'withdrawn') or (sent_at is not null and total is not null and valid_until is not null)),
  check ((status = 'ordered') = (order_id is not null))
);
create index quote_by_status on quote (workspace_id, status, number desc);
create index quote_by_customer on quote (workspace_id, customer_id, number desc);

create table quote_line (
  workspace_id uuid not null,
  quote_id uuid not null,
  position integer not null,
  product_id uuid not null,
  sku text not null,
  name text not null,
  unit_label text not null,
  qty integer not null check (qty >= 1),
  -- The quoted price of one. Null until staff have set it.
  unit bigint check (unit between 0 and 1000000000),
  -- Whether a larger quantity has the price, too.
  or_more boolean not null default false,
  -- The list price, and all that was considered, when the quote was sent.
  list bigint,
  candidates jsonb,
  primary key (workspace_id, quote_id, position),
  foreign key (workspace_id, quote_id) references quote (workspace_id, id) on delete cascade
);

-- How a quote came to each status.
create table quote_history (
  workspace_id uuid not null,
  quote_id uuid not null,
  -- Counts from 1 in each quote.
  step integer not null,
  status text not null check (status in ('asked', 'sent', 'ordered', 'declined', 'withdrawn')),
  at timestamptz not null,
  actor jsonb not null,
  note text,
  primary key (workspace_id, quote_id, step),
  foreign key (workspace_id, quote_id) references quote (workspace_id, id) on delete cascade
);

----------------------------------------------------------------------------------------------------- trade portal

-- Without a row, the defaults of the columns hold.
create table portal_settings (
  workspace_id uuid primary key references workspace (id),
  show_list_prices boolean not null default false,
  show_candidates boolean not null default false,
  show_availability boolean not null default true,
  allow_notes boolean not null default true,
  allow_colleagues boolean not null default false,
  -- How many days ahead buyers see a price that is scheduled or agreed; 0: not at all.
  coming_days integer not null default 0 check (coming_days between 0 and 365),
  message text,
  colour text not null default '#3b5bdb',
  -- On documents and in mails.
  address text,
  logo text collate "C",
  -- Where new orders are mailed besides to members, such as the order desk.
  order_inbox text,
  updated_at timestamptz not null,
  foreign key (workspace_id, logo) references image (workspace_id, digest)
);

-- The basket that a buyer fills (asked_at is null), and requests for approval that were made of such baskets. The id
-- becomes the token of the order: whoever places the same basket again gets the same order.
create table basket (
  workspace_id uuid not null references workspace (id),
  id uuid not null,
  buyer_id uuid not null,
  po_number text,
  note text,
  -- Whether the buyer has said where and when: the id of an address, and a day of the workspace.
  delivery_said boolean not null default false,
  deliver_to text,
  wanted_on text,
  -- Keys of the last additions: one that is sent again, as its answer was lost, is not added again.
  taken_keys jsonb not null default '[]',
  asked_at timestamptz,
  -- What it came to then, before tax.
  asked_subtotal bigint,
  -- The colleague who did not approve it.
  sent_back_by text,
  sent_back_note text,
  updated_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, buyer_id) references buyer (workspace_id, id) on delete cascade
);
create unique index basket_filled on basket (workspace_id, buyer_id) where asked_at is null;
create index basket_by_buyer on basket (workspace_id, buyer_id);

-- No foreign key leads to the product: a line stays, and says that the product is gone.
create table basket_line (
  workspace_id uuid not null,
  basket_id uuid not null,
  product_id uuid not null,
  sku text not null,
  name text not null,
  qty integer not null check (qty >= 1),
  -- The price at which the line was last shown as right.
  shown_unit bigint,
  shown_label text not null,
  position integer not null,
  -- The basket was emptied: kept until that is taken back, or it is emptied again or ordered.
  emptied boolean not null default false,
  primary key (workspace_id, basket_id, product_id),
  foreign key (workspace_id, basket_id) references basket (workspace_id, id) on delete cascade
);
create index basket_line_by_product on basket_line (workspace_id, product_id);

-- Order guides, of one buyer alone or shared by all of a customer.
create table saved_list (
  workspace_id uuid not null references workspace (id),
  id uuid not null,
  customer_id uuid not null,
  owner_id uuid not null,
  shared boolean not null default true,
  name text not null,
  name_key text collate "C" not null,
  -- Counts the changes: who changes the list says which one they saw.
  revision integer not null default 1,
  changed_by text,
  created_by text not null,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, customer_id) references customer (workspace_id, id) on delete cascade,
  foreign key (workspace_id, owner_id) references buyer (workspace_id, id) on delete cascade
);
-- A list of one's own may be named as one of a colleague, who is not told of it.
create unique index saved_list_shared on saved_list (workspace_id, customer_id, name_key) where shared;
create unique index saved_list_own on saved_list (workspace_id, owner_id, name_key) where not shared;
create index saved_list_of_customer on saved_list (workspace_id, customer_id);

create table saved_list_line (
  workspace_id uuid not null,
  list_id uuid not null,
  product_id uuid not null,
  sku text not null,
  name text not null,
  qty integer not null check (qty >= 1),
  -- How many of it are wanted in stock.
  par integer check (par >= 1),
  position integer not null,
  primary key (workspace_id, list_id, product_id),
  foreign key (workspace_id, list_id) references saved_list (workspace_id, id) on delete cascade
);
create index saved_list_line_by_product on saved_list_line (workspace_id, product_id);

-- Customers with a buyer who wants mails about changed prices.
create table price_watch (
  workspace_id uuid not null,
  customer_id uuid not null,
  -- When their prices were last compared; null until the first time.
  told_at timestamptz,
  -- Since when a process compares them.
  claimed_at timestamptz,
  primary key (workspace_id, customer_id),
  foreign key (workspace_id, customer_id) references customer (workspace_id, id) on delete cascade
);

-- The price of a product that such a customer was last told. No foreign key leads to the product: a mail leaves out what
-- is gone.
create table notified_price (
  workspace_id uuid not null,
  customer_id uuid not null,
  product_id uuid not null,
  unit bigint not null,
  -- The one before, until a mail has told it.
  was bigint,
  -- The coming price that a mail has told. With a time and without a price there will be none.
  coming_unit bigint,
  coming_from timestamptz,
  -- Whether a mail has still to tell it; without a time, that it was called off.
  coming_is_new boolean not null default false,
  primary key (workspace_id, customer_id, product_id),
  foreign key (workspace_id, customer_id) references price_watch (workspace_id, customer_id) on delete cascade
);
create index notified_price_changed on notified_price (workspace_id, customer_id) where was is not null;
create index notified_price_coming on notified_price (workspace_id, customer_id) where coming_is_new;

---------------------------------------------------------------------------------------------------------- imports

-- A file that staff import from the browser, or scripts by the API. The row is the job: what is to be done with the
-- file, and how far that has come.
create table data_import (
  workspace_id uuid not null references workspace (id),
  id uuid not null,
  kind text not null
    check (kind in ('products', 'customers', 'discounts', 'agreed_prices', 'minimum_quantities', 'customer_codes')),
  file_name text not null,
  status text not null check (
    status in ('reading', 'ready', 'checking', 'checked', 'importing', 'stopped', 'done', 'failed', 'undoing', 'undone')),
  -- Why the last step failed, in words.
  problem text,
  -- What the file is: format, encoding, sheets.
  file jsonb not null,
  -- What its rows take: it counts towards the limit of the workspace.
  bytes integer not null default 0,
  -- A digest of what a call of the API sent: the same call finds its import again. Null for files from the browser.
  fingerprint text collate "C",
  -- How it is read: sheet, header row, columns. Null until it is known.
  reading jsonb,
  -- What the check found. Null after any change of the reading.
  found jsonb,
  price_change_id uuid,
  -- Rows that the present step goes through, and those behind it.
  total integer not null default 0,
  done integer not null default 0,
  -- The last line of the file that is imported.
  last_line integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  unchanged integer not null default 0,
  prices integer not null default 0,
  rejected integer not null default 0,
  restored integer not null default 0,
  removed integer not null default 0,
  kept integer not null default 0,
  uploaded_by jsonb not null,
  started_by jsonb,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  -- The process that works on it, and until when it has the right to.
  lease uuid,
  leased_until timestamptz,
  primary key (workspace_id, id)
);
create index data_import_at_work on data_import (created_at) where status in ('checking', 'importing', 'undoing');
create index data_import_by_time on data_import (workspace_id, created_at desc, id desc);
create unique index data_import_by_fingerprint on data_import (workspace_id, fingerprint) where fingerprint is not null;

-- The rows of the file as they are, in parts: a JSON list of [line, cells].
create table data_import_part (
  workspace_id uuid not null,
  import_id uuid not null,
  sheet integer not null,
  position integer not null,
  last_line integer not null,
  lines text not null,
  primary key (workspace_id, import_id, sheet, position),
  foreign key (workspace_id, import_id) references data_import (workspace_id, id) on delete cascade
);

-- `label` names what a row is about: a SKU, a code, a name.
create table data_import_reject (
  workspace_id uuid not null,
  import_id uuid not null,
  line integer not null,
  label text,
  reason text not null,
  primary key (workspace_id, import_id, line),
  foreign key (workspace_id, import_id) references data_import (workspace_id, id) on delete cascade
);

-- How files with the same header were read last.
create table import_mapping (
  workspace_id uuid not null references workspace (id),
  kind text not null,
  shape text collate "C" not null,
  mapping jsonb not null,
  used_at timestamptz not null,
  primary key (workspace_id, kind, shape)
);

---------------------------------------------------------------------------------------------------------- history

-- Append-only, but for `undone`: who undid what the entry tells, and when. Subjects of terms and buyers name their
-- customer or price group, so that its history is one range of an index.
create table activity (
  workspace_id uuid not null references workspace (id),
  id uuid not null,
  at timestamptz not null,
  actor jsonb not null,
  action text not null,
  subject jsonb not null,
  changes jsonb not null,
  undone jsonb,
  primary key (workspace_id, id)
);
create index activity_by_time on activity (workspace_id, at desc, id desc);
create index activity_by_subject on activity (workspace_id, (subject ->> 'id'), at desc, id desc);
create index activity_by_actor on activity (workspace_id, (actor ->> 'id'), at desc, id desc);
create index activity_by_customer on activity (workspace_id, (subject ->> 'customerId'), at desc, id desc)
  where subject ->> 'customerId' is not null;
create index activity_by_price_group on activity (workspace_id, (subject ->> 'groupId'), at desc, id desc)
  where subject ->> 'groupId' is not null;

-- What an act changed of many records, to be undone: a field of products, customers, or pasted agreed prices for a day,
-- and lines of a draft as long as it is one. The id is that of its entry in the activity.
create table record_edit (
  workspace_id uuid not null references workspace (id),
  id uuid not null,
  kind text not null check (kind in ('products', 'customers', 'agreed_prices', 'draft_lines')),
  field text
    check (field in ('active', 'availability', 'brand', 'category', 'minOrderQty', 'orderMultiple', 'visibility')),
  price_change_id uuid,
  created_at timestamptz not null,
  line_count integer not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, price_change_id) references price_change (workspace_id, id),
  check ((field is not null) = (kind = 'products')),
  check ((price_change_id is not null) = (kind = 'draft_lines'))
);
create index record_edit_by_age on record_edit (workspace_id, price_change_id, created_at desc, id desc);

-- A record that an act changed, or an import: a product, a customer, a term, the line of a product in a draft.
create table record_edit_line (
  workspace_id uuid not null,
  -- Of the `record_edit`, or of the import.
  edit_id uuid not null,
  record_id uuid not null,
  -- The row of the file; else its place among the lines.
  line integer not null,
  label text not null,
  -- What it was, to undo it; null for one that was added.
  before jsonb,
  -- The one that the act left: whoever changes the record later raises it. Of a line of a draft it is the new price, or
  -- 'none'. Null for a product of a file that only has a new price in the draft, which is not undone.
  version text,
  -- Of imports: the product or customer whose page shows it, the fields in words, as the activity has them, and what an
  -- undo made of it.
  shown_on uuid,
  changes jsonb,
  outcome text check (outcome in ('restored', 'removed', 'kept')),
  primary key (workspace_id, edit_id, line, record_id),
  -- For the history of a record, too.
  unique (workspace_id, record_id, edit_id)
);
create index record_edit_line_by_page on record_edit_line (workspace_id, shown_on) where shown_on is not null;

------------------------------------------------------------------------------------------------------------- mail

-- The outbox. It serves its owners in turns.
create table mail (
  id uuid primary key,
  -- The order in which mails came in: several of one transaction have one time.
  number bigint generated always as identity,
  -- Who causes it: a workspace or a person.
  owner text collate "C" not null,
  -- Whether somebody waits for the link in it.
  urgent boolean not null,
  -- The round in which it is sent, counted apart for urgent mails and for others.
  turn integer not null,
  recipient text not null,
  -- It goes to the e-mail that this person has when it is sent. Null where the address itself is meant, as with links
  -- that prove it.
  person_id uuid,
  subject text not null,
  text text not null,
  html text not null,
  -- The digest of the image that the HTML shows.
  logo text collate "C",
  -- The order, or the quote, whose PDF is attached when it is sent.
  order_id uuid,
  quote_id uuid,
  -- The part of the texts that gives access. It is removed from all columns once the mail is sent.
  secret text,
  status text not null check (status in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  -- Later it is of no use, and is not sent any more.
  send_before timestamptz not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  last_error text
);
create index mail_unsent on mail (urgent desc, turn, number) where status = 'queued' and attempts = 0;
create index mail_to_retry on mail (urgent, next_attempt_at) where status = 'queued' and attempts > 0;
create index mail_queued_by_owner on mail (urgent, owner, turn) where status = 'queued';
create index mail_queued_by_end on mail (send_before) where status = 'queued';
create index mail_by_owner on mail (owner, number);
create index mail_failed on mail (owner, number) where status = 'failed';
create index mail_not_taken on mail (owner, number) where status = 'queued' and last_error is not null;

------------------------------------------------------------------------------------------------------ statistics

-- Prepared plans are made for a workspace of average size. Beside many small ones, they would read all of a large one
-- where a few keys are looked up. So the planner takes there to be twenty workspaces, each with much to read.
do $$ declare name text; begin
  for name in
    select c.relname from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id'
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
  loop
    execute format('alter table %I alter column workspace_id set (n_distinct = 20)', name);
  end loop;
end $$;
