-- Half of each page stays free, for the second version of every row on it. A price change that is published writes all of
-- its products and lines anew: where the new version fits beside the old one, none of the indexes is touched, and the
-- space of the old one is free for the next change. A table that is full already gains as its rows are written.
alter table product set (fillfactor = 50);
alter table price_change_line set (fillfactor = 50);
