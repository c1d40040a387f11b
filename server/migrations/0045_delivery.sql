-- Where and when an order is delivered.
alter table customer add column addresses jsonb not null default '[]';

alter table order_settings
  -- Days of the week, 1 is Monday.
  add column order_days jsonb not null default '[1, 2, 3, 4, 5, 6, 7]',
  -- "14:00", in the time zone of the workspace. Null: the whole day counts.
  add column cut_off text check (cut_off ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  add column lead_days integer not null default 0 check (lead_days between 0 and 60),
  -- Whether buyers may change the addresses of their customer.
  add column allow_addresses boolean not null default false;

-- Id of an address and a day of the workspace, once the buyer has said something of them.
alter table basket
  add column delivery_said boolean not null default false,
  add column deliver_to text,
  add column wanted_on text;

-- As they were when the order was placed.
alter table sales_order
  add column deliver_to jsonb,
  add column wanted_on text check (wanted_on ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$');
