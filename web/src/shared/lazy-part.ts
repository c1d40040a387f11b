import { lazy } from 'react'
import type { ComponentType } from 'react'

/** How long to wait before code is asked for again that did not come, in milliseconds. */
const RETRY_MS = 3_000

/**
 * A part of a page whose code is fetched later. Where that fails, the fallback stays and the code is asked for again:
 * an error would take the place of the whole page, as on a phone that loses its connection.
 */
export function lazyPart<T extends ComponentType<any>>(importer: () => Promise<{ default: T }>) {
  return lazy(async () => {
    for (;;) {
      try {
        return await importer()
      } catch {
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
  })
}
