/**
 * How pages and single rows are read fast. Nothing in here knows what the rows are: who adds a filter, a field or an
 * order to a list does so where the list is described, and changes nothing here.
 *
 * | problem                                            | answer                                | gain                       |
 * | -------------------------------------------------- | ------------------------------------- | -------------------------- |
 * | a short read is mostly overhead                    | `QueryBatcher`: calls share a statement | 1.3 to 1.5 times as many pages |
 * | `offset` counts from the beginning                 | `KeysetCursors`, used by `listPage`   | 6 times as many far pages  |
 * | a row is parsed and written again on its way       | `pack`, `RawJson`: rows as texts, copied | 4 times as many rows from the database |
 * | no estimate tells how many rows have a word        | `searchPage`: strategies that escalate, and are remembered | 3.5 times as many searches |
 *
 * docs/decisions/0016 has the measurements.
 */
export { KeysetCursors } from './keyset-cursors.ts'
export { listPage } from './list-page.ts'
export type { List, Order, Page, Select } from './list.ts'
export { pack, unpack } from './packed-rows.ts'
export type { Packed, Unpacked } from './packed-rows.ts'
export { QueryBatcher } from './query-batcher.ts'
export { rawJsonList } from './raw-json.ts'
export type { RawJson } from './raw-json.ts'
export { searchPage } from './search-page.ts'
export type { Search, Tier } from './search-tier.ts'
