import { VisuallyHidden } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useState, useSyncExternalStore } from 'react'
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

/** How often it is looked at, in milliseconds. */
const EVERY_MS = 10_000

/** Whether a time has passed, also while the page is open. Null never does. */
export function useHasPassed(time: number | null): boolean {
  return useSyncExternalStore(everyNow, () => time !== null && time <= Date.now())
}

function everyNow(listener: () => void): () => void {
  const timer = setInterval(listener, EVERY_MS)
  return () => clearInterval(timer)
}
