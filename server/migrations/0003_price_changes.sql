-- What is due to be published, in all workspaces: looked up every second by every serving process.
create index price_change_due on price_change (scheduled_for, id) where status = 'scheduled';
