-- What tells one history of a database from another: a revision that was lost, as by a restored volume, is never given
-- again.

-- Made with the schema. A restore of a backup makes a new schema, and with it another identity.
create table schema_identity (
  id uuid not null default gen_random_uuid(),
  is_only boolean primary key default true check (is_only)
);
insert into schema_identity default values;

-- Beside the count, so that no two changes share a revision, even where a database goes on from an older copy of itself.
alter table workspace_revision add column nonce uuid not null default gen_random_uuid();
