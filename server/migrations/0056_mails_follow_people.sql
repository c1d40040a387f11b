-- A buyer who has joined has the e-mail of their person. Only an invited one has an own.

-- Who placed the order: their e-mail may be another one by now.
alter table sales_order add column buyer_id uuid;
update sales_order o set buyer_id = b.id from buyer b
where b.workspace_id = o.workspace_id and b.customer_id = o.customer_id and b.email = o.buyer_email;

alter table buyer alter column email drop not null;
alter table buyer alter column email_key drop not null;
update buyer set email = null, email_key = null where person_id is not null;
alter table buyer add check ((email is null) = (person_id is not null) and (email_key is null) = (person_id is not null));

-- Whom it is for: it goes to the e-mail that the person has when it is sent. Null where the address itself is meant, as
-- with links that prove it.
alter table mail add column person_id uuid;
