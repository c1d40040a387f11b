-- Copies of images: what is kept, for which products, and how far each copy has come.

-- The key of the names that images get: they are a digest that nobody can compute who has not this key.
create table image_secret (
  workspace_id uuid primary key references workspace (id),
  secret bytea not null
);

-- An image that is kept, by its name. The files are outside of the database.
create table image (
  workspace_id uuid not null references workspace (id),
  digest text collate "C" not null,
  -- Pixels of the large version.
  width integer not null,
  height integer not null,
  -- Of both versions together.
  bytes integer not null,
  created_at timestamptz not null,
  -- Since when no product has it; null while one has.
  unused_since timestamptz,
  -- Its files are being removed, so no product may take it any more.
  removing boolean not null default false,
  primary key (workspace_id, digest)
);
create index image_unused on image (workspace_id, unused_since) where unused_since is not null;

-- What a URL held when it was last asked, so that it need not be fetched again while that is the same.
create table image_source (
  workspace_id uuid not null,
  -- SHA-256 of the URL, in hexadecimal.
  url_digest text collate "C" not null,
  digest text collate "C" not null,
  etag text,
  last_modified text,
  checked_at timestamptz not null,
  primary key (workspace_id, url_digest),
  foreign key (workspace_id, digest) references image (workspace_id, digest) on delete cascade
);
create index image_source_by_image on image_source (workspace_id, digest);

-- A product keeps its image (digest) while the next one is on its way (status, source_url). source_url is the last one that
-- was sent, also after staff have replaced or removed the image: only another URL is copied.
alter table product_image
  alter column source_url drop not null,
  drop constraint product_image_status_check,
  add constraint product_image_status_check check (status in ('queued', 'copied', 'failed', 'removed')),
  add constraint product_image_queued_check check (status <> 'queued' or source_url is not null),
  add column due_at timestamptz,
  add column attempts integer not null default 0,
  -- Why the last attempt failed, in words for staff.
  add column failure text,
  add column digest text collate "C",
  add foreign key (workspace_id, digest) references image (workspace_id, digest);
update product_image set due_at = requested_at;
alter table product_image alter column due_at set not null;

drop index product_image_queue;
create index product_image_due on product_image (workspace_id, due_at) where status = 'queued';
create index product_image_by_image on product_image (workspace_id, digest) where digest is not null;
