-- Saved lists are order guides: of one buyer alone or shared, in an order by hand, with what one wants to have there.

alter table saved_list
  -- The buyer who made it. Older lists have none, and are shared.
  add column owner_id uuid,
  add column shared boolean not null default true,
  -- Counts the changes: who changes the list says which one they saw.
  add column revision integer not null default 1,
  add column changed_by text,
  add constraint saved_list_owned check (shared or owner_id is not null),
  add constraint saved_list_owner foreign key (workspace_id, owner_id)
    references buyer (workspace_id, id) on delete cascade;

-- A list of one's own may be named as one of a colleague, who is not told of it.
alter table saved_list drop constraint saved_list_workspace_id_customer_id_name_key_key;
create unique index saved_list_shared on saved_list (workspace_id, customer_id, name_key) where shared;
create unique index saved_list_own on saved_list (workspace_id, owner_id, name_key) where not shared;
create index saved_list_of_customer on saved_list (workspace_id, customer_id);

-- How many of it are wanted in stock.
alter table saved_list_line add column par integer check (par >= 1);
