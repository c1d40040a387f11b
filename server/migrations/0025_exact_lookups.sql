-- Lookups by several columns have all of them in every index that a plan may take. `min_qty` gives these two an order that no
-- other index has.
drop index agreed_price_by_customer;
drop index agreed_price_by_product;
create index agreed_price_by_customer on agreed_price (workspace_id, customer_id, product_id, min_qty);
create index agreed_price_by_product on agreed_price (workspace_id, product_id, customer_id, min_qty);

drop index price_change_line_by_product;
create index price_change_line_by_product on price_change_line (workspace_id, product_id, price_change_id);
