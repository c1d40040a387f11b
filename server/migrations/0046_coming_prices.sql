-- Coming prices. How many days ahead buyers see a price that is scheduled or agreed; 0: not at all.
alter table portal_settings
  add column coming_days integer not null default 0 check (coming_days between 0 and 365);

-- What is scheduled in a workspace, by time.
create index price_change_scheduled on price_change (workspace_id, scheduled_for, id) where status = 'scheduled';

-- The coming price that a customer's buyers were last told by mail, and whether it still is to be told. A time without
-- a price: there will be none.
alter table notified_price
  add column coming_unit bigint,
  add column coming_from timestamptz,
  add column coming_is_new boolean not null default false;
