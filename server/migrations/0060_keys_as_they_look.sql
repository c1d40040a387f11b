-- Codes and names are compared as they look: without invisible characters, with one kind of space, apostrophe and hyphen.
-- Here older keys follow. Of records that look the same, the one that has such a key already keeps it, else the first
-- gets it; the others keep theirs, for people to merge.
do $migration$
declare
  unseen constant text := '[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]';
  spaces constant text := '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+';
  key record;
begin
  for key in
    select * from (values
      ('product', 'sku_key', true), ('product', 'manufacturer_ref_key', false), ('brand', 'name_key', true),
      ('category', 'name_key', true), ('customer', 'account_code_key', true), ('customer', 'name_key', false),
      ('customer', 'email_key', false), ('price_group', 'name_key', true), ('promise', 'reference_key', true)
    ) as keys (of, name, is_unique)
  loop
    execute format(
      $update$
        with looks as (
          select workspace_id, id,
            regexp_replace(
              translate(regexp_replace(%2$I, %3$L, '', 'g'), U&'\2018\2019\02BC\2010\2011', '''''''--'), %4$L, ' ', 'g') as key,
            %2$I as old
          from %1$I
          where %2$I ~ %5$L
        ), first as (
          select *, row_number() over (partition by workspace_id, key order by old) as n from looks where key <> old
        )
        update %1$I as record
        set %2$I = first.key
        from first
        where record.workspace_id = first.workspace_id and record.id = first.id
          and (not %6$L::boolean or (first.n = 1 and not exists (
            select 1 from %1$I as other where other.workspace_id = first.workspace_id and other.%2$I = first.key)))
      $update$,
      key.of, key.name, unseen, spaces, '[^!-~ ]|  ', key.is_unique);
  end loop;
end
$migration$;
