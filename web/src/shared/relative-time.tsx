import { VisuallyHidden } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useState } from 'react'
import { formatAgo, formatDateTime } from './dates.ts'

type RelativeTimeProps = {
  at: string
  /** In which the exact time is told; the browser's without it. */
  timezone?: string
}

/** How long ago something was: "3 h ago". The exact time is told under the pointer, and to screen readers. */
export function RelativeTime({ at, timezone }: RelativeTimeProps) {
  const [now, setNow] = useState(() => new Date())
  useInterval(() => setNow(new Date()), 30_000, { autoInvoke: true })
  const exact = formatDateTime(at, timezone)
  return (
    <time dateTime={at} title={exact} style={{ whiteSpace: 'nowrap' }}>
      <span aria-hidden>{formatAgo(at, timezone, now)}</span>
      <VisuallyHidden>{exact}</VisuallyHidden>
    </time>
  )
}
