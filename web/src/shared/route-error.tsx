import { ApiError } from './api.ts'
import { NotFound } from './not-found.tsx'
import { Page } from './page.tsx'
import { Problem } from './problem.tsx'

/** Shown instead of a page that failed to load. */
export function RouteError({ error, reset }: { error: unknown; reset: () => void }) {
  if (error instanceof ApiError && error.status === 401) return null
  if (error instanceof ApiError && error.status === 404) return <NotFound />
  return (
    <Page title="This page did not load">
      <Problem error={error} retry={reset} />
    </Page>
  )
}
