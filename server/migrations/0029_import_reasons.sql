-- A check now also says why rows are rejected, what is emptied, and all figures of what is new: check such files again.
update data_import set found = null, status = 'ready' where status = 'checked';
update data_import set found = found || '{"cleared": {}, "reasons": [], "newOnes": [], "damaged": []}'
  where found is not null;
