-- Mails that wait for another attempt are found by when that is due. They were read each second, to find others.
drop index mail_queued;
create index mail_unsent on mail (urgent desc, turn, number) where status = 'queued' and attempts = 0;
create index mail_to_retry on mail (urgent, next_attempt_at) where status = 'queued' and attempts > 0;
