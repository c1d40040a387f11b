/** Lists of the console of which views are saved. */
export const LISTS_WITH_VIEWS = ['products', 'customers', 'orders', 'price-changes', 'imports', 'activity'] as const
export type ListWithViews = (typeof LISTS_WITH_VIEWS)[number]
