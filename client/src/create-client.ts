import createFetchClient from 'openapi-fetch'
import type { Client as FetchClient, FetchResponse, MaybeOptionalInit } from 'openapi-fetch'
import type { HttpMethod, MediaType, PathsWithMethod, RequiredKeysOf } from 'openapi-typescript-helpers'
import { readApiError } from './api-error.ts'
import type { paths } from './openapi.d.ts'
import { retryingFetch } from './retrying-fetch.ts'
import type { RetryOptions } from './retrying-fetch.ts'
import { walksBy } from './walk.ts'
import type { Walks } from './walk.ts'

export type ClientOptions = RetryOptions & {
  /** The URL of the service, without `/api/v1`. */
  url: string
  /** An API key. */
  key: string
}

type Init<I> = RequiredKeysOf<I> extends never ? [I?] : [I]

/**
 * Calls one endpoint and returns the body of the response, a file as text if `parseAs` says so. Throws an ApiError
 * unless the call succeeds.
 */
type Call<Method extends HttpMethod> = <
  Path extends PathsWithMethod<paths, Method>,
  I extends MaybeOptionalInit<paths[Path], Method>,
>(
  path: Path,
  ...init: Init<I>
) => Promise<NonNullable<FetchResponse<paths[Path][Method] & {}, I, MediaType>['data']>>

export type Client = { get: Call<'get'>; put: Call<'put'>; patch: Call<'patch'>; post: Call<'post'> } & Walks

/**
 * A client of the API. Its types are generated from the OpenAPI document. It retries failed calls, and respects
 * `Retry-After`.
 */
export function createClient({ url, key, ...retrying }: ClientOptions): Client {
  const client = createFetchClient<paths>({
    baseUrl: url,
    headers: { authorization: `Bearer ${key}` },
    fetch: retryingFetch(retrying),
    // A file is sent as it is. The service sees by itself of what type it is.
    bodySerializer: (body: unknown) => (typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body)),
  })
  client.use({
    onResponse: async ({ response }) => {
      const isOfApi = /json|csv/.test(response.headers.get('content-type') ?? '')
      if (!response.ok || !isOfApi) throw await readApiError(response)
    },
  })
  const get = bodyOf(client, 'GET')
  return {
    get,
    put: bodyOf(client, 'PUT'),
    patch: bodyOf(client, 'PATCH'),
    post: bodyOf(client, 'POST'),
    ...walksBy(get),
  } as Client
}

function bodyOf(client: FetchClient<paths>, method: 'GET' | 'PUT' | 'PATCH' | 'POST') {
  const call = client[method] as (...args: unknown[]) => Promise<{ data?: unknown }>
  return async (...args: unknown[]) => (await call(...args)).data
}
