import { useEffect, useRef } from 'react'

/**
 * For the buttons that turn the pages of a list: `pages` is the ref of what holds them, right after the list. Call
 * `turn` with the turn: the list then begins at the top of the window. Back leaves the scroll as it was.
 */
export function useListTop(page: number | string | undefined) {
  const pages = useRef<HTMLDivElement>(null)
  const isTurned = useRef(false)
  useEffect(() => {
    if (isTurned.current) pages.current?.previousElementSibling?.scrollIntoView()
    isTurned.current = false
  }, [page])
  return { pages, turn: () => void (isTurned.current = true) }
}
