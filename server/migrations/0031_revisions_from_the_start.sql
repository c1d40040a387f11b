-- A workspace gets its revision as it is made, so that a change only updates it: Citus takes no insert within a CTE.
insert into workspace_revision (workspace_id, revision) select id, 0 from workspace on conflict do nothing;
