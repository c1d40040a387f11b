-- What an import brings in: no longer products alone.
alter table data_import drop constraint data_import_kind_check;
alter table data_import add constraint data_import_kind_check
  check (kind in ('products', 'customers', 'agreed_prices', 'minimum_quantities'));

-- `label` names what a row is about: a SKU, a code, a name.
alter table data_import_reject rename column sku to label;

-- `record_id` is what changed: a product, a customer, an agreed price. `shown_on` is the product or customer whose page shows it.
alter table data_import_change rename column product_id to record_id;
alter table data_import_change rename column sku to label;
alter table data_import_change add column shown_on uuid;
update data_import_change set shown_on = record_id;
alter table data_import_change alter column shown_on set not null;
drop index data_import_change_by_product;
create index data_import_change_by_page on data_import_change (workspace_id, shown_on);

-- What whoever changes the record later changes, too: for a product, the time in product_change; else a digest of the record.
alter table data_import_change alter column changed_at type text using changed_at::text;
alter table data_import_change rename column changed_at to version;

-- Examples that a check found are of another shape now. Its counts stay, and checking again finds them anew.
update data_import set found =
  found - array['examples', 'newProducts', 'repeated', 'repeatedSkus', 'rejects', 'prices', 'damaged'] || jsonb_build_object(
    'repeatedKeys', found -> 'repeatedSkus', 'examples', '[]'::jsonb, 'newOnes', '[]'::jsonb, 'repeated', '[]'::jsonb,
    'rejects', '[]'::jsonb, 'damaged', '[]'::jsonb, 'prices', found -> 'prices' || '{"moves": []}')
where found is not null;
