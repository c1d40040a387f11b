/** As many cells are copied, filled and pasted at once. */
export const MAX_AT_ONCE = 10_000
/** As many cells or products go into one call. */
export const MAX_IN_CALL = 5_000
