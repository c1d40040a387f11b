-- An order that is not on its way yet can be changed: its lines, and the prices of single ones.

-- What a change made of the lines: the history keeps it. Null for a step to a status.
alter table sales_order_history add column changes jsonb;

-- When the price of a line was made, and for which quantity, where that is not the placing and the present quantity.
alter table sales_order_line add column priced_at timestamptz, add column priced_qty integer;

-- Where the customer can follow the goods: a link, or a number. It comes with the dispatch, or after it.
alter table sales_order add column tracking text;
