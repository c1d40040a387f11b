import { getRouteApi } from '@tanstack/react-router'
import { useChangeSearch } from '../../shared/search-params.ts'
import { ActButton } from '../act-button.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { CopyButton } from './copy-button.tsx'
import { EndDialog } from './end-dialog.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import type { PriceChange } from './queries.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { WayBackDialog } from './way-back-dialog.tsx'

const route = getRouteApi('/w/$slug/price-changes/$id')

type Decision = { dialog: string; label: string; reason: string | null; variant: string; color?: string }

/**
 * What can be decided about a price change. What its status does not allow is not there; what the person may not says
 * why.
 */
export function DecisionButtons({ change }: { change: PriceChange }) {
  const search = route.useSearch()
  const changeSearch = useChangeSearch()
  const decisions = useDecisions(change)
  const open = (dialog: string) => changeSearch({ dialog }, { push: true })
  const close = () => changeSearch({ dialog: undefined })
  const isOpen = (dialog: string) =>
    search.dialog === dialog && decisions.some((decision) => decision.dialog === dialog && decision.reason === null)
  return (
    <>
      {decisions.map(({ dialog, ...button }) => (
        <ActButton key={dialog} {...button} run={() => open(dialog)} />
      ))}
      {(change.status === 'cancelled' || change.status === 'discarded') && <CopyButton change={change} />}
      <PublishDialog change={change} opened={isOpen('publish')} onClose={close} />
      <ScheduleDialog change={change} opened={isOpen('schedule')} onClose={close} />
      <EndDialog change={change} act="discard" opened={isOpen('discard')} onClose={close} />
      <EndDialog change={change} act="cancel" opened={isOpen('cancel')} onClose={close} />
      <WayBackDialog change={change} opened={isOpen('way-back')} onClose={close} />
    </>
  )
}

function useDecisions({ status, lineCount }: PriceChange): Decision[] {
  const { reasonNot } = useWorkspace()
  const may = reasonNot('write')
  const ready = may ?? (lineCount === 0 ? 'It has no lines yet: add some first.' : null)
  const publish = { dialog: 'publish', label: 'Publish', reason: ready, variant: 'filled' }
  if (status === 'draft') {
    return [
      { dialog: 'discard', label: 'Discard', reason: may, variant: 'subtle', color: 'red' },
      { dialog: 'schedule', label: 'Schedule', reason: ready, variant: 'default' },
      publish,
    ]
  }
  if (status === 'scheduled') {
    return [{ dialog: 'cancel', label: 'Cancel schedule', reason: may, variant: 'default' }, publish]
  }
  if (status === 'published') {
    const reason = may ?? (lineCount === 0 ? 'It has no lines.' : null)
    return [{ dialog: 'way-back', label: 'Reverse this change', reason, variant: 'default' }]
  }
  return []
}
