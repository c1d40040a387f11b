-- Colleagues who buy for the same customer, and the baskets that they prepare for each other; mails about changed prices;
-- the wholesaler's logo.

-- Whether somebody vouches for the e-mail. A buyer whom a colleague invited gets no products by their e-mail until the
-- mailed link was used: otherwise a buyer could invite the address of another customer, and see its private products.
alter table buyer add column email_vouched boolean not null default true;

-- Somebody may buy for several customers. The last chosen one is whom they act for.
alter table buyer add column chosen_at timestamptz;

-- Whether the buyer wants a weekly mail about changed prices.
alter table buyer add column price_mails boolean not null default false;
create index buyer_price_mails on buyer (workspace_id, customer_id) where price_mails;

-- Customers with a buyer who wants that mail. `told_at`: when their prices were last compared; null until the first time.
-- `claimed_at`: since when a process compares them.
create table price_watch (
  workspace_id uuid not null,
  customer_id uuid not null,
  told_at timestamptz,
  claimed_at timestamptz,
  primary key (workspace_id, customer_id),
  foreign key (workspace_id, customer_id) references customer (workspace_id, id) on delete cascade
);

-- The prices that such a customer was last compared at, in minor units. `was`: the one before, until the mail about it.
-- No foreign key leads to the product: a mail leaves out what is gone.
create table told_price (
  workspace_id uuid not null,
  customer_id uuid not null,
  product_id uuid not null,
  unit bigint not null,
  was bigint,
  primary key (workspace_id, customer_id, product_id),
  foreign key (workspace_id, customer_id) references price_watch (workspace_id, customer_id) on delete cascade
);
create index told_price_changed on told_price (workspace_id, customer_id) where was is not null;

-- Since when the basket waits for a colleague who may order; null while its buyer fills it. `sent_back_*`: who sent it back
-- last, and why.
alter table basket add column asked_at timestamptz;
alter table basket add column sent_back_by text;
alter table basket add column sent_back_note text;

-- The logo in the header of the portal.
alter table portal_settings add column logo text collate "C";
alter table portal_settings add foreign key (workspace_id, logo) references image (workspace_id, digest);
