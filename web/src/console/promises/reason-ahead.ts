import { useEffect, useState } from 'react'
import type { Issue } from '../../shared/api.ts'

/** The reason that was written where promises were shown, before the act that breaks them. */
let ahead: { reason: string; promises: ReadonlySet<string> } | null = null

/** A reason for breaking these promises, for as long as they are shown. It is kept from a form to its confirmation. */
export function useReasonAhead(breaks: readonly Issue[]): [reason: string, set: (reason: string) => void] {
  const [reason, setReason] = useState(() => ahead?.reason ?? '')
  useEffect(() => {
    const given = { reason: reason.trim(), promises: new Set(breaks.map(({ path }) => path)) }
    ahead = given
    return () => {
      if (ahead === given) ahead = null
    }
  }, [breaks, reason])
  return [reason, setReason]
}

/** The reason that was written for all of these promises; null where there is none, or others would break, too. */
export function reasonAheadFor(broken: readonly Issue[]): string | null {
  if (!ahead?.reason || broken.some(({ path }) => !ahead!.promises.has(path))) return null
  return ahead.reason
}
