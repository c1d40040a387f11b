/**
 * How much a workspace holds of what is read, or written, as a whole: far above what a wholesaler has. What is there
 * already is kept and can be changed; only more is refused.
 */
export const WORKSPACE_LIMITS = {
  /** `GET /brands` lists them all. */
  brands: 20_000,
  /** `GET /categories` lists them all. */
  categories: 20_000,
  /** Customers that a product can be limited to. */
  recipientsOfProduct: 200,
  /** Those of all times: a customer is read with them. */
  agreedPricesOfCustomer: 5_000,
  discountsOfCustomer: 5_000,
  buyersOfCustomer: 1_000,
}
