-- Prices that a customer was promised until a time. A promise changes no price: it is checked.

create table promise (
  workspace_id uuid not null references workspace (id),
  id uuid not null,
  customer_id uuid not null,
  -- How another system names it. One that staff made has its id.
  reference text not null,
  reference_key text collate "C" not null,
  -- Minor units: the most that all lines cost together. Null where each line has its own price.
  total bigint check (total >= 0),
  until timestamptz not null,
  note text not null,
  set_by jsonb not null,
  set_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, reference_key),
  foreign key (workspace_id, customer_id) references customer (workspace_id, id) on delete cascade
);

create index promise_by_end on promise (workspace_id, until, id);
create index promise_by_customer on promise (workspace_id, customer_id, until);

-- A line stays when its product is deleted: then the promise is broken. So the product is no foreign key.
create table promise_line (
  workspace_id uuid not null,
  promise_id uuid not null,
  position integer not null,
  product_id uuid not null,
  sku text not null,
  qty integer not null check (qty >= 1),
  -- Minor units: the most that one costs. Null where the promise has a total.
  unit bigint check (unit >= 0),
  primary key (workspace_id, promise_id, position),
  foreign key (workspace_id, promise_id) references promise (workspace_id, id) on delete cascade
);

-- Why an import may break promises, as whoever started or undid it has said.
alter table data_import add column promise_reason text;
