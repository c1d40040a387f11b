import { lazyRouteComponent } from '@tanstack/react-router'
import { offline } from '../shared/api.ts'
import { isOffline } from './offline/connection.ts'

/**
 * A page whose code is fetched when it is opened. Without a connection it says so: the router would load the whole page
 * anew, and lose what was open.
 */
export function lazyPage<T extends Record<string, any>, K extends keyof T>(importer: () => Promise<T>, name: K) {
  const fetchPage = () =>
    importer().catch((error: unknown) => {
      throw isOffline() ? offline() : error
    })
  return lazyRouteComponent(fetchPage, name)
}
