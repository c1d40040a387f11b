import { useState } from 'react'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { throwProblems } from '../../shared/use-submit.ts'
import { counted } from '../../../../server/src/shared/counted.ts'
import { CustomerPicker } from '../products/customer-picker.tsx'
import type { PickedCustomer } from '../products/customer-picker.tsx'
import { MembershipEffect } from './group-dialog.tsx'
import type { PriceGroup } from './group-queries.ts'
import { useEditCustomers, useMembershipMoves } from './use-membership.ts'

/** Puts customers into a price group, one after another or several at once, and says first what their prices do. */
export function AddCustomersDialog({ group, onClose }: { group: PriceGroup; onClose: () => void }) {
  const [picked, setPicked] = useState<PickedCustomer[]>([])
  const edit = useEditCustomers()
  const chosen = { ids: picked.map(({ id }) => id) }
  const { moves, error } = useMembershipMoves(chosen, group.id)
  const save = async () => {
    throwProblems({ customers: picked.length === 0 ? 'Choose a customer.' : undefined })
    const done = `${picked.length === 1 ? picked[0]!.name : counted(picked.length, 'customer')}: in ${group.name} now.`
    await edit(chosen, { field: 'group', value: group.id }, { done, seenMoves: moves! })
  }
  return (
    <FormDialog
      onClose={onClose}
      title="Add customers"
      onSubmit={save}
      size="lg"
      disabled={picked.length > 0 && moves === undefined}
    >
      {(fieldError) => (
        <>
          <CustomerPicker
            picked={picked}
            onChange={setPicked}
            error={fieldError('customers')}
            label="Customers to add"
            none="No customer is chosen."
          />
          <MembershipEffect group={picked.length > 0 ? group.id : undefined} moves={moves} error={error} />
        </>
      )}
    </FormDialog>
  )
}
