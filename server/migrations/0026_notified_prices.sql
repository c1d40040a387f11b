-- The price of a product that a customer's buyers were last told by mail.
alter table told_price rename to notified_price;
alter index told_price_pkey rename to notified_price_pkey;
alter index told_price_changed rename to notified_price_changed;
alter table notified_price rename constraint told_price_workspace_id_customer_id_fkey
  to notified_price_workspace_id_customer_id_fkey;
