import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { counted } from '../../../../server/src/shared/counted.ts'
import { readQuantity } from '../../../../server/src/shared/read-quantity.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { throwProblems } from '../../shared/use-submit.ts'
import { useEditCustomers } from '../groups/use-membership.ts'
import { TYPED_FROM } from './bulk-active-dialog.tsx'
import type { BulkDialogProps } from './bulk-active-dialog.tsx'

const MAX_DAYS = 3_650

/** Gives the chosen customers the same payment terms. */
export function BulkPaymentDialog({ chosen, count, onClose, onDone }: BulkDialogProps) {
  const edit = useEditCustomers()
  const [text, setText] = useState('')
  const days = text.trim() === '' ? null : readQuantity(text, { least: 0, most: MAX_DAYS })
  const customers = counted(count, 'customer')
  const save = async () => {
    throwProblems({ 'change.value': days?.reason && 'Write a whole number of days, such as 30.' })
    const value = days?.value ?? null
    const words = value === null ? 'no payment terms' : `payment within ${counted(value, 'day')}`
    await edit(chosen, { field: 'paymentTermsDays', value }, { done: `${customers}: ${words}.` })
    onDone()
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Set payment terms of ${customers}`}
      confirmLabel="Set payment terms"
      effect={<Text>This changes {customers}. No price moves. It can be undone for a day.</Text>}
      typedName={count > TYPED_FROM ? String(count) : undefined}
      onConfirm={save}
    >
      {(fieldError) => (
        <TextInput
          label="Payment terms"
          description="Days until an invoice is due. Blank: none"
          inputMode="numeric"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={fieldError('change.value')}
          autoComplete="off"
        />
      )}
    </ConfirmDialog>
  )
}
