import { QueryClient, queryOptions } from '@tanstack/react-query'
import type { QueryKey, UnusedSkipTokenOptions } from '@tanstack/react-query'
import createClient from 'openapi-fetch'
import type { Client, ClientPathsWithMethod, FetchResponse, MaybeOptionalInit } from 'openapi-fetch'
import type { components, paths } from './app-api.d.ts'
import { endSessionFirst } from './browser-store.ts'

type Refusal = components['schemas']['PageError']['error']

/** One problem of what was sent: the dotted path of the field, and what to do about it. */
export type Issue = NonNullable<Refusal['issues']>[number]

/** What went wrong, in words for people. */
export class Trouble extends Error {}

/** The service refused a call, or could not be reached (`status` 0, `code` `offline`). The message is for people. */
export class ApiError extends Trouble {
  readonly status: number
  readonly code: Refusal['code'] | 'offline'
  readonly issues: Issue[]

  constructor(status: number, code: ApiError['code'], message: string, issues: Issue[] = []) {
    super(message)
    this.status = status
    this.code = code
    this.issues = issues
  }
}

/** What is said where the service cannot be reached. */
export function offline(): ApiError {
  return new ApiError(0, 'offline', 'The service cannot be reached. Check the connection, then try again.')
}

/** Resolves to whether there is a session again: then the call is repeated. */
type SignedOut = () => Promise<boolean>

let signedOut: SignedOut = async () => false

/** Sets what happens when the service no longer knows the session: the application leads to its sign-in page. */
export function onSignedOut(callback: SignedOut): void {
  signedOut = callback
}

let reached = (_isReached: boolean): void => undefined
let limitOf = (_request: Request): number => Infinity

/**
 * Sets what happens after each call: whether the service could be reached. A call that has no first answer within its
 * limit, in milliseconds, has not reached it.
 */
export function onReached(callback: typeof reached, limit: typeof limitOf): void {
  reached = callback
  limitOf = limit
}

/** Resolves to whether the call is repeated; it may be changed before, such as by a header. */
type Remedy = (error: ApiError, again: Request) => Promise<boolean>

const remedies: { [Code in ApiError['code']]?: Remedy } = {}

/** Sets what happens when the service refuses a call by that code, such as for want of a fresh proof. */
export function onRefused(code: ApiError['code'], remedy: Remedy): void {
  remedies[code] = remedy
}

/** Calls `app-api`, and resolves to the body of the answer. Throws an ApiError for everything but success. */
type Call<Method extends 'get' | 'post' | 'put' | 'patch' | 'delete'> = <
  Path extends ClientPathsWithMethod<Client<paths>, Method>,
  Init extends MaybeOptionalInit<paths[Path], Method>,
>(
  path: Path,
  ...init: {} extends Init ? [Init?] : [Init]
) => Promise<NonNullable<FetchResponse<paths[Path][Method] & {}, Init, 'application/json'>['data']>>

/** What is under `api`: for a middleware. */
export const client = createClient<paths>({ baseUrl: location.origin, fetch: fetchOrThrow })

/** All calls, with the types of the OpenAPI document. */
export const api = {
  GET: bodyOf('GET'),
  POST: bodyOf('POST'),
  PUT: bodyOf('PUT'),
  PATCH: bodyOf('PATCH'),
  DELETE: bodyOf('DELETE'),
} as { GET: Call<'get'>; POST: Call<'post'>; PUT: Call<'put'>; PATCH: Call<'patch'>; DELETE: Call<'delete'> }

function bodyOf(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE') {
  const call = client[method] as (...args: unknown[]) => Promise<{ data?: unknown }>
  return async (...args: unknown[]) => (await call(...args)).data
}

type Reads = ClientPathsWithMethod<Client<paths>, 'get'>
type Read<Path extends Reads> = NonNullable<paths[Path]['get']>
type Params<Path extends Reads> = Omit<Read<Path>['parameters'], 'header' | 'cookie'>
type Answer<Path extends Reads> = FetchResponse<Read<Path>, {}, 'application/json'>['data']
type DataOf<Path extends Reads> = Answer<Path> extends { data: infer Data } | undefined ? Data : never

/** The query of a read, which resolves to the `data` of its answer. */
export function dataQuery<Path extends Reads>(
  queryKey: QueryKey,
  path: Path,
  params: Params<Path>,
  options: Omit<UnusedSkipTokenOptions<DataOf<Path>>, 'queryKey' | 'queryFn'> = {},
) {
  const read = api.GET as (path: Path, init: object) => Promise<{ data: DataOf<Path> }>
  return queryOptions({
    ...options,
    queryKey,
    queryFn: async ({ signal }) => (await read(path, { params, signal })).data,
  })
}

const SIGN_IN = '/app-api/account/sign-in'

async function fetchOrThrow(request: Request): Promise<Response> {
  const again = request.clone()
  const response = await answerOf(request).catch((error: unknown) => {
    if (request.signal.aborted) throw error
    reached(false)
    throw offline()
  })
  reached(true)
  if (response.ok || response.status === 304) return response
  const isRefusedSignIn = new URL(request.url).pathname.startsWith(SIGN_IN)
  if (response.status === 401 && !isRefusedSignIn && (await signedOut())) return fetchOrThrow(again)
  const error = await readError(response)
  if (await remedies[error.code]?.(error, again)) return fetchOrThrow(again)
  throw error
}

async function answerOf(request: Request): Promise<Response> {
  await endSessionFirst()
  const limitMs = limitOf(request)
  if (limitMs === Infinity) return fetch(request)
  const waiting = new AbortController()
  const limit = setTimeout(() => waiting.abort(), limitMs)
  return fetch(request, { signal: AbortSignal.any([request.signal, waiting.signal]) }).finally(() =>
    clearTimeout(limit),
  )
}

async function readError(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => null)) as { error?: Refusal } | null
  const { code = 'internal_error', message = 'The service failed. Try again in a moment.', issues } = body?.error ?? {}
  const words = code === 'validation_error' && issues ? issues.map(issueInWords).join(' ') : message
  return new ApiError(response.status, code, words, issues)
}

/** "Line 4: Must be 1 or more.", "List price: Is required." A path is for programs. */
function issueInWords({ path, message }: Issue): string {
  if (path === '') return message
  const position = /\.(\d+)/.exec(path)?.[1]
  if (position !== undefined) return `Line ${Number(position) + 1}: ${message}`
  const words = path.slice(path.lastIndexOf('.') + 1).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}: ${message}`
}

/** Sends a file itself as the body. */
export function fileBody(file: File) {
  return { body: file as never, bodySerializer: () => file }
}

/** What to tell a person about any error. */
export function errorText(error: unknown): string {
  return error instanceof Trouble ? error.message : 'Something failed on this page. Reload it, then try again.'
}

/** How often a page asks again while it is visible, in milliseconds. An unchanged answer is a 304. */
export const LIVE_MS = 10_000

/** Asks again at most twice, and only where another try may succeed. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const mayPass = !(error instanceof ApiError) || error.status === 0 || error.status === 503
  return mayPass && failures < 2
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 2_000, retry: isWorthRetrying, retryDelay: (failures) => 500 * 2 ** failures },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
