-- The trade portal: what its buyers keep, and how a wholesaler sets it up.

-- May the buyer place orders, or only prepare them; and about which orders the buyer wants mails.
alter table buyer add column may_order boolean not null default true;
alter table buyer add column order_mails text not null default 'own' check (order_mails in ('own', 'all', 'none'));

-- A customer's orders, for its buyers.
create index sales_order_by_customer on sales_order (workspace_id, customer_id, placed_at desc, number desc);

-- Without a row, the defaults of the columns hold.
create table portal_settings (
  workspace_id uuid primary key references workspace (id),
  show_list_prices boolean not null default false,
  show_candidates boolean not null default false,
  show_availability boolean not null default true,
  allow_notes boolean not null default true,
  allow_colleagues boolean not null default false,
  message text,
  colour text not null default 'indigo',
  updated_at timestamptz not null
);

-- One for each buyer. `token` becomes the token of the order: whoever places the same basket again gets the same order.
create table basket (
  workspace_id uuid not null references workspace (id),
  buyer_id uuid not null,
  token uuid not null,
  po_number text,
  note text,
  updated_at timestamptz not null,
  primary key (workspace_id, buyer_id),
  foreign key (workspace_id, buyer_id) references buyer (workspace_id, id) on delete cascade
);

-- No foreign key leads to the product: a line stays, and says that the product is gone.
-- `shown_unit` and `shown_label` are the price at which the line was last shown as right.
create table basket_line (
  workspace_id uuid not null,
  buyer_id uuid not null,
  product_id uuid not null,
  sku text not null,
  name text not null,
  qty integer not null check (qty >= 1),
  shown_unit bigint,
  shown_label text not null,
  position integer not null,
  primary key (workspace_id, buyer_id, product_id),
  foreign key (workspace_id, buyer_id) references basket (workspace_id, buyer_id) on delete cascade
);

-- Lists that all buyers of a customer share.
create table saved_list (
  workspace_id uuid not null references workspace (id),
  id uuid not null,
  customer_id uuid not null,
  name text not null,
  name_key text collate "C" not null,
  created_by text not null,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, customer_id, name_key),
  foreign key (workspace_id, customer_id) references customer (workspace_id, id) on delete cascade
);

create table saved_list_line (
  workspace_id uuid not null,
  list_id uuid not null,
  product_id uuid not null,
  sku text not null,
  name text not null,
  qty integer not null check (qty >= 1),
  position integer not null,
  primary key (workspace_id, list_id, product_id),
  foreign key (workspace_id, list_id) references saved_list (workspace_id, id) on delete cascade
);
