-- What the rows of a file take, so that it counts towards the limit of the workspace.
alter table data_import add column bytes integer not null default 0;
update data_import i set bytes = coalesce(
  (select sum(octet_length(p.lines)) from data_import_part p where p.workspace_id = i.workspace_id and p.import_id = i.id), 0);
