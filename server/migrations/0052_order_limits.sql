-- Up to which sum a buyer may order, in minor units before tax: null is any sum, 0 nothing. It replaces `may_order`.
alter table buyer
  add column order_limit bigint check (order_limit >= 0),
  -- Or another reference. Orders of this buyer say it.
  add column cost_centre text;
update buyer set order_limit = 0 where not may_order;
alter table buyer drop column may_order;

-- As it was when the order was placed.
alter table sales_order add column cost_centre text;

-- What a basket that waits came to when it was asked for, in minor units before tax.
alter table basket add column asked_subtotal bigint;
update basket b set asked_subtotal = coalesce((
  select least(sum(l.shown_unit::numeric * l.qty), 9007199254740991) from basket_line l
  where l.workspace_id = b.workspace_id and l.buyer_id = b.buyer_id and not l.emptied), 0)
where b.asked_at is not null;
