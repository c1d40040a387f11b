import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { notify } from '../../shared/toasts.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { nameOf } from './promise-columns.tsx'
import { promisesKey } from './promise-queries.ts'
import type { PricePromise } from './promise-queries.ts'

/** Asks before a promise goes. */
export function RemovePromiseDialog({ promise, onClose }: { promise: PricePromise; onClose: () => void }) {
  const { slug } = useWorkspace()
  const queryClient = useQueryClient()
  const { id, version } = promise
  const remove = async () => {
    await api
      .DELETE('/app-api/console/{slug}/promises/{id}', { params: { path: { slug, id }, query: { version } } })
      .finally(() => queryClient.invalidateQueries({ queryKey: promisesKey(slug) }))
    notify(`The promise of ${nameOf(promise)} was removed.`)
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Remove ${nameOf(promise)}?`}
      confirmLabel="Remove"
      effect="Its prices stay as they are. Nobody is asked any more before one of them rises."
      danger
      onConfirm={remove}
    />
  )
}
