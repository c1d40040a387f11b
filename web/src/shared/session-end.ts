import { useSyncExternalStore } from 'react'

let waiting: { promise: Promise<boolean>; resolve: (isSignedIn: boolean) => void } | null = null
const listeners = new Set<() => void>()

/** Asks the person to sign in again, over the page as it is. Resolves once there is a session; all who ask wait for the same. */
export function askToSignIn(): Promise<boolean> {
  if (!waiting) {
    waiting = Promise.withResolvers<boolean>()
    tell()
  }
  return waiting.promise
}

/** There is a session again. */
export function signedInAgain(): void {
  waiting?.resolve(true)
  waiting = null
  tell()
}

export function useIsAskedToSignIn(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => waiting !== null,
  )
}

function tell(): void {
  for (const listener of listeners) listener()
}
