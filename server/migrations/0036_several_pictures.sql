-- The pictures of a product, in order. The one at place 0 is its image: what is copied from its URL comes there.
create table product_picture (
  workspace_id uuid not null,
  product_id uuid not null,
  place smallint not null,
  digest text collate "C" not null,
  primary key (workspace_id, product_id, place),
  foreign key (workspace_id, product_id) references product (workspace_id, id) on delete cascade,
  foreign key (workspace_id, digest) references image (workspace_id, digest)
);
-- By the digest first: a plan that knows no statistics would take an index by the workspace for a product's pictures.
create index product_picture_by_image on product_picture (digest, workspace_id);
insert into product_picture (workspace_id, product_id, place, digest)
  select workspace_id, product_id, 0, digest from product_image where digest is not null;
alter table product_image drop column digest;
