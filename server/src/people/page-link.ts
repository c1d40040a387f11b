import type { Context } from '../context.ts'

/** The URL of a page, for a link in a mail. The host never comes from a request. */
export function pageLink({ site }: Context, path: string): string {
  return new URL(path, site?.url ?? 'http://127.0.0.1:3000').href
}
