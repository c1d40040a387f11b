/** Brands and categories are the same thing twice: names that products are filed under. */
export type Grouping = 'brand' | 'category'

/** Names as they are stored, with their ids, by the key that names are matched by. */
export type GroupsByKey = Map<string, { id: string; name: string }>
