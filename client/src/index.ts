import type { components } from './openapi.d.ts'

export { ApiError } from './api-error.ts'
export type { ApiErrorCode, ApiErrorReason, ApiIssue } from './api-error.ts'
export { createClient } from './create-client.ts'
export type { Client, ClientOptions } from './create-client.ts'
export { AVAILABILITY, PRODUCT_LIMITS } from './product-limits.ts'
export type { Retry } from './retrying-fetch.ts'
export type { FeedPath, ListPath } from './walk.ts'

type Schemas = components['schemas']
export type ActivityEntry = Schemas['ActivityEntry']
export type Brand = Schemas['Brand']
export type Category = Schemas['Category']
export type Customer = Schemas['Customer']
/** A customer as clients send it. */
export type CustomerItem = Schemas['CustomerItem']
export type CustomerWithTerms = Schemas['CustomerWithTerms']
export type ExplainedPrice = Schemas['ExplainedPrice']
export type Import = Schemas['Import']
export type Order = Schemas['Order']
export type OrderLine = Schemas['OrderLine']
export type OrderWithLines = Schemas['OrderWithLines']
export type Price = Schemas['Price']
export type PriceChange = Schemas['PriceChange']
export type Product = Schemas['Product']
/** A product as clients send it. */
export type ProductItem = Schemas['ProductItem']
export type ProductWithNames = Schemas['ProductWithNames']
export type UpsertResult = Schemas['UpsertResult']
export type Workspace = Schemas['Workspace']
