import { useEffect, useState } from 'react'

/** True once the page has been shown for a moment: for what would only make the first visit heavier. */
export function useLater(): boolean {
  const [isLater, setIsLater] = useState(false)
  useEffect(() => {
    const wait = setTimeout(() => setIsLater(true), 400)
    return () => clearTimeout(wait)
  }, [])
  return isLater
}
