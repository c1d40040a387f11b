import { useEffect, useState } from 'react'

/** How long a page that nobody touches waits, in milliseconds. */
const WAIT_MS = 1_500
const TOUCHES = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const

let hasCome = false

/**
 * True once somebody touches the page, or a moment later: for what would only make the first visit heavier.
 * @param isHere whether what is seen first is here: the moment begins then.
 */
export function useLater(waitMs = WAIT_MS, isHere = true): boolean {
  const [isLater, setIsLater] = useState(hasCome)
  useEffect(() => {
    if (isLater) return
    const come = () => {
      hasCome = true
      setIsLater(true)
    }
    const wait = isHere ? setTimeout(come, waitMs) : undefined
    for (const touch of TOUCHES) addEventListener(touch, come)
    return () => {
      clearTimeout(wait)
      for (const touch of TOUCHES) removeEventListener(touch, come)
    }
  }, [isLater, waitMs, isHere])
  return isLater
}
