-- What a buyer was before a colleague disabled them; null where the wholesaler did. Colleagues enable only the former again.
alter table buyer add column disabled_from text check (disabled_from in ('invited', 'active'));
