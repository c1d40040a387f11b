import { Suspense } from 'react'
import { lazyPart } from './lazy-part.ts'
import { signInQuestion } from './question.ts'
import type { SignInAgainProps } from './sign-in-again.tsx'

const SignInAgain = lazyPart(() => import('./sign-in-again.tsx'))

/** Asks to sign in over the page, where a session has ended under what is typed. */
export function SignInOver(props: SignInAgainProps) {
  if (!signInQuestion.useIsAsked()) return null
  return (
    <Suspense>
      <SignInAgain {...props} />
    </Suspense>
  )
}
