-- Orders. What an order shows is copied into it when it is placed: no foreign key leads from it to a customer, a buyer
-- or a product, so that none of them can change it, take it along or be kept by it. Their ids are kept as they were.

-- The last number given to an order of the workspace. Who places an order holds the row until it is placed, so that
-- numbers have no gaps, and a repeat sees what it repeats.
create table order_counter (
  workspace_id uuid primary key references workspace (id),
  last_number integer not null
) with (fillfactor = 50);

create table sales_order (
  workspace_id uuid not null references workspace (id),
  id uuid not null,
  number integer not null,
  status text not null check (status in ('new', 'confirmed', 'dispatched', 'completed', 'cancelled')),
  customer_id uuid not null,
  customer_account_code text,
  customer_name text not null,
  buyer_name text,
  buyer_email text,
  po_number text,
  note text,
  currency text not null,
  line_count integer not null check (line_count >= 1),
  subtotal bigint not null check (subtotal >= 0),
  -- What the caller tells repeats of the same order by.
  token text collate "C",
  placed_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, number),
  unique (workspace_id, token),
  check ((buyer_name is null) = (buyer_email is null))
);
create index sales_order_by_age on sales_order (workspace_id, placed_at desc, number desc);
create index sales_order_by_status on sales_order (workspace_id, status, placed_at desc, number desc);

create table sales_order_line (
  workspace_id uuid not null,
  order_id uuid not null,
  position integer not null,
  id uuid not null,
  product_id uuid not null,
  sku text not null,
  name text not null,
  unit_label text not null,
  qty integer not null check (qty >= 1),
  price jsonb not null,
  candidates jsonb not null,
  primary key (workspace_id, order_id, position),
  foreign key (workspace_id, order_id) references sales_order (workspace_id, id) on delete cascade
);

-- How an order came to each status; none comes twice.
create table sales_order_history (
  workspace_id uuid not null,
  order_id uuid not null,
  status text not null check (status in ('new', 'confirmed', 'dispatched', 'completed', 'cancelled')),
  at timestamptz not null,
  actor jsonb not null,
  note text,
  primary key (workspace_id, order_id, status),
  foreign key (workspace_id, order_id) references sales_order (workspace_id, id) on delete cascade
);
