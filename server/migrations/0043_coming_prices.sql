-- Coming prices. How many days ahead buyers see a price that is scheduled or agreed; 0: not at all.
alter table portal_settings
  add column coming_days integer not null default 0 check (coming_days between 0 and 365);

-- What is scheduled in a workspace, by time.
create index price_change_scheduled on price_change (workspace_id, scheduled_for, id) where status = 'scheduled';

-- The coming price that a customer's buyers were last told by mail. With a time and without a price there will be none.
-- `coming_is_new`: a mail has still to tell it; without a time, that it was called off.
alter table notified_price
  add column coming_unit bigint,
  add column coming_from timestamptz,
  add column coming_is_new boolean not null default false;
create index notified_price_coming on notified_price (workspace_id, customer_id) where coming_is_new;
