-- The orders of a customer in one status, newest first.
create index sales_order_by_customer_status
  on sales_order (workspace_id, customer_id, status, placed_at desc, number desc);
