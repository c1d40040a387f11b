import { Suspense } from 'react'
import { lazyPart } from '../../shared/lazy-part.ts'
import { reasonQuestion } from './reason-question.ts'

const ReasonDialog = lazyPart(() => import('./reason-dialog.tsx'))

/** Asks over the page for a reason, where an act would break promises. */
export function ReasonOver() {
  if (!reasonQuestion.useIsAsked()) return null
  return (
    <Suspense>
      <ReasonDialog />
    </Suspense>
  )
}
