import { VisuallyHidden } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { dismissWayTo } from './toasts.ts'

function isLost(): boolean {
  return document.activeElement === document.body
}

/** Tells screen readers the new page's title; moves the focus to its heading where what had the focus is gone. */
export function RouteAnnouncer() {
  const router = useRouter()
  const [title, setTitle] = useState('')
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
        dismissWayTo(toLocation.pathname)
        if (!fromLocation || !pathChanged) return
        const wasLost = isLost()
        // The new page sets its title in its own effect.
        setTimeout(() => {
          setTitle(document.title)
          if (wasLost && isLost()) document.querySelector('h1')?.focus({ preventScroll: true })
        }, 50)
      }),
    [router],
  )
  return (
    <VisuallyHidden aria-live="assertive" role="status">
      {title}
    </VisuallyHidden>
  )
}
