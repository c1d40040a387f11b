-- A basket that waits for approval is a request of its own: its buyer has another basket to fill meanwhile, and may have
-- several requests. `asked_at` is null for the basket that is filled. A request that was sent back has `sent_back_by`.
alter table basket_line add column basket_id uuid;

-- The mails about a request lead to the id of its buyer.
update basket set token = buyer_id where asked_at is not null;
-- Was it sent back, it is the basket of its buyer again.
update basket set asked_subtotal = null, sent_back_by = null, sent_back_note = null where asked_at is null;

update basket_line l set basket_id = k.token from basket k
where k.workspace_id = l.workspace_id and k.buyer_id = l.buyer_id;

-- With its keys.
alter table basket_line drop column buyer_id;
alter table basket drop constraint basket_pkey;
alter table basket rename column token to id;
alter table basket add primary key (workspace_id, id);
create unique index basket_filled on basket (workspace_id, buyer_id) where asked_at is null;
create index basket_by_buyer on basket (workspace_id, buyer_id);
alter table basket_line
  alter column basket_id set not null,
  add primary key (workspace_id, basket_id, product_id),
  add foreign key (workspace_id, basket_id) references basket (workspace_id, id) on delete cascade;

-- The buyer who asked for approval, as they were when the order was placed. Null where nobody had to approve it.
alter table sales_order
  add column requested_by_id uuid,
  add column requested_by_name text,
  add column requested_by_email text;
