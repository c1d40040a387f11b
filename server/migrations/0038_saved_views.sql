-- Views of the console's lists that staff save by name. `query` is that of the list's address: its filters, its order and
-- its columns. Shared ones stay when their maker leaves.
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
