import { Suspense } from 'react'
import type { ComponentProps } from 'react'
import type { DisabledReason } from '../shared/disabled-reason.tsx'
import { lazyPart } from '../shared/lazy-part.ts'

// Its tooltip is much to fetch for what most controls of a first visit do not need.
const Fetched = lazyPart(async () => ({ default: (await import('../shared/disabled-reason.tsx')).DisabledReason }))

/** DisabledReason, fetched where there is a reason. */
export function LazyDisabledReason({ reason, children }: ComponentProps<typeof DisabledReason>) {
  if (!reason) return children
  return (
    <Suspense fallback={children}>
      <Fetched reason={reason}>{children}</Fetched>
    </Suspense>
  )
}
