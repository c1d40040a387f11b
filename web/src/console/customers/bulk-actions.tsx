import { counted } from '../../../../server/src/shared/counted.ts'
import type { Selection } from '../../shared/selection.ts'
import { BulkMenu } from '../bulk-menu.tsx'
import { GroupDialog } from '../groups/group-dialog.tsx'
import { useWorkspace } from '../workspace-context.tsx'
import { BulkActiveDialog } from './bulk-active-dialog.tsx'
import { BulkPaymentDialog } from './bulk-payment-dialog.tsx'
import type { CustomersFilter } from './customer-queries.ts'

type BulkActionsProps = {
  selection: Selection
  filter: CustomersFilter
  /** The open dialog, in the address. */
  dialog: string | undefined
  openDialog: (dialog: string | undefined) => void
}

const ACTS = [
  { id: 'set-group', label: 'Set group' },
  { id: 'activate', label: 'Make active' },
  { id: 'deactivate', label: 'Make inactive' },
  { id: 'payment-terms', label: 'Set payment terms' },
]

/** What can be done with all chosen customers, each in a dialog that says its effect first. */
export function BulkActions({ selection, filter, dialog, openDialog }: BulkActionsProps) {
  const { reasonNot } = useWorkspace()
  const { count, everything, keys } = selection
  const reason = reasonNot('write') ?? (count === 0 ? 'Choose customers in the list first.' : null)
  const { active, ...texts } = filter
  const toSend = { ...texts, ...(active && { active: active === 'true' }) }
  const chosen = everything ? { filter: toSend, expected: count } : { ids: [...keys] }
  const shared = { chosen, count, onClose: () => openDialog(undefined), onDone: selection.clear }
  return (
    <>
      <BulkMenu reason={reason} acts={ACTS} onChoose={openDialog} />
      {count > 0 && dialog === 'set-group' && (
        <GroupDialog title="Set group" subject={counted(count, 'customer')} {...shared} />
      )}
      {count > 0 && dialog === 'activate' && <BulkActiveDialog active {...shared} />}
      {count > 0 && dialog === 'deactivate' && <BulkActiveDialog active={false} {...shared} />}
      {count > 0 && dialog === 'payment-terms' && <BulkPaymentDialog {...shared} />}
    </>
  )
}
