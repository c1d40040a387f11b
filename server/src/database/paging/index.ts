/**
 * Fast reads of pages and single rows. Nothing here knows the meaning of the rows. To add a filter, a field or a sort
 * order to a list, change the description of the list, and nothing here.
 * What each of these is for, and gains: docs/decisions/0016-what-reading-keeps.md.
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
