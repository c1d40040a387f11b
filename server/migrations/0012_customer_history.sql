-- Entries about terms and buyers name their customer, so that its history is one range of an index. Those of terms that
-- were removed before cannot be told any more.
update activity a set subject = a.subject || jsonb_build_object('customerId', r.customer_id)
from discount_rule r where a.workspace_id = r.workspace_id and a.subject ->> 'id' = r.id::text;
update activity a set subject = a.subject || jsonb_build_object('customerId', r.customer_id)
from agreed_price r where a.workspace_id = r.workspace_id and a.subject ->> 'id' = r.id::text;
update activity a set subject = a.subject || jsonb_build_object('customerId', r.customer_id)
from buyer r where a.workspace_id = r.workspace_id and a.subject ->> 'id' = r.id::text;

create index activity_by_customer on activity (workspace_id, (subject ->> 'customerId'), at desc, id desc)
  where subject ->> 'customerId' is not null;
