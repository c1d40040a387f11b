-- The mails of a workspace that the mail server has not taken yet, for Home.
create index mail_not_taken on mail (owner, number) where status = 'queued' and last_error is not null;
