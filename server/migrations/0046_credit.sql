-- What a customer owes, as the ERP knows it. Minor units; below zero where the customer has paid ahead.
alter table customer add column open_balance bigint;

-- What becomes of an order past the credit limit: nothing, or it waits, or it is refused.
alter table order_settings
  add column credit_policy text not null default 'hold' check (credit_policy in ('nothing', 'hold', 'refuse'));

-- Why an order waits: {limit, open, over} when it was placed, in minor units. Null for one that does not.
alter table sales_order add column credit_hold jsonb;

-- The open orders of a customer, with what they come to.
create index sales_order_open on sales_order (workspace_id, customer_id) include (subtotal, tax)
  where status in ('new', 'confirmed', 'dispatched');
