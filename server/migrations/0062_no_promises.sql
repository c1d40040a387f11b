-- Promises were only checked. An agreed price with an end holds by itself.
drop table promise_line;
drop table promise;
alter table data_import drop column promise_reason;
