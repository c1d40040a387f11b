-- The mails of a workspace, newest first, and those of them that failed.
create index mail_by_owner on mail (owner, number);
create index mail_failed on mail (owner, number) where status = 'failed';
