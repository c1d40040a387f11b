-- A link proves the address that it was mailed to, and no other. Links from before do not say where they went; they would
-- have ended within half an hour. `new_email` waits until it is used: the person then gets this address. `call_off` went to
-- the address before, and takes that back.
delete from account_link;
alter table account_link add column email text not null;
alter table account_link drop constraint account_link_purpose_check;
alter table account_link add constraint account_link_purpose_check
  check (purpose in ('sign_in', 'reset', 'new_email', 'call_off'));

-- Browsers that somebody has signed in with. Wrong passwords from them count apart, so that strangers cannot lock the person
-- out there. The token opens nothing.
create table known_device (
  token_hash text collate "C" not null,
  person_id uuid not null references person (id) on delete cascade,
  created_at timestamptz not null,
  used_at timestamptz not null,
  primary key (token_hash, person_id)
);
create index known_device_by_person on known_device (person_id);
