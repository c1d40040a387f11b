import { useEffect, useRef } from 'react'
import { isRunning } from './import-queries.ts'
import type { Status } from './import-queries.ts'

/** The part of the page that shows what a check found. */
export const CHECK_RESULT = 'check-result'

/** Scrolls to where the next step shows: to its progress on top, or to what the check found. */
export function useShowStep(status: Status): void {
  const before = useRef(status)
  useEffect(() => {
    if (before.current === status) return
    before.current = status
    if (isRunning(status)) window.scrollTo({ top: 0 })
    if (status === 'checked') document.getElementById(CHECK_RESULT)?.scrollIntoView()
  }, [status])
}
