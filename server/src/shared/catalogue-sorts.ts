/** What a catalogue is sorted by: name, the customer's own price, the newest first, or what the customer orders most. */
export const CATALOGUE_SORTS = ['name', 'price', 'newest', 'usual'] as const
export type CatalogueSort = (typeof CATALOGUE_SORTS)[number]
