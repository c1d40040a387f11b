-- Who of the staff is mailed new orders, and an address beside them, such as that of the order desk.
alter table member add column order_mails boolean not null default false;
alter table portal_settings add column order_inbox text;

-- The order whose PDF is attached when the mail is sent.
alter table mail add column order_id uuid;
