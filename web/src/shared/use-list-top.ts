import { useEffect, useRef } from 'react'

/**
 * For the buttons that turn the pages of a list: `pages` is the ref of what holds them, right after the list. After
 * `turnTo(page)`, that page begins at the top of the window. Back leaves the scroll as it was.
 */
export function useListTop<PageName>(page: PageName) {
  const pages = useRef<HTMLDivElement>(null)
  const turned = useRef<{ to: PageName } | null>(null)
  useEffect(() => {
    if (turned.current?.to === page) pages.current?.previousElementSibling?.scrollIntoView()
    turned.current = null
  }, [page])
  return { pages, turnTo: (to: PageName) => void (turned.current = { to }) }
}
