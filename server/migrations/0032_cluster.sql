-- A Citus cluster has a copy of workspace_address on each node, and no such table can refer to a distributed one. An
-- address is written in the transaction that makes its workspace, and no workspace is ever deleted.
alter table workspace_address drop constraint workspace_address_workspace_id_fkey;
