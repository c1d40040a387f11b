-- The outbox serves its owners in turns. `owner` is who causes the mail: a workspace or a person. `urgent`: somebody waits for
-- the link in it. `turn` is the round in which it is sent, counted apart for urgent mails and for others. `number` is the order
-- in which mails came in: several of one transaction have one time.
alter table mail add column number bigint generated always as identity;
alter table mail add column owner text collate "C" not null default '';
alter table mail add column urgent boolean not null default false;
alter table mail add column turn integer not null default 0;
update mail set urgent = secret is not null where status = 'queued';
alter table mail alter column owner drop default;
alter table mail alter column urgent drop default;
alter table mail alter column turn drop default;

drop index mail_queued;
create index mail_queued on mail (urgent desc, turn, number) where status = 'queued';
create index mail_queued_by_owner on mail (urgent, owner, turn) where status = 'queued';
