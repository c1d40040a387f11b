import { Text } from '@mantine/core'
import { counted } from '../../../../server/src/shared/counted.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { useEditCustomers } from '../groups/use-membership.ts'
import type { ChosenCustomers } from '../groups/use-membership.ts'

export type BulkDialogProps = { chosen: ChosenCustomers; count: number; onClose: () => void; onDone: () => void }

/** More customers than these ask for their number to be typed. */
export const TYPED_FROM = 1_000

/** Makes the chosen customers active or inactive. */
export function BulkActiveDialog({ active, chosen, count, onClose, onDone }: BulkDialogProps & { active: boolean }) {
  const edit = useEditCustomers()
  const customers = counted(count, 'customer')
  const label = active ? 'Make active' : 'Make inactive'
  const save = async () => {
    await edit(chosen, { field: 'active', value: active }, { done: `${label}: ${customers}.` })
    onDone()
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`${label}: ${customers}`}
      confirmLabel={`${label}: ${customers}`}
      effect={
        <Text>
          {active
            ? 'Their buyers can sign in and order.'
            : 'Their buyers can no longer order. Price changes do not count them as payers.'}{' '}
          No price moves. It can be undone for a day.
        </Text>
      }
      typedName={count > TYPED_FROM ? String(count) : undefined}
      onConfirm={save}
    />
  )
}
