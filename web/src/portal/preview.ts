import { ApiError, client } from '../shared/api.ts'

const PATH = /^\/t\/([^/]+)\/as\/([^/]+)/

/**
 * Below `/t/{slug}/as/{customer}`, staff see products and prices as that customer's buyers do. `customerPath` leads
 * back to the console; null on a buyer's own pages.
 */
export const preview = readPreview(location.pathname)

function readPreview(path: string) {
  const [beginning, slug, customer] = PATH.exec(path) ?? []
  if (beginning === undefined) return null
  return {
    beginning,
    portal: `/t/${slug}`,
    customerPath: `/w/${slug}/customers/${customer}`,
    customerApi: `/app-api/console/${slug}/customers/${customer}`,
  }
}

/** Why a preview shows no more than what the customer sees of products and prices. */
export const PREVIEW_ONLY = 'A preview shows products and prices. All else is for the buyers of this customer.'

/** Whether a place of the portal has nothing to show in a preview: a route as in `places.ts`, or the path of a page. */
export function isLeftOut(place: string): boolean {
  return preview !== null && !/^\/t\/[^/]+(\/products\/[^/]+|\/price-list)?\/?$/.test(place)
}

/** The routes of the portal, at the addresses of the preview. */
export const previewRewrite = preview && {
  input: ({ url }: { url: URL }) => withPath(url, preview.beginning, preview.portal),
  output: ({ url }: { url: URL }) => withPath(url, preview.portal, preview.beginning),
}

function withPath(url: URL, from: string, to: string): URL {
  const rest = url.pathname.slice(from.length)
  if (url.pathname.startsWith(from) && (rest === '' || rest.startsWith('/'))) url.pathname = to + rest
  return url
}

/** Has the calls of the portal's pages go to the preview of the customer. It reads, and nothing else. */
export function callPreview({ portal, customerApi }: NonNullable<typeof preview>): void {
  const from = `/app-api/portal/${portal.slice('/t/'.length)}`
  client.use({
    onRequest: ({ request }) => {
      const url = new URL(request.url)
      if (!url.pathname.startsWith(from)) return undefined
      if (request.method !== 'GET') throw new ApiError(403, 'forbidden', PREVIEW_ONLY)
      return new Request(withPath(url, from, `${customerApi}/preview`), request)
    },
  })
}
