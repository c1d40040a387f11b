-- Colleagues who buy for the same customer, and the baskets that they prepare for each other.

-- Whether somebody vouches for the e-mail. A buyer whom a colleague invited gets no products by their e-mail until the
-- mailed link was used: otherwise a buyer could invite the address of another customer, and see its private products.
alter table buyer add column email_vouched boolean not null default true;

-- Somebody may buy for several customers. The last chosen one is whom they act for.
alter table buyer add column chosen_at timestamptz;

-- Whether the buyer wants a weekly mail about changed prices, and up to when the last one told.
alter table buyer add column price_mails boolean not null default false;
alter table buyer add column prices_told_at timestamptz;
create index buyer_price_mails on buyer (workspace_id, prices_told_at) where price_mails;

-- Since when the basket waits for a colleague who may order; null while its buyer fills it. `sent_back_*`: who sent it back
-- last, and why.
alter table basket add column asked_at timestamptz;
alter table basket add column sent_back_by text;
alter table basket add column sent_back_note text;
