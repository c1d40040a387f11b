-- Files that staff import from the browser. A row is the job: what is to be done with the file, and how far that has come.

create table data_import (
  workspace_id uuid not null references workspace (id),
  id uuid not null,
  kind text not null check (kind in ('products')),
  file_name text not null,
  status text not null check (
    status in ('reading', 'ready', 'checking', 'checked', 'importing', 'stopped', 'done', 'failed', 'undoing', 'undone')),
  -- Why the last step failed, in words.
  problem text,
  -- What the file is: format, encoding, sheets.
  file jsonb not null,
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

create table data_import_reject (
  workspace_id uuid not null,
  import_id uuid not null,
  line integer not null,
  sku text,
  reason text not null,
  primary key (workspace_id, import_id, line),
  foreign key (workspace_id, import_id) references data_import (workspace_id, id) on delete cascade
);

-- What an import changed. `before` holds what the product was, to undo it; null for a product that it created.
-- `changes` holds the fields in words, as the activity does.
create table data_import_change (
  workspace_id uuid not null,
  import_id uuid not null,
  product_id uuid not null,
  line integer not null,
  sku text not null,
  kind text not null check (kind in ('created', 'updated', 'price')),
  changes jsonb not null,
  before jsonb,
  -- As in product_change: whoever changes the product later sets another time there.
  changed_at timestamptz,
  -- What an undo made of it.
  outcome text check (outcome in ('restored', 'removed', 'kept')),
  primary key (workspace_id, import_id, product_id),
  foreign key (workspace_id, import_id) references data_import (workspace_id, id) on delete cascade
);

create index data_import_change_by_line on data_import_change (workspace_id, import_id, line);
create index data_import_change_by_product on data_import_change (workspace_id, product_id);

-- How files with the same header were read last.
create table import_mapping (
  workspace_id uuid not null references workspace (id),
  kind text not null,
  shape text collate "C" not null,
  mapping jsonb not null,
  used_at timestamptz not null,
  primary key (workspace_id, kind, shape)
);
