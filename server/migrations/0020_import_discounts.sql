-- Discounts of customers come from a file, too.
alter table data_import drop constraint data_import_kind_check;
alter table data_import add constraint data_import_kind_check
  check (kind in ('products', 'customers', 'discounts', 'agreed_prices', 'minimum_quantities'));
