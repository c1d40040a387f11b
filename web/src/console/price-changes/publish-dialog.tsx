import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { api } from '../../shared/api.ts'
import { notify } from '../../shared/toasts.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { EffectText } from './effect-text.tsx'
import type { PriceChange } from './queries.ts'
import { useReview } from './use-review.ts'
import { counted } from '../../../../server/src/shared/counted.ts'

type DecisionDialogProps = { change: PriceChange; opened: boolean; onClose: () => void }

/** Publishes what was reviewed, now and for everyone. */
export function PublishDialog({ change, opened, onClose }: DecisionDialogProps) {
  const { slug } = useWorkspace()
  const { review, isReading, error, changed, decide, forget } = useReview(change, opened)
  const publish = () =>
    decide(async (reviewed) => {
      const params = { path: { slug, id: change.id } }
      const { data } = await api.POST('/app-api/console/{slug}/price-changes/{id}/publish', { params, body: reviewed })
      notify(`Published ${counted(data.lineCount, 'price')}.`)
    })
  return (
    <ConfirmDialog
      opened={opened}
      onClose={() => {
        forget()
        onClose()
      }}
      title={`Publish “${change.name}”`}
      effect={<EffectText act="Publish" review={review} error={error} changed={changed} />}
      confirmLabel="Publish"
      typedName={review?.isLarge ? change.name : undefined}
      disabled={!review || isReading}
      onConfirm={publish}
    >
      All of it takes effect at once, for everyone. To take it back, use “Reverse this change” on its page.
    </ConfirmDialog>
  )
}
