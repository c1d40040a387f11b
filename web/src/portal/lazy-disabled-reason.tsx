import { Suspense, lazy } from 'react'
import type { ComponentProps } from 'react'
import type { DisabledReason } from '../shared/disabled-reason.tsx'

// Its tooltip is much to fetch for what most controls of a first visit do not need.
const Fetched = lazy(async () => ({ default: (await import('../shared/disabled-reason.tsx')).DisabledReason }))

/** DisabledReason, fetched where there is a reason. */
export function LazyDisabledReason({ reason, children }: ComponentProps<typeof DisabledReason>) {
  if (!reason) return children
  return (
    <Suspense fallback={children}>
      <Fetched reason={reason}>{children}</Fetched>
    </Suspense>
  )
}
