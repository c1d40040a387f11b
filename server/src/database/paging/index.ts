/**
 * Fast reads of pages and single rows. Nothing here knows the meaning of the rows. To add a filter, a field or a sort
 * order to a list, change the description of the list, and nothing here.
 *
 * - `offset` counts from the start of the list. `ListCursors`: `listPage` reads by keyset. 6 times as many far pages.
 * - Rows are parsed and serialized again. `pack`, `RawJson`: rows as texts, copied. 4 times as many rows.
 * - The planner cannot estimate the matches of a word. `searchPage`: strategies escalate, and are cached. 3.5 times as
 *   many searches.
 * - One statement over all rows keeps everybody waiting. `slices`, `StateCache`: a statement for each slice, by keyset.
 *   Nobody waits for more than a slice.
 *
 * docs/decisions/0016-what-reading-keeps.md has the measurements.
 */
export { atOneState, StateCache, stateOf, stateOfProducts } from './at-one-state.ts'
export { IdOrder, orderCache, OrderByNumber } from './at-one-state.ts'
export { ListCursors } from './list.ts'
export type { Cursor } from './list.ts'
export { listPage } from './list-page.ts'
export { pageOfIds } from './list.ts'
export type { List, Order, Select } from './list.ts'
export { pack, rawJsonList, unpack, unpackColumns } from './list.ts'
export type { Packed, RawJson, Unpacked } from './list.ts'
export { searchPage } from './search-page.ts'
export type { Search, Tier } from './search-page.ts'
export { SLICE_ROWS, slices } from './slices.ts'
export type { Walk } from './slices.ts'
