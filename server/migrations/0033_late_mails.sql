-- Whether mails have become too late is looked up each second, also while many wait in the outbox.
create index mail_queued_by_end on mail (send_before) where status = 'queued';
