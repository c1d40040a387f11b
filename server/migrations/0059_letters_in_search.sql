-- Names and words of the search without the letters that are now written as others: ø as o, æ as ae, ⁄ as /. What else
-- is new of them, such as pairs of characters of scripts without spaces, a product gets when it is written next.
update product
set name_folded = replaced.name, search = replaced.search::tsvector
from (
  select workspace_id, id,
    replace(replace(replace(translate(name_folded, 'łøđðħŋŧ⁄', 'loddhnt/'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') as name,
    replace(replace(replace(translate(search::text, 'łøđðħŋŧ', 'loddhnt'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') as search
  from product
  where name_folded ~ '[łøđðħŋŧ⁄æœþ]' or search::text ~ '[łøđðħŋŧæœþ]') replaced
where product.workspace_id = replaced.workspace_id and product.id = replaced.id;
