import { extname } from 'node:path'

/**
 * The URL of a module that a thread or another process runs. `path` is relative to the caller and has no extension: it
 * is TypeScript in the repository, and JavaScript in the package.
 */
export function moduleUrl(path: string, { url }: ImportMeta): URL {
  return new URL(path + extname(url), url)
}
