/**
 * Limits of collections that are read or written as a whole. They are far above the needs of a wholesaler. Past a
 * limit, new entries are refused; existing ones stay, and can be changed.
 */
export const WORKSPACE_LIMITS = {
  /** `GET /brands` lists them all. */
  brands: 20_000,
  /** `GET /categories` lists them all. */
  categories: 20_000,
  /** Customers that a product can be limited to. */
  recipientsOfProduct: 200,
  /** Each list of customers names them. */
  priceGroups: 200,
  /** Of a price group as well. Past and future ones included: they are read with the customer. */
  agreedPricesOfCustomer: 5_000,
  /** Of one owner. Each price of the product looks at all of them. */
  agreedPricesOfProduct: 100,
  discountsOfCustomer: 5_000,
  buyersOfCustomer: 1_000,
  /** Pages of buyers look for the prices to come of each product in all of them. */
  scheduledPriceChanges: 100,
  /** Those that are over included. All that are not over are checked together. */
  /** Files that were uploaded for an import. Each is kept with its rows and with what it changed. */
  storedImports: 200,
  /** Bytes of the rows of these files. */
  storedImportBytes: 500_000_000,
  /** Shapes of files whose columns are remembered. Past that, the one that was used longest ago is forgotten. */
  rememberedShapes: 200,
}
