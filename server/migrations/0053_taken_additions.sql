-- Keys of the last additions to a basket: one that is sent again, as its answer was lost, is not added again.
alter table basket add column taken_keys jsonb not null default '[]';
