import type { FetchResponse, MaybeOptionalInit } from 'openapi-fetch'
import type { MediaType, RequiredKeysOf } from 'openapi-typescript-helpers'
import type { paths } from './openapi.d.ts'

/** What a GET of the path answers. */
type Answer<Path extends keyof paths> = NonNullable<
  FetchResponse<paths[Path]['get'] & {}, MaybeOptionalInit<paths[Path], 'get'>, MediaType>['data']
>

/** The paths whose answer has this field. */
type PathsWith<Field extends string> = {
  [Path in keyof paths]: Answer<Path> extends Record<Field, unknown> ? Path : never
}[keyof paths]

export type ListPath = PathsWith<'nextOffset'>
export type FeedPath = PathsWith<'nextCursor'>

type Query<Path extends keyof paths> = paths[Path]['get'] extends { parameters: { query?: infer Q } }
  ? NonNullable<Q>
  : {}

type Init<I> = RequiredKeysOf<I> extends never ? [I?] : [I]

type AnyInit = { params?: { query?: Record<string, unknown> } }
type Get = (path: never, init: never) => Promise<unknown>

export type Walks = {
  /** The answers of a list, one page after the other. */
  pages: <Path extends ListPath>(
    path: Path,
    ...init: Init<MaybeOptionalInit<paths[Path], 'get'>>
  ) => AsyncGenerator<Answer<Path>, void>
  /**
   * The answers of a feed, until it has no more for now. Store the `nextCursor` of each once you have dealt with its
   * `data`, and begin there the next time. With `start`, everything comes first; with undefined, only what changes from
   * now on. An ApiError with the code `gone` means: begin with `start` again.
   */
  follow: <Path extends FeedPath>(
    path: Path,
    cursor: string | undefined,
    query?: Omit<Query<Path>, 'cursor'>,
  ) => AsyncGenerator<Answer<Path>, void>
}

/** Walks through lists and feeds, each by calls of `get`. */
export function walksBy(get: Get): Walks {
  const call = get as (path: string, init: AnyInit) => Promise<any>
  return {
    async *pages(path: string, init?: AnyInit) {
      for (let offset: number | null = null; ;) {
        const page = await call(path, offset === null ? (init ?? {}) : within(init, { offset }))
        yield page
        if ((offset = page.nextOffset) === null) return
      }
    },
    async *follow(path: string, cursor: string | undefined, query: object = {}) {
      for (let from = cursor; ;) {
        const answer = await call(path, within({}, { ...query, cursor: from }))
        yield answer
        if (!answer.hasMore) return
        from = answer.nextCursor
      }
    },
  } as Walks
}

function within(init: AnyInit = {}, query: object): AnyInit {
  return { ...init, params: { ...init.params, query: { ...init.params?.query, ...query } } }
}
