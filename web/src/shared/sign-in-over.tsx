import { Suspense, lazy } from 'react'
import { useIsAskedToSignIn } from './session-end.ts'
import type { SignInAgainProps } from './sign-in-again.tsx'

const SignInAgain = lazy(() => import('./sign-in-again.tsx'))

/** Asks to sign in over the page, where a session has ended under what is typed. */
export function SignInOver(props: SignInAgainProps) {
  if (!useIsAskedToSignIn()) return null
  return (
    <Suspense>
      <SignInAgain {...props} />
    </Suspense>
  )
}
