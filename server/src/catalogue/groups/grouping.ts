/** Brands and categories work alike: both are names that group products. */
export type Grouping = 'brand' | 'category'

/** Stored names and their ids, by matching key. */
export type GroupsByKey = Map<string, { id: string; name: string }>
