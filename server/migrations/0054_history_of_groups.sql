-- Entries about the terms of a price group name it, as those of a customer do: its history is one range of an index.
create index activity_by_price_group on activity (workspace_id, (subject ->> 'groupId'), at desc, id desc)
  where subject ->> 'groupId' is not null;
