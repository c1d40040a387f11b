-- Which orders have a product, the newest last. Plans are made for empty tables, and must not find the lines of an order
-- along this index: only statements that ask for the condition can take it.
create index sales_order_line_by_product on sales_order_line (workspace_id, product_id, order_id) where qty > 0;
