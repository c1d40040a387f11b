import { useRouter } from '@tanstack/react-router'

/**
 * Goes to a path that is known at run time only. The portal's pages are another application, so the browser loads them.
 */
export function useFollow(): (path: string) => void {
  const router = useRouter()
  return (path) => {
    if (path.startsWith('/t/')) location.assign(path)
    else router.history.push(path)
  }
}
