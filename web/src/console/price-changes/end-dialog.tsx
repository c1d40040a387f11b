import { useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { api } from '../../shared/api.ts'
import { formatDateTime } from '../../shared/dates.ts'
import { notify } from '../../shared/toasts.ts'
import { useWorkspace } from '../workspace-context.tsx'
import { allKey, oneKey } from './queries.ts'
import type { PriceChange } from './queries.ts'
import { counted } from '../../../../server/src/shared/counted.ts'

type EndDialogProps = { change: PriceChange; act: 'discard' | 'cancel'; opened: boolean; onClose: () => void }

/** Throws a draft away, or calls a scheduled change off. Both are for good. */
export function EndDialog({ change, act, opened, onClose }: EndDialogProps) {
  const { slug, timezone } = useWorkspace()
  const client = useQueryClient()
  const label = act === 'discard' ? 'Discard' : 'Cancel schedule'
  const params = { path: { slug, id: change.id } }
  const end = async () => {
    if (act === 'discard') await api.POST('/app-api/console/{slug}/price-changes/{id}/discard', { params })
    else await api.POST('/app-api/console/{slug}/price-changes/{id}/cancel', { params })
    await client.invalidateQueries({ queryKey: oneKey(slug, change.id) })
    void client.invalidateQueries({ queryKey: allKey(slug) })
    notify(act === 'discard' ? 'Discarded the price change.' : 'Cancelled the schedule.')
  }
  const effect =
    act === 'discard'
      ? `Discard ${counted(change.lineCount, 'new price')}. List prices stay as they are. A discarded price change is over: its lines can be copied to a new draft.`
      : `It would take effect ${change.scheduledFor ? formatDateTime(change.scheduledFor, timezone) : 'later'}. A cancelled price change is over: its lines can be copied to a new draft.`
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`${label}: “${change.name}”`}
      effect={effect}
      confirmLabel={label}
      {...(act === 'cancel' && { cancelLabel: 'Keep it' })}
      danger
      onConfirm={end}
    />
  )
}
