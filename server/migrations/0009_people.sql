-- People who sign in, and where they belong.
--
-- A person exists once in the deployment, and may belong to several workspaces. So the tables from person to
-- account_link have no workspace_id; a distributed database keeps a copy of them on each node. So it does with
-- workspace_address, which finds the workspace of a path. All other tables are led by workspace_id as ever.
-- Tokens and codes are stored as their SHA-256 digests in base64url.

create table person (
  id uuid primary key,
  name text not null,
  email text not null,
  email_key text collate "C" not null unique,
  email_verified boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- `made_at_start`: the start of the service made it for the sample, and prints it.
create table password (
  person_id uuid primary key references person (id) on delete cascade,
  hash text not null,
  made_at_start boolean not null default false,
  updated_at timestamptz not null
);

create table session (
  id uuid primary key,
  person_id uuid not null references person (id) on delete cascade,
  token_hash text collate "C" not null unique,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ip_address text,
  user_agent text
);
create index session_by_person on session (person_id);

-- Links by mail to one's own account: to sign in, or to set a new password. A used one is deleted.
create table account_link (
  token_hash text collate "C" primary key,
  person_id uuid not null references person (id) on delete cascade,
  purpose text not null check (purpose in ('sign_in', 'reset')),
  expires_at timestamptz not null
);
create index account_link_by_person on account_link (person_id);

-- Wrong passwords and requested mails, counted in windows. Unlogged, as rate_limit_window is.
create unlogged table attempt_window (
  subject text collate "C" primary key,
  started_at timestamptz not null,
  attempts integer not null
);

-- The code that proves that the first person has access to the output of the start. One row at most.
create table set_up_code (
  id integer primary key check (id = 1),
  code_hash text not null,
  created_at timestamptz not null
);

create table workspace_address (
  slug text collate "C" primary key check (slug ~ '^[a-z0-9-]{3,40}$'),
  workspace_id uuid not null unique references workspace (id)
);

create table member (
  workspace_id uuid not null references workspace (id),
  person_id uuid not null references person (id),
  role text not null check (role in ('owner', 'staff')),
  created_at timestamptz not null,
  primary key (workspace_id, person_id)
);
create index member_by_person on member (person_id);

alter table buyer add column person_id uuid references person (id);
create index buyer_by_person on buyer (person_id) where person_id is not null;

-- An invitation to become a member (role) or to act for a customer (buyer_id). It is open until it is accepted or
-- revoked, or expires. `proves_email`: its link was only sent by mail, so whoever has it reads that mail.
create table invitation (
  workspace_id uuid not null references workspace (id),
  id uuid not null,
  email text not null,
  email_key text collate "C" not null,
  name text,
  role text check (role in ('owner', 'staff')),
  buyer_id uuid,
  token_hash text collate "C" not null,
  proves_email boolean not null,
  invited_by jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  primary key (workspace_id, id),
  unique (workspace_id, token_hash),
  foreign key (workspace_id, buyer_id) references buyer (workspace_id, id) on delete cascade,
  check ((role is null) <> (buyer_id is null))
);
create index invitation_by_email on invitation (workspace_id, email_key);
create index invitation_by_buyer on invitation (workspace_id, buyer_id) where buyer_id is not null;

-- The outbox. `secret` is the part of the texts that gives access; it is removed from all columns once it is sent.
create table mail (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  secret text,
  status text not null check (status in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  -- Later it is of no use, and is not sent any more.
  send_before timestamptz not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  last_error text
);
create index mail_queued on mail (next_attempt_at) where status = 'queued';

-- Existing workspaces get an address that is made from their name. The sample keeps its own.
insert into workspace_address (slug, workspace_id)
select case when place = 1 then slug else left(slug, 31) || '-' || left(md5(id::text), 8) end, id
from (
  select id, slug, row_number() over (
    partition by slug order by id = '01970000-0000-7000-8000-00000005a3e1' desc, created_at, id) as place
  from (
    select id, created_at, case
        when id = '01970000-0000-7000-8000-00000005a3e1' then 'sample'
        when length(made) < 3 then 'workspace'
        else made
      end as slug
    from (
      select id, created_at, trim('-' from left(trim('-' from regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g')), 40)) as made
      from workspace) named) addressed) placed;
