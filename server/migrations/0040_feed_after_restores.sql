-- The databases that a workspace came from by backups. Until that time of a change, it has the same changes as they had.
create table restored_from (
  workspace_id uuid not null references workspace (id),
  database_id uuid not null,
  until timestamptz not null,
  primary key (workspace_id, database_id)
);
