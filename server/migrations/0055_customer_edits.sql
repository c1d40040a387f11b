-- What an act on many customers changed, or many agreed prices that were pasted: it can be undone for a day.

create table customer_edit (
  workspace_id uuid not null references workspace (id),
  -- That of its entry in the activity.
  id uuid not null,
  -- What its lines are, as kinds of imports are named.
  kind text not null check (kind in ('customers', 'agreed_prices')),
  created_at timestamptz not null,
  line_count integer not null,
  primary key (workspace_id, id)
);

-- What each record was before; null for one that was added. It may be deleted since.
create table customer_edit_line (
  workspace_id uuid not null,
  edit_id uuid not null,
  record_id uuid not null,
  label text not null,
  before jsonb,
  -- The version that the record got: whoever changes it later gives it another.
  version text not null,
  primary key (workspace_id, edit_id, record_id)
);
-- The history of a customer looks them up by it.
create index customer_edit_line_by_record on customer_edit_line (workspace_id, record_id);
