import { useRouter } from '@tanstack/react-router'

/**
 * Goes to a path that is known at run time only. The portal and invitations are other applications, so the browser loads
 * them.
 */
export function useFollow(): (path: string) => void {
  const router = useRouter()
  return (path) => {
    if (/^\/(t|invitation)\//.test(path)) location.assign(path)
    else router.history.push(path)
  }
}
