-- A digest of what a call of the API sent: the same call finds its import again. Null for files from the browser.
alter table data_import add column fingerprint text collate "C";
create unique index data_import_by_fingerprint on data_import (workspace_id, fingerprint) where fingerprint is not null;
