-- Codes as buyers write them: without separators, and without the leading zeros that a spreadsheet drops. `bareColumn`
-- in catalogue/search/bare-code.ts is the same expression.

create index product_by_bare_sku on product (workspace_id, ltrim(translate(sku_key, ' -./_', ''), '0'));

create index product_by_bare_manufacturer_ref
  on product (workspace_id, ltrim(translate(manufacturer_ref_key, ' -./_', ''), '0'))
  where manufacturer_ref_key is not null;
