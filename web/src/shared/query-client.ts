import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'

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
