import type { components } from './openapi.d.ts'

export { ApiError } from './api-error.ts'
export type { ApiErrorCode, ApiErrorReason, ApiIssue } from './api-error.ts'
export { createClient } from './create-client.ts'
export type { Client, ClientOptions } from './create-client.ts'
export { AVAILABILITY, PRODUCT_LIMITS } from './product-limits.ts'
export type { Retry } from './retrying-fetch.ts'

export type Import = components['schemas']['Import']
export type Product = components['schemas']['Product']
/** A product as clients send it. */
export type ProductItem = components['schemas']['ProductItem']
export type UpsertResult = components['schemas']['UpsertResult']
export type Workspace = components['schemas']['Workspace']
