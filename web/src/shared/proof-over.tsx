import { Suspense } from 'react'
import { lazyPart } from './lazy-part.ts'
import { proofQuestion } from './question.ts'

const ProofDialog = lazyPart(() => import('./proof-dialog.tsx'))

/** Asks over the page who somebody is, where the service wants that proved again. */
export function ProofOver() {
  if (!proofQuestion.useIsAsked()) return null
  return (
    <Suspense>
      <ProofDialog />
    </Suspense>
  )
}
