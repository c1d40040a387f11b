import { Suspense } from 'react'
import { lazyPart } from '../../shared/lazy-part.ts'
import { buyerQuestion } from '../for-buyer.ts'

const OtherBuyerDialog = lazyPart(() => import('./other-buyer-dialog.tsx'))

/** Asks over the page for whom to go on, where another buyer was chosen elsewhere. */
export function OtherBuyer() {
  if (!buyerQuestion.useIsAsked()) return null
  return (
    <Suspense>
      <OtherBuyerDialog />
    </Suspense>
  )
}
