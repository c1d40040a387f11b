-- Passkeys, and how a session was proved.

-- `public_key` is a COSE key in base64url. `counter` is the authenticator's own; 0 where it counts nothing.
create table passkey (
  id uuid primary key,
  person_id uuid not null references person (id) on delete cascade,
  credential_id text collate "C" not null unique,
  public_key text not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkey_by_person on passkey (person_id);

-- What an authenticator has to sign. Each is used once. Unlogged, as attempt_window is: it lives for minutes.
create unlogged table passkey_challenge (
  challenge_hash text collate "C" primary key,
  -- Null for a sign-in: who it is turns out with the answer.
  person_id uuid references person (id) on delete cascade,
  purpose text not null check (purpose in ('add', 'sign_in', 'prove')),
  expires_at timestamptz not null
);
create index passkey_challenge_by_person on passkey_challenge (person_id);

-- When the holder last proved to be the person, by a password or a passkey. Null: a link by mail alone, of somebody who has
-- either. `passkey_at`: when that was by a passkey.
alter table session add column proved_at timestamptz;
alter table session add column passkey_at timestamptz;
update session set proved_at = created_at;

alter table workspace add column staff_need_passkey boolean not null default false;
