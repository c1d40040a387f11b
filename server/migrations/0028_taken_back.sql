-- Who undid what an entry tells, and when. An edit of many products or of a draft has the id of its entry.
alter table activity add column undone jsonb;
update activity a set undone = jsonb_build_object(
  'by', u.actor, 'at', to_char(u.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
from activity u
where u.workspace_id = a.workspace_id and u.subject ->> 'id' = a.subject ->> 'id' and u.action = 'import.undo'
  and a.action in ('import.finish', 'import.stop');

-- Now told by the entry.
alter table product_edit drop column undone_at;
-- Many small edits are kept, and few large ones.
alter table product_edit add column line_count integer not null default 0;

-- A dispatched order may go back to confirmed, so a status may come twice: steps are numbered.
alter table sales_order_history add column step integer;
update sales_order_history h set step = numbered.step
from (
  select workspace_id, order_id, status, row_number() over (
    partition by workspace_id, order_id
    order by array_position(array['new', 'confirmed', 'dispatched', 'completed', 'cancelled'], status)) as step
  from sales_order_history) numbered
where h.workspace_id = numbered.workspace_id and h.order_id = numbered.order_id and h.status = numbered.status;
alter table sales_order_history drop constraint sales_order_history_pkey;
alter table sales_order_history add primary key (workspace_id, order_id, step);

-- The mails that tell of a step: while they wait, they can be dropped.
alter table sales_order_history add column mails uuid[] not null default '{}';
