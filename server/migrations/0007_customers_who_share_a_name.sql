-- Customers without an account code, who are looked for among all of a name or an e-mail: a row with a code of its own
-- can take over one of them. However many share it, the first two are read.
create index customer_by_name_uncoded on customer (workspace_id, name_key, id) where account_code_key is null;
create index customer_by_email_uncoded on customer (workspace_id, email_key, id)
  where account_code_key is null and email_key is not null;
